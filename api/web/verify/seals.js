/**
 * How a hidden value travels: `{"sealed": digest}` in the public entry, its opening kept beside it.
 *
 * digest = SHA-256 over JCS(["stammtisch/sealed/1", table, seq, pointer, salt, value]), base64url.
 */

import { b64, isB64 } from "./bytes.js";
import { encode } from "./canonical.js";
import { sha256 } from "./sha256.js";

/** Write a path as JSON pointer (RFC 6901). */
export function pointerOf(path) {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Give the digest of one sealed value. */
export function sealDigest(table, seq, pointer, salt, value) {
  return b64(sha256(encode(["stammtisch/sealed/1", table, seq, pointer, salt, value])));
}

/** Find every seal in a value that stands at `path`: a list of {pointer, path, digest}, in document order. */
export function findSeals(value, path = [], found = []) {
  if (value === null || typeof value !== "object") return found;
  const keys = Object.keys(value);
  if (!Array.isArray(value) && keys.length === 1 && typeof value.sealed === "string") {
    found.push({ pointer: pointerOf(path), path, digest: value.sealed });
    return found;
  }
  for (const key of keys) findSeals(value[key], [...path, Array.isArray(value) ? Number(key) : key], found);
  return found;
}

/** Does the opening give this digest at its place? */
export function openingFits(opening, table, seq, digest) {
  return (
    opening.seq === seq &&
    isB64(opening.salt, 16) &&
    sealDigest(table, seq, opening.pointer, opening.salt, opening.value) === digest
  );
}

/** Give a copy of a value in which the openings (a map by pointer) replace their seals; others stay as they are. */
export function filled(value, openings, path = []) {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item, place) => filled(item, openings, [...path, place]));
  const keys = Object.keys(value);
  if (keys.length === 1 && typeof value.sealed === "string") {
    const opening = openings.get(pointerOf(path));
    return opening === undefined ? value : opening.value;
  }
  const copy = Object.create(null);
  for (const key of keys) copy[key] = filled(value[key], openings, [...path, key]);
  return copy;
}

/** Is this value still sealed? */
export function isSealed(value) {
  return findSeals(value).length > 0;
}
