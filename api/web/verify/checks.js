/** The list of checks of a record, in the order of the report, and what each needs to have passed before. */

import { dealKeys, deals, entitled, keyRoot, openings, seals, seeds, shuffle } from "./checks_cards.js";
import { canonical, chain, clock, closed, rules, schema, sequence } from "./checks_form.js";
import { receipts, seatSignatures, serverSignature, trust } from "./checks_signatures.js";
import { Evidence } from "./evidence.js";
import { Notes } from "./report.js";

/** The checks in the order of the report: name, what must have passed before, and how it is done. */
const CHECKS = [
  ["canonical", [], canonical],
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

/** Make every check of a bundle on a board; resolves to the evidence. `pinned` and `own` as for `verify`. */
export async function examineBundle(board, bundle, pinned, own) {
  const evidence = new Evidence(bundle, pinned, own);
  await board.run("manifest", (note) => {
    if (bundle.altered.length) note.wrong("manifest.altered", null, bundle.altered.join(", "));
  });
  for (const [name, needs, check] of CHECKS) {
    if (!board.blocked(name, needs)) await board.run(name, (note) => check(evidence, note));
  }
  await shuffled(board, evidence);
  return evidence;
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

/** Write the lines of a file that cannot be read: all but the first are not checked. */
export function unread(board) {
  for (const [name] of CHECKS) board.skipped(name);
  for (const name of ["deadlines", "legal", "pieces", "shuffle", ...BY_THE_RULES]) board.skipped(name);
}
