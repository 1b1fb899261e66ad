/**
 * Canonical bytes: RFC 8785 (JCS) JSON over strings, integers within 2^53-1, booleans, null, arrays and objects with
 * ASCII keys. `decode` is a parser of exactly this language: what it accepts is canonical, and nothing else is.
 */

import { Malformed, fromUtf8, utf8 } from "./bytes.js";

const MAX_DEPTH = 32;
const MAX_BYTES = 1 << 20;
const SHORT = { "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\" };
const LONG = Object.fromEntries(Object.entries(SHORT).map(([sign, escape]) => [escape[1], sign]));
const NUMBER = /-?(?:0|[1-9]\d*)/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const NEEDLESS = /[ \t\r\n]/;

/** Give the canonical bytes of a value; throw `Malformed` for one that has none. */
export function encode(value) {
  return utf8(written(value, 0));
}

/** Read canonical bytes; throw `Malformed`. Objects have no prototype, so no key is special. */
export function decode(bytes, maxBytes = MAX_BYTES) {
  if (bytes.length > maxBytes) throw new Malformed("too_large", `${bytes.length} bytes are more than ${maxBytes}`);
  const reader = new Reader(fromUtf8(bytes));
  const value = reader.value(0);
  if (reader.at !== reader.text.length) throw reader.wrong();
  return value;
}

function written(value, depth) {
  if (value === null || value === true || value === false) return String(value);
  if (typeof value === "number") return integer(value);
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object") throw new Malformed("type", `${typeof value} has no canonical form`);
  if (depth >= MAX_DEPTH) throw new Malformed("too_deep", `nested deeper than ${MAX_DEPTH}`);
  if (Array.isArray(value)) return `[${value.map((item) => written(item, depth + 1)).join(",")}]`;
  const keys = Object.keys(value).sort();
  if (!keys.every(isAscii)) throw new Malformed("key", "a key is not ASCII");
  return `{${keys.map((key) => `${quoted(key)}:${written(value[key], depth + 1)}`).join(",")}}`;
}

function integer(value) {
  if (!Number.isInteger(value)) throw new Malformed("float", `${value} is no integer`);
  if (!Number.isSafeInteger(value)) throw new Malformed("integer", `${value} is beyond 2^53-1`);
  return String(value);
}

function quoted(value) {
  if (!value.isWellFormed?.() && /\p{Surrogate}/u.test(value)) {
    throw new Malformed("surrogate", "a string holds a lone surrogate");
  }
  return `"${value.replace(/["\\\u0000-\u001f]/g, escaped)}"`;
}

function escaped(sign) {
  return SHORT[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function isAscii(key) {
  return /^[\x00-\x7f]*$/.test(key);
}

class Reader {
  constructor(source) {
    this.text = source;
    this.at = 0;
  }

  value(depth) {
    switch (this.text[this.at]) {
      case "{":
        return this.object(depth);
      case "[":
        return this.array(depth);
      case '"':
        return this.string();
      case "t":
        return this.word("true", true);
      case "f":
        return this.word("false", false);
      case "n":
        return this.word("null", null);
      default:
        return this.number();
    }
  }

  object(depth) {
    this.deeper(depth);
    const found = Object.create(null);
    if (this.skip("}")) return found;
    let last = null;
    do {
      if (this.text[this.at] !== '"') throw this.wrong();
      const key = this.string();
      if (!isAscii(key)) throw new Malformed("key", "a key is not ASCII");
      if (last !== null && key <= last) throw new Malformed("form", "keys are not sorted, or one is there twice");
      if (!this.skip(":")) throw this.wrong();
      found[key] = this.value(depth + 1);
      last = key;
    } while (this.skip(","));
    if (!this.skip("}")) throw this.wrong();
    return found;
  }

  array(depth) {
    this.deeper(depth);
    const found = [];
    if (this.skip("]")) return found;
    do found.push(this.value(depth + 1));
    while (this.skip(","));
    if (!this.skip("]")) throw this.wrong();
    return found;
  }

  string() {
    this.at++;
    let found = "";
    for (;;) {
      PLAIN.lastIndex = this.at;
      found += PLAIN.exec(this.text)[0];
      this.at = PLAIN.lastIndex;
      if (this.skip('"')) return found;
      if (!this.skip("\\")) throw this.wrong();
      found += this.escape();
    }
  }

  escape() {
    const sign = this.text[this.at];
    if (sign === undefined) throw this.wrong();
    if (sign in LONG) {
      this.at++;
      return LONG[sign];
    }
    const code = /^u00[01][0-9a-f]$/.exec(this.text.slice(this.at, this.at + 5));
    const meant = code ? String.fromCharCode(parseInt(code[0].slice(1), 16)) : null;
    if (meant === null || meant in SHORT) throw new Malformed("form", "a needless or wrong escape in a string");
    this.at += 5;
    return meant;
  }

  number() {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text);
    if (!found) throw this.wrong();
    this.at = NUMBER.lastIndex;
    if (/[.eE]/.test(this.text[this.at] ?? "")) throw new Malformed("float", "a number is no integer");
    if (found[0] === "-0" || /\d/.test(this.text[this.at] ?? "")) throw new Malformed("form", "a number is misspelt");
    const value = Number(found[0]);
    if (!Number.isSafeInteger(value)) throw new Malformed("integer", `${found[0].slice(0, 40)} is beyond 2^53-1`);
    return value;
  }

  word(spelling, meaning) {
    if (!this.text.startsWith(spelling, this.at)) throw this.wrong();
    this.at += spelling.length;
    return meaning;
  }

  skip(sign) {
    if (this.text[this.at] !== sign) return false;
    this.at++;
    return true;
  }

  deeper(depth) {
    if (depth >= MAX_DEPTH) throw new Malformed("too_deep", `nested deeper than ${MAX_DEPTH}`);
    this.at++;
  }

  wrong() {
    const here = this.text[this.at];
    if (here !== undefined && NEEDLESS.test(here)) return new Malformed("form", "white space");
    return new Malformed("not_json", "not canonical JSON");
  }
}
