/**
 * Ed25519 (RFC 8032), as strict as the house: keys and signatures in their one spelling, no point of small order.
 *
 * The curve is written out here because the check of a key needs it, and WebCrypto accepts keys that sign anything.
 * The signature itself is checked by WebCrypto where it knows Ed25519, else here, some fifty times as slowly.
 */

import { joined } from "./bytes.js";
import { sha512 } from "./sha512.js";

const LOW_255 = 2n ** 255n - 1n;
const P = 2n ** 255n - 19n;
const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const D = mod(-121665n * inverse(121666n));
const ROOT = power(2n, (P - 1n) / 4n);
const ZERO = [0n, 1n, 1n, 0n];
const BASE = decodePoint(littleBytes(mod(4n * inverse(5n))));
const SMALL = smallOrders();
const MAX_KNOWN = 1000;
/** What was found out about keys, by their bytes. */
const VALID = new Map();
const IMPORTED = new Map();

/** Is this 32 bytes that spell, in the one way, a point of the large group? */
export function isPublicKey(raw) {
  return raw.length === 32 && remembered(VALID, raw, () => isOfLargeGroup(decodePoint(raw)));
}

function isOfLargeGroup(point) {
  return point !== null && !isZero(point) && isZero(times(L, point));
}

/** Did the key (32 bytes, checked by `isPublicKey`) sign the message? Resolves to true or false. */
export async function signedBy(raw, message, signature) {
  if (signature.length !== 64 || little(signature.subarray(32)) >= L) return false;
  if (SMALL.has(little(signature.subarray(0, 32)) & LOW_255)) return false;
  const answer = await askPlatform(raw, message, signature);
  return answer ?? signedByHand(raw, message, signature);
}

/** The same without WebCrypto: S*B = R + h*A, compared as bytes. */
export function signedByHand(raw, message, signature) {
  const r = signature.subarray(0, 32);
  const key = decodePoint(raw);
  if (key === null) return false;
  const hash = little(sha512(joined([r, raw, message]))) % L;
  const right = add(times(little(signature.subarray(32)), BASE), times(L - hash, key));
  const spelt = encodePoint(right);
  return spelt.every((byte, place) => byte === r[place]);
}

let platformKnows = true;

async function askPlatform(raw, message, signature) {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle || !platformKnows) return null;
  try {
    const key = remembered(IMPORTED, raw, () => subtle.importKey("raw", raw, { name: "Ed25519" }, false, ["verify"]));
    return await subtle.verify({ name: "Ed25519" }, await key, signature, message);
  } catch {
    platformKnows = false;
    return null;
  }
}

function remembered(known, raw, work) {
  const name = raw.join();
  if (!known.has(name)) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(name, work());
  }
  return known.get(name);
}

/** Points are (x, y, z, t) with x = X/Z, y = Y/Z, xy = T/Z. */
function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = mod((y1 - x1) * (y2 - x2));
  const b = mod((y1 + x1) * (y2 + x2));
  const c = mod(2n * t1 * D * t2);
  const d = mod(2n * z1 * z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function times(scalar, point) {
  let sum = ZERO;
  let double = point;
  for (let left = scalar; left > 0n; left >>= 1n) {
    if (left & 1n) sum = add(sum, double);
    double = add(double, double);
  }
  return sum;
}

/** The y of every point whose order divides 8; L times any point of the curve is one of them. */
function smallOrders() {
  const found = new Set([0n, 1n, P - 1n]);
  for (let y = 2n; found.size < 5; y++) {
    const point = decodePoint(littleBytes(y));
    if (point === null) continue;
    const [, torsionY, z] = times(L, point);
    found.add(mod(torsionY * inverse(z)));
  }
  return found;
}

function isZero([x, y, z]) {
  return x === 0n && y === z;
}

/** Read a point; null unless it lies on the curve and is spelt in the one way. */
function decodePoint(raw) {
  const number = little(raw);
  const odd = number >> 255n;
  const y = number & LOW_255;
  if (y >= P) return null;
  const u = mod(y * y - 1n);
  const v = mod(D * y * y + 1n);
  let x = mod(u * power(v, 3n) * power(u * power(v, 7n), (P - 5n) / 8n));
  if (mod(v * x * x) === mod(-u)) x = mod(x * ROOT);
  if (mod(v * x * x) !== u || (x === 0n && odd)) return null;
  if ((x & 1n) !== odd) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

function encodePoint([x, y, z]) {
  const scale = inverse(z);
  return littleBytes(mod(y * scale) | ((mod(x * scale) & 1n) << 255n));
}

function little(bytes) {
  let digits = "";
  for (const byte of bytes) digits = byte.toString(16).padStart(2, "0") + digits;
  return BigInt(`0x${digits || "0"}`);
}

function littleBytes(number) {
  const digits = number.toString(16).padStart(64, "0");
  return Uint8Array.from({ length: 32 }, (_, place) => parseInt(digits.slice(62 - 2 * place, 64 - 2 * place), 16));
}

function mod(number) {
  const rest = number % P;
  return rest < 0n ? rest + P : rest;
}

function inverse(number) {
  return power(number, P - 2n);
}

function power(base, exponent) {
  let found = 1n;
  let square = mod(base);
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) found = mod(found * square);
    square = mod(square * square);
  }
  return found;
}
