/** SHA-512 (FIPS 180-4), for Ed25519 where the platform has none. Meant for short messages. */

const MASK = (1n << 64n) - 1n;
const PRIMES = firstPrimes(80);
const ROUNDS_512 = PRIMES.map((prime) => fraction64(prime, 3n));
const START_512 = PRIMES.slice(0, 8).map((prime) => fraction64(prime, 2n));

/** Give the SHA-512 of bytes, 64 bytes. */
export function sha512(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 17) / 128) * 128);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  let state = START_512;
  for (let at = 0; at < padded.length; at += 128) state = block512(state, view, at);
  const out = new Uint8Array(64);
  const written = new DataView(out.buffer);
  state.forEach((word, place) => written.setBigUint64(8 * place, word));
  return out;
}

function block512(state, view, at) {
  const words = Array.from({ length: 16 }, (_, i) => view.getBigUint64(at + 8 * i));
  for (let i = 16; i < 80; i++) {
    const [x, y] = [words[i - 15], words[i - 2]];
    const low = turn(x, 1n) ^ turn(x, 8n) ^ (x >> 7n);
    const high = turn(y, 19n) ^ turn(y, 61n) ^ (y >> 6n);
    words.push((words[i - 16] + low + words[i - 7] + high) & MASK);
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 80; i++) {
    const sumE = turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n);
    const one = h + sumE + ((e & f) ^ (~e & MASK & g)) + ROUNDS_512[i] + words[i];
    const sumA = turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n);
    const two = sumA + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & MASK, c, b, a, (one + two) & MASK];
  }
  return [a, b, c, d, e, f, g, h].map((word, place) => (word + state[place]) & MASK);
}

function turn(word, by) {
  return ((word >> by) | (word << (64n - by))) & MASK;
}

function firstPrimes(count) {
  const primes = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return primes;
}

/** The first 64 bits behind the point of the k-th root of n, exactly. */
function fraction64(n, k) {
  const target = BigInt(n) << (64n * k);
  let root = 0n;
  for (let bit = 1n << 80n; bit; bit >>= 1n) if ((root + bit) ** k <= target) root += bit;
  return root & MASK;
}
