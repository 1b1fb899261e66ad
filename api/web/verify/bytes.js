/** Bytes: UTF-8, base64url without padding, joining and comparing. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const PLACE = new Map([...ALPHABET].map((sign, place) => [sign, place]));
const ENCODER = new TextEncoder();
const MAX_PIECES = 10_000;

/** Something in a file is not what it has to be; `fault` is a stable short name. */
export class Malformed extends Error {
  constructor(fault, say) {
    super(say);
    this.fault = fault;
  }
}

/** Write text as UTF-8. */
export function utf8(text) {
  return ENCODER.encode(text);
}

/** Read UTF-8; throw `Malformed` for bytes that are none. A byte order mark is a character like others. */
export function fromUtf8(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Malformed("not_json", "not UTF-8");
  }
}

/** Read ASCII; throw `Malformed` for any other byte. */
export function fromAscii(bytes) {
  if (bytes.some((byte) => byte > 127)) throw new Malformed("form", "not ASCII");
  return fromUtf8(bytes);
}

/** Join arrays of bytes. */
export function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Are two arrays of bytes equal? Nothing here is secret, so the first difference decides. */
export function same(a, b) {
  return a.length === b.length && a.every((byte, place) => byte === b[place]);
}

/** Write binary as base64url without padding. */
export function b64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const word = (bytes[at] << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const signs = Math.min(4, bytes.length - at + 1);
    for (let place = 0; place < signs; place++) text += ALPHABET[(word >> (18 - 6 * place)) & 63];
  }
  return text;
}

/** Read base64url, `size` bytes if named; throw `Malformed` unless `b64` would write the same text. */
export function unb64(text, size = null) {
  const out = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const sign of text) {
    const value = PLACE.get(sign);
    if (value === undefined) throw new Malformed("form", "not base64url");
    held = ((held << 6) | value) & 0xfff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out[at++] = (held >> bits) & 255;
    }
  }
  if (text.length % 4 === 1 || (held & ((1 << bits) - 1)) !== 0) {
    throw new Malformed("form", "not base64url in its one spelling without padding");
  }
  if (size !== null && out.length !== size) throw new Malformed("form", `${out.length} bytes where ${size} belong`);
  return out;
}

/** Is this text base64url of exactly `size` bytes? */
export function isB64(text, size) {
  try {
    unb64(text, size);
    return true;
  } catch {
    return false;
  }
}

/** Compare two texts by code points: below zero, zero or above zero. */
export function byCodePoints(a, b) {
  const left = [...a];
  const right = [...b];
  for (let at = 0; at < left.length && at < right.length; at++) {
    if (left[at] !== right[at]) return left[at].codePointAt(0) - right[at].codePointAt(0);
  }
  return left.length - right.length;
}

/** Give `value` so many times; throw `Malformed` for a number that no game needs. */
export function repeated(value, count) {
  if (!Number.isInteger(count) || count < 0 || count > MAX_PIECES) throw new Malformed("size", "not so many pieces");
  return Array.from({ length: count }, () => value);
}
