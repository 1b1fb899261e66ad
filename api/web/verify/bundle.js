/** One file that proves a table: its members, each in its one form, held together by the manifest. */

import { Malformed, b64, byCodePoints, fromAscii } from "./bytes.js";
import { decode, encode } from "./canonical.js";
import { sha256 } from "./sha256.js";
import { hasExactly, isObject, isText, readKeyFile } from "./tokens.js";
import { readZip } from "./zip.js";

/** Bytes of a whole record, at the most. */
export const MAX_FILE = 64 << 20;
const TYPE = "stammtisch/record/1";
const MAX_LINES = 200_000;
const MAX_DATA = 8 << 20;
const MEMBERS = [
  "manifest.json",
  "entries.jsonl",
  "openings.jsonl",
  "receipts.txt",
  "head.txt",
  "keys.json",
  "data.json",
  "complaint.json",
];
const OPTIONAL = ["head.txt", "data.json", "complaint.json"];
const OPENING = { pointer: isText, salt: isText, seq: Number.isSafeInteger, value: () => true };
const NEW_LINE = 10;

/** Read a file that nobody vouches for into a bundle; throw `Malformed`. */
export function readBundle(file) {
  const members = readZip(file, MAX_FILE);
  const names = [...members.keys()];
  const foreign = names.find((name) => !MEMBERS.includes(name));
  if (foreign !== undefined) throw new Malformed("member", "a member does not belong into a record");
  const missing = MEMBERS.find((name) => !members.has(name) && !OPTIONAL.includes(name));
  if (missing !== undefined) throw new Malformed("member", `${missing} is missing`);
  const inOrder = MEMBERS.filter((name) => members.has(name));
  if (inOrder.some((name, place) => name !== names[place])) throw new Malformed("form", "the members are out of order");
  const manifest = decode(members.get("manifest.json"));
  if (!isObject(manifest) || manifest.type !== TYPE) {
    throw new Malformed("version", `the manifest is not of the type ${TYPE}`);
  }
  checkManifest(manifest, members);
  const openings = splitLines(members.get("openings.jsonl")).map(readOpening);
  if (openings.some((opening, place) => place > 0 && byPlace(openings[place - 1], opening) > 0)) {
    throw new Malformed("form", "the openings are out of order");
  }
  return {
    table: manifest.table,
    reader: manifest.reader,
    entries: splitLines(members.get("entries.jsonl")),
    openings,
    receipts: splitLines(members.get("receipts.txt")).map(fromAscii),
    head: members.has("head.txt") ? fromAscii(members.get("head.txt")) : null,
    keys: readKeyFile(decode(members.get("keys.json")), true),
    data: members.has("data.json") ? notNull(decode(members.get("data.json"), MAX_DATA)) : null,
    complaint: members.has("complaint.json") ? notNull(decode(members.get("complaint.json"))) : null,
  };
}

/** Give the digest of component data as it stands in entry 1. */
export function dataDigest(data) {
  return b64(sha256(encode(data)));
}

function checkManifest(manifest, members) {
  const shape = {
    files: isObject,
    reader: (value) => value === null || Number.isSafeInteger(value),
    table: isText,
    type: isText,
  };
  if (!hasExactly(manifest, shape)) throw new Malformed("manifest", "the manifest has other members than it should");
  const listed = Object.keys(manifest.files).sort();
  const there = [...members.keys()].filter((name) => name !== MEMBERS[0]).sort();
  if (listed.join() !== there.join()) throw new Malformed("manifest", "the manifest does not list the members");
  for (const name of there) {
    if (manifest.files[name] !== b64(sha256(members.get(name)))) {
      throw new Malformed("digest", `${name} is not what the manifest says`);
    }
  }
}

function readOpening(line) {
  const value = decode(line);
  if (!hasExactly(value, OPENING)) {
    throw new Malformed("form", "an opening has exactly the members pointer, salt, seq and value");
  }
  return value;
}

function byPlace(a, b) {
  return a.seq - b.seq || byCodePoints(a.pointer, b.pointer) || byCodePoints(a.salt, b.salt);
}

function splitLines(bytes) {
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

function notNull(value) {
  if (value === null) throw new Malformed("form", "a member that holds null has no place in the file");
  return value;
}
