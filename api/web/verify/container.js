/** What records and proofs have in common: a map of members, held together by a manifest that names their digests. */

import { Malformed, b64, byCodePoints } from "./bytes.js";
import { decode } from "./canonical.js";
import { sha256 } from "./sha256.js";
import { hasExactly, isObject, isText } from "./tokens.js";

/** Bytes of a whole file, at the most. */
export const MAX_FILE = 64 << 20;
const MAX_LINES = 200_000;
const MAX_DATA = 8 << 20;
const MAX_COMPLAINT = 1 << 20;
const MANIFEST = "manifest.json";
const OPENING = { pointer: isText, salt: isText, seq: Number.isSafeInteger, value: () => true };
const NEW_LINE = 10;

/**
 * Check that the members are those of `order`, in that order, `optional` ones apart, and that the manifest has exactly
 * the members of `shape` beside `files` and `type`, and fits; give it, or throw `Malformed`.
 */
export function checkedManifest(members, order, optional, type, shape) {
  const names = [...members.keys()];
  if (names.some((name) => !order.includes(name))) throw new Malformed("member", "a member does not belong here");
  const missing = order.find((name) => !members.has(name) && !optional.includes(name));
  if (missing !== undefined) throw new Malformed("member", `${missing} is missing`);
  const inOrder = order.filter((name) => members.has(name));
  if (inOrder.some((name, place) => name !== names[place])) throw new Malformed("form", "the members are out of order");
  const manifest = decode(members.get(MANIFEST));
  if (!isObject(manifest) || manifest.type !== type) {
    throw new Malformed("version", `the manifest is not of the type ${type}`);
  }
  if (!hasExactly(manifest, { files: isObject, type: isText, ...shape })) {
    throw new Malformed("manifest", "the manifest has other members than it should");
  }
  const listed = Object.keys(manifest.files).sort();
  const there = names.filter((name) => name !== MANIFEST).sort();
  if (listed.join() !== there.join()) throw new Malformed("manifest", "the manifest does not list the members");
  return manifest;
}

/** Name the members that are not what the manifest says. */
export function alteredMembers({ files }, members) {
  return [...members.keys()].filter((name) => name !== MANIFEST && files[name] !== b64(sha256(members.get(name))));
}

/** Read the openings, one a line, in order of entry and pointer. */
export function readOpenings(bytes) {
  const openings = splitLines(bytes).map((line) => {
    const value = decode(line);
    if (!hasExactly(value, OPENING)) {
      throw new Malformed("form", "an opening has exactly the members pointer, salt, seq and value");
    }
    return value;
  });
  if (openings.some((opening, place) => place > 0 && byPlace(openings[place - 1], opening) > 0)) {
    throw new Malformed("form", "the openings are out of order");
  }
  return openings;
}

function byPlace(a, b) {
  return a.seq - b.seq || byCodePoints(a.pointer, b.pointer) || byCodePoints(a.salt, b.salt);
}

/** Read the component data, which may be missing. */
export function readData(members) {
  return readMaybe(members, "data.json", MAX_DATA);
}

/** Read what the dispute is about, if it is one. */
export function readComplaint(members) {
  return readMaybe(members, "complaint.json", MAX_COMPLAINT);
}

function readMaybe(members, name, maxBytes) {
  if (!members.has(name)) return null;
  const value = decode(members.get(name), maxBytes);
  if (value === null) throw new Malformed("form", "a member that holds null has no place in the file");
  return value;
}

/** Read one item a line. */
export function splitLines(bytes) {
  const lines = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(NEW_LINE, at);
    if (end < 0) throw new Malformed("form", "a line does not end");
    if (lines.length >= MAX_LINES) throw new Malformed("size", `more than ${MAX_LINES} lines`);
    lines.push(bytes.subarray(at, end));
    at = end + 1;
  }
  return lines;
}
