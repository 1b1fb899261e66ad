/**
 * The zip file of a record: stored members, one after the other, in their one form.
 *
 * Nothing is unpacked: the members are read off their headers, the whole file is written anew from them, and unless
 * the two are equal byte for byte the file is refused. So there is no bomb, no path and no second reading of a file.
 */

import { Malformed, fromUtf8, joined, same, utf8 } from "./bytes.js";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const HEADER = 30;
const NEW_YEAR_1980 = 0x21;
const FILE_MODE = 0o100644;
const UNIX = 3;
const VERSION = 20;
const CRC = crcTable();

/** Read the members, a map from name to bytes in the order of the file; throw `Malformed`. */
export function readZip(file, maxBytes) {
  if (file.length > maxBytes) throw new Malformed("size", `the file has more than ${maxBytes} bytes`);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const members = new Map();
  let at = 0;
  while (at + HEADER <= file.length && view.getUint32(at, true) === LOCAL) {
    const size = view.getUint32(at + 18, true);
    const start = at + HEADER + view.getUint16(at + 26, true);
    if (view.getUint16(at + 8, true) !== 0) throw new Malformed("zip", "a member is compressed");
    if (start + size > file.length) throw new Malformed("size", "the sizes in the file do not add up");
    const name = fromUtf8(file.subarray(at + HEADER, start));
    if (members.has(name)) throw new Malformed("member", "a member is there twice");
    members.set(name, file.subarray(start, start + size));
    at = start + size;
  }
  if (!members.size) throw new Malformed("zip", "not a zip file of stored members");
  if (!same(writeZip(members), file)) {
    throw new Malformed("form", "the file is not in its one form: something is added, reordered or written otherwise");
  }
  return members;
}

/** Write members (pairs of name and bytes) as the one zip file that holds them. */
export function writeZip(members) {
  const parts = [];
  const directory = [];
  let at = 0;
  for (const [text, data] of members) {
    const name = utf8(text);
    const common = [VERSION, 0, 0, 0, NEW_YEAR_1980];
    const sizes = [crc32(data), data.length, data.length];
    const local = joined([words32(LOCAL), words16(...common), words32(...sizes), words16(name.length, 0), name]);
    directory.push(words32(CENTRAL), words16((UNIX << 8) | VERSION, ...common), words32(...sizes));
    directory.push(words16(name.length, 0, 0, 0, 0), words32((FILE_MODE << 16) >>> 0, at), name);
    parts.push(local, data);
    at += local.length + data.length;
  }
  const central = joined(directory);
  const count = [...members].length;
  const end = [words32(END), words16(0, 0, count, count), words32(central.length, at), words16(0)];
  return joined([...parts, central, ...end]);
}

function words16(...numbers) {
  return new Uint8Array(numbers.flatMap((number) => [number & 255, number >> 8]));
}

function words32(...numbers) {
  return new Uint8Array(numbers.flatMap((n) => [n & 255, (n >>> 8) & 255, (n >>> 16) & 255, n >>> 24]));
}

function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

function crcTable() {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    return crc;
  });
}
