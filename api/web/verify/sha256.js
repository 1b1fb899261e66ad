/**
 * SHA-256 (FIPS 180-4) and HMAC (RFC 2104), written out.
 *
 * A browser offers both only to pages that it calls secure, and only asynchronously; a verifier hashes thousands of
 * short texts one after the other.
 */

import { joined } from "./bytes.js";

const ROUNDS = new Int32Array(64);
const START = new Int32Array(8);
fillConstants();

/** Give the SHA-256 of bytes, 32 bytes. */
export function sha256(bytes) {
  const state = START.slice();
  const words = new Int32Array(64);
  const whole = bytes.length - (bytes.length % 64);
  for (let at = 0; at < whole; at += 64) compress(state, words, bytes, at);
  const tail = new Uint8Array(bytes.length - whole < 56 ? 64 : 128);
  tail.set(bytes.subarray(whole));
  tail[bytes.length - whole] = 0x80;
  const view = new DataView(tail.buffer);
  view.setUint32(tail.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(tail.length - 4, (bytes.length << 3) >>> 0);
  for (let at = 0; at < tail.length; at += 64) compress(state, words, tail, at);
  return bigEndian(state);
}

/** Give HMAC-SHA256 of bytes under a key, 32 bytes. */
export function hmac(key, bytes) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined([block.map((byte) => byte ^ 0x36), bytes]));
  return sha256(joined([block.map((byte) => byte ^ 0x5c), inner]));
}

function compress(state, words, bytes, at) {
  for (let i = 0; i < 16; i++) {
    const place = at + 4 * i;
    words[i] = (bytes[place] << 24) | (bytes[place + 1] << 16) | (bytes[place + 2] << 8) | bytes[place + 3];
  }
  for (let i = 16; i < 64; i++) {
    const x = words[i - 15];
    const y = words[i - 2];
    const low = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const high = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[i] = (words[i - 16] + low + words[i - 7] + high) | 0;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let i = 0; i < 64; i++) {
    const sumE = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (((h + sumE) | 0) + ((e & f) ^ (~e & g)) + ((ROUNDS[i] + words[i]) | 0)) | 0;
    const sumA = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (sumA + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** The constants are the first 32 bits of the roots of the first primes: square roots to start, cube roots a round. */
function fillConstants() {
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  primes.forEach((prime, i) => {
    ROUNDS[i] = fraction(prime, 3n);
    if (i < 8) START[i] = fraction(prime, 2n);
  });
}

/** The first 32 bits behind the point of the k-th root of n, exactly. */
function fraction(n, k) {
  const target = BigInt(n) << (32n * k);
  let root = 0n;
  for (let bit = 1n << 40n; bit; bit >>= 1n) if ((root + bit) ** k <= target) root += bit;
  return Number(root & 0xffffffffn);
}

function bigEndian(state) {
  const out = new Uint8Array(32);
  const view = new DataView(out.buffer);
  state.forEach((word, i) => view.setUint32(4 * i, word));
  return out;
}
