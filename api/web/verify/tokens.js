/**
 * What the server signs: receipts, heads and rotations, as JWS compact with Ed25519 and in one spelling only.
 *
 * A set of keys knows which keys it believes; a key that merely comes with a file is never among them by itself.
 */

import { Malformed, b64, isB64, unb64, utf8 } from "./bytes.js";
import { decode, encode } from "./canonical.js";
import { isPublicKey, signedBy } from "./ed25519.js";
import { sha256 } from "./sha256.js";

/** The members of each signed statement and what each has to be. */
const STATEMENTS = {
  "stammtisch-receipt+jws": {
    action: isText,
    durability: (value) => ["fsync", "fsync+replicas", "everysec", "memory"].includes(value),
    hash: isText,
    key: isText,
    seq: Number.isSafeInteger,
    table: isText,
  },
  "stammtisch-head+jws": { hash: isText, seq: Number.isSafeInteger, table: isText },
  "stammtisch-rotation+jws": { new: isText, old: isText },
};
const KEY_MEMBERS = {
  x: isText,
  kid: isText,
  kty: (value) => value === "OKP",
  crv: (value) => value === "Ed25519",
  alg: (value) => value === "Ed25519",
  use: (value) => value === "sig",
  since: (value) => value === null || (Array.isArray(value) && value.length === 2 && value.every(isText)),
};
const KEY_DEFAULTS = { kty: "OKP", crv: "Ed25519", alg: "Ed25519", use: "sig", since: null };

/** Give the RFC 7638 thumbprint of an Ed25519 public key (base64url). */
export function thumbprint(x) {
  return b64(sha256(encode({ crv: "Ed25519", kty: "OKP", x })));
}

/** Read the JSON value of a key file into a list of keys; throw `Malformed`. `complete`: no member may be left out. */
export function readKeyFile(value, complete) {
  if (!hasExactly(value, { keys: Array.isArray })) throw new Malformed("key", "a key file has the one member keys");
  return value.keys.map((key) => {
    const full = complete || !isObject(key) ? key : { ...KEY_DEFAULTS, ...key };
    if (!hasExactly(full, KEY_MEMBERS)) throw new Malformed("key", "a key is not as the house publishes it");
    return full;
  });
}

/** Public keys that are believed, by kid. */
export class KeySet {
  constructor() {
    this.keys = new Map();
  }

  /** Take keys as given; throw `Malformed` for a wrong thumbprint, a malformed key or one of small order. */
  static of(keys) {
    const set = new KeySet();
    for (const key of keys) set.add(key);
    return set;
  }

  /** Give the set with every published key that follows a believed one, the step signed by both. */
  async withSuccessors(published) {
    const grown = new KeySet();
    grown.keys = new Map(this.keys);
    let waiting = published.filter((key) => key.since !== null);
    for (let more = true; more; ) {
      more = false;
      for (const key of waiting) {
        if (!grown.keys.has(key.kid) && (await grown.follows(key))) {
          grown.add(key);
          more = true;
        }
      }
      waiting = waiting.filter((key) => !grown.keys.has(key.kid));
    }
    return grown;
  }

  has(kid) {
    return this.keys.has(kid);
  }

  /** Give the payload of a token of this type signed by one of the keys; throw `Malformed`. */
  async read(token, typ) {
    const parts = token.split(".");
    if (parts.length !== 3) throw new Malformed("form", "a token has three parts");
    const [header, payload, signature] = parts;
    const kid = readHeader(header, typ);
    const [signed, body] = [unb64(signature, 64), unb64(payload)];
    const key = this.keys.get(kid);
    if (key === undefined) throw new Malformed("kid", "the key is not among the trusted ones");
    if (!(await signedBy(key, utf8(`${header}.${payload}`), signed))) {
      throw new Malformed("signature", "the signature is wrong");
    }
    const value = decode(body);
    if (!hasExactly(value, STATEMENTS[typ])) throw new Malformed("payload", "the payload is not that of its type");
    return value;
  }

  add(key) {
    if (!isB64(key.x, 32)) throw new Malformed("key", "the key is malformed");
    const raw = unb64(key.x, 32);
    if (!isPublicKey(raw)) throw new Malformed("key", "the key is no point of the large group");
    if (key.kid !== thumbprint(key.x)) throw new Malformed("kid", "the kid is not the key's thumbprint");
    this.keys.set(key.kid, raw);
  }

  async follows(key) {
    try {
      const byOld = await this.read(key.since[0], "stammtisch-rotation+jws");
      const byNew = await KeySet.of([key]).read(key.since[1], "stammtisch-rotation+jws");
      const signer = readHeader(key.since[0].split(".")[0], "stammtisch-rotation+jws");
      const one = byOld.new === byNew.new && byOld.old === byNew.old;
      return one && byOld.new === key.x && thumbprint(byOld.old) === signer;
    } catch {
      return false;
    }
  }
}

/** Does a value have exactly these members, each as its test demands? */
export function hasExactly(value, members) {
  if (!isObject(value) || Object.keys(value).length !== Object.keys(members).length) return false;
  return Object.entries(members).every(([name, fits]) => Object.hasOwn(value, name) && fits(value[name]));
}

/** Is this an object, and no array? */
export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Is this a text? */
export function isText(value) {
  return typeof value === "string";
}

function readHeader(part, typ) {
  let header;
  try {
    header = decode(unb64(part));
  } catch {
    throw new Malformed("header", "the header is malformed");
  }
  if (!isObject(header) || header.alg !== "Ed25519") throw new Malformed("alg", "only Ed25519 is accepted");
  if (header.typ !== typ) throw new Malformed("typ", `this is no ${typ}`);
  if (!hasExactly(header, { alg: isText, kid: isText, typ: isText })) {
    throw new Malformed("header", "the header has exactly the members alg, kid and typ");
  }
  return header.kid;
}
