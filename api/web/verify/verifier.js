/**
 * The second verifier: it shares no code with the first, needs nothing but this folder, and runs in a browser and
 * under Node.
 *
 * It checks bytes, chain, signatures, promises, openings and shuffles. It knows no rules: whether an action was legal
 * and a score right is not decided again here, and the lines about it say NOT CHECKED. So it never calls a record
 * "valid", only "consistent".
 */

import { Malformed } from "./bytes.js";
import { readBundle } from "./bundle.js";
import { dealKeys, deals, entitled, keyRoot, openings, seals, seeds, shuffle } from "./checks_cards.js";
import { canonical, chain, clock, closed, rules, schema, sequence } from "./checks_form.js";
import { receipts, seatSignatures, serverSignature, trust } from "./checks_signatures.js";
import { Evidence } from "./evidence.js";
import { Board, Notes } from "./report.js";
import { KeySet, readKeyFile } from "./tokens.js";

/** The checks in the order of the report: name, what must have passed before, and how it is done. */
const CHECKS = [
  ["canonical", ["manifest"], canonical],
  ["sequence", ["canonical"], sequence],
  ["chain", ["sequence"], chain],
  ["clock", ["chain"], clock],
  ["closed", ["sequence"], closed],
  ["trust", ["canonical"], trust],
  ["server_signature", ["chain", "trust"], serverSignature],
  ["receipts", ["chain", "trust"], receipts],
  ["rules", ["canonical"], rules],
  ["schema", ["rules", "sequence"], schema],
  ["seals", ["schema"], seals],
  ["openings", ["seals"], openings],
  ["entitled", ["openings"], entitled],
  ["seat_signatures", ["chain", "openings"], seatSignatures],
  ["key_root", ["schema"], keyRoot],
  ["seeds", ["key_root"], seeds],
  ["deals", ["key_root"], deals],
  ["deal_keys", ["deals"], dealKeys],
];
const SHUFFLE_NEEDS = ["clock", "entitled", "seeds", "deal_keys"];
const BY_THE_RULES = ["events", "result", "seat_heads"];

/** Read a key file (text), as it was pinned before play; throw `Malformed`. */
export function readTrust(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Malformed("not_json", "not JSON");
  }
  return KeySet.of(readKeyFile(value, false));
}

/**
 * Examine a record file (bytes). Resolves to a report, whatever the bytes are.
 *
 * `trust`: the pinned keys (`readTrust`), or null. `receipts`: the reader's own, from elsewhere. `language`: "en" or
 * "de".
 */
export async function verify(file, options = {}) {
  const { language = "en", trust: pinned = null, receipts: own = [] } = options;
  const board = new Board(language);
  let bundle;
  try {
    bundle = readBundle(file);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return unreadable(board, error);
  }
  const evidence = new Evidence(bundle, pinned, own);
  board.passed("manifest");
  for (const [name, needs, check] of CHECKS) {
    if (!board.blocked(name, needs)) await board.run(name, (note) => check(evidence, note));
  }
  await shuffled(board, evidence);
  return board.report(bundle.table, bundle.entries.length, evidence);
}

/** The checks that the replay makes in the first verifier, in its order; most of them need the rules. */
async function shuffled(board, evidence) {
  for (const name of ["deadlines", "legal"]) if (!board.blocked(name, SHUFFLE_NEEDS)) board.notHere(name);
  const pieces = new Notes(board.words);
  pieces.aside("pieces.partly");
  const mixing = new Notes(board.words);
  const stands = SHUFFLE_NEEDS.every((name) => !board.unsure.has(name));
  if (stands) await board.attempt(mixing, (note) => shuffle(evidence, note, pieces));
  for (const [name, notes] of Object.entries({ pieces, shuffle: mixing })) {
    if (!board.blocked(name, SHUFFLE_NEEDS)) board.enter(name, notes);
  }
  for (const name of BY_THE_RULES) if (!board.blocked(name, SHUFFLE_NEEDS)) board.notHere(name);
}

function unreadable(board, error) {
  const notes = new Notes(board.words);
  const say = notes.fault(error.fault);
  if (error.fault === "version") notes.unsupported("manifest.bad", null, say);
  else notes.wrong("manifest.bad", null, say);
  board.enter("manifest", notes);
  for (const [name] of CHECKS) board.skipped(name);
  for (const name of ["deadlines", "legal", "pieces", "shuffle", ...BY_THE_RULES]) board.skipped(name);
  return board.report("", 0, null);
}
