/** One file that proves a table: its members, each in its one form, held together by the manifest. */

import { b64, fromAscii } from "./bytes.js";
import { decode, encode } from "./canonical.js";
import { alteredMembers, checkedManifest, readComplaint, readData, readOpenings, splitLines } from "./container.js";
import { sha256 } from "./sha256.js";
import { isText, readKeyFile } from "./tokens.js";

const RECORD_TYPE = "stammtisch/record/1";
const RECORD_MEMBERS = [
  "manifest.json",
  "entries.jsonl",
  "openings.jsonl",
  "receipts.txt",
  "head.txt",
  "keys.json",
  "data.json",
  "complaint.json",
];
const RECORD_OPTIONAL = ["head.txt", "data.json", "complaint.json"];
const RECORD_SHAPE = { reader: (value) => value === null || Number.isSafeInteger(value), table: isText };

/** Read the members of a file that nobody vouches for into a bundle, which names those that were altered; throw `Malformed`. */
export function readBundle(members) {
  const manifest = checkedManifest(members, RECORD_MEMBERS, RECORD_OPTIONAL, RECORD_TYPE, RECORD_SHAPE);
  return {
    table: manifest.table,
    reader: manifest.reader,
    altered: alteredMembers(manifest, members),
    entries: splitLines(members.get("entries.jsonl")),
    openings: readOpenings(members.get("openings.jsonl")),
    receipts: splitLines(members.get("receipts.txt")).map(fromAscii),
    head: members.has("head.txt") ? fromAscii(members.get("head.txt")) : null,
    keys: readKeyFile(decode(members.get("keys.json")), true),
    data: readData(members),
    complaint: readComplaint(members),
  };
}

/** Give the digest of component data as it stands in entry 1. */
export function dataDigest(data) {
  return b64(sha256(encode(data)));
}
