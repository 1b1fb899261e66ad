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
import { examineBundle, unread } from "./checks.js";
import { MAX_FILE } from "./container.js";
import { isProof, verifyProof } from "./proof.js";
import { Board, Notes } from "./report.js";
import { KeySet, readKeyFile } from "./tokens.js";
import { readZip } from "./zip.js";

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
 * Examine a record, or a partial proof (bytes). Resolves to a report, whatever the bytes are.
 *
 * `trust`: the pinned keys (`readTrust`), or null. `receipts`: the reader's own, from elsewhere. `language`: "en" or
 * "de".
 */
export async function verify(file, options = {}) {
  const { language = "en", trust: pinned = null, receipts: own = [] } = options;
  const board = new Board(language);
  let bundle;
  try {
    const members = readZip(file, MAX_FILE);
    if (isProof(members)) return await verifyProof(board, members, pinned);
    bundle = readBundle(members);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    board.enter("manifest", Notes.ofFault(board.words, error));
    unread(board);
    return board.report("", 0, null);
  }
  const evidence = await examineBundle(board, bundle, pinned, own);
  return board.report(bundle.table, bundle.entries.length, evidence);
}
