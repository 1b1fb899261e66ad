/** Who vouches for the log: the server's keys, its signed head, receipts, and the seats' own signatures. */

import { Malformed, b64, isB64, unb64 } from "./bytes.js";
import { encode } from "./canonical.js";
import { isPublicKey, signedBy } from "./ed25519.js";
import { filled, isSealed } from "./seals.js";
import { sha256 } from "./sha256.js";

/** Is the key that entry 1 names one of those that the reader pinned before play, or a signed successor? */
export async function trust(evidence, note) {
  if (evidence.trust === null) return note.gap("trust.none");
  const keys = await evidence.keys();
  if (!keys.has(evidence.opened.server_key)) note.wrong("trust.other", 1);
}

/** Did the server sign the last entry's hash, and with it the whole chain? */
export async function serverSignature(evidence, note) {
  const { head: token, table } = evidence.bundle;
  const count = evidence.hashes.length;
  if (token === null) return note.gap("head.none");
  const head = await signed(evidence, token, "stammtisch-head+jws");
  if (head instanceof Malformed) return note.wrong("head.nothing", count, note.fault(head.fault));
  if (head.table !== table) return note.wrong("head.table", head.seq, head.table);
  if (head.seq !== count) return note.wrong("head.count", head.seq, head.seq, count);
  if (head.hash !== evidence.hashes.at(-1)) note.wrong("head.history", head.seq);
}

/** Is what each receipt promises in the log, under that number and hash? */
export async function receipts(evidence, note) {
  const tokens = [...evidence.bundle.receipts, ...evidence.ownReceipts];
  if (!tokens.length) return note.aside("receipts.none");
  for (const token of tokens) {
    const receipt = await signed(evidence, token, "stammtisch-receipt+jws");
    if (receipt instanceof Malformed) note.wrong("receipts.nothing", null, note.fault(receipt.fault));
    else judge(evidence, note, receipt);
  }
}

function judge(evidence, note, receipt) {
  const { seq } = receipt;
  if (receipt.table !== evidence.bundle.table) return note.wrong("receipts.table", seq, receipt.table);
  if (seq < 1 || seq > evidence.hashes.length) return note.wrong("receipts.missing", seq);
  if (receipt.hash !== evidence.hashes[seq - 1]) return note.wrong("receipts.fork", seq);
  if (receipt.action !== b64(sha256(encode(evidence.entries[seq - 1].action)))) note.wrong("receipts.action", seq);
}

/** Give what a token says, or the `Malformed` that says why it proves nothing. */
async function signed(evidence, token, typ) {
  try {
    return await (await evidence.keys()).read(token, typ);
  } catch (error) {
    if (error instanceof Malformed) return error;
    throw error;
  }
}

/** Did each seat that registered a key sign each of its actions, on what it had last seen? */
export async function seatSignatures(evidence, note) {
  const keys = new Map();
  const last = new Map();
  const standIns = new Set();
  for (const entry of evidence.entries) {
    const { seat } = entry.by;
    const key = keys.get(seat) ?? null;
    const owed = key !== null && !byAnother(entry, standIns);
    if (owed) await oneSignature(evidence, note, entry, key, last.get(seat) ?? 0);
    else if ("sig" in entry) note.wrong("seat.stranger", entry.seq);
    if (seat !== undefined) last.set(seat, entry.seq);
    for (const event of entry.events) {
      if (event.type === "seat.taken") keys.set(event.seat, event.key);
      else if (event.type === "seat.left") keys.delete(event.seat);
      else if (event.type === "seat.controlled") {
        if (event.by === "bot") standIns.add(event.seat);
        else standIns.delete(event.seat);
      }
    }
  }
}

/** Does somebody speak for the seat who signs nothing: the clock with a deadline, or a bot that was let in? */
function byAnother({ by, action }, standIns) {
  return by.via === "clock" ? action.type === "tick" : by.via === "bot" && standIns.has(by.seat);
}

async function oneSignature(evidence, note, entry, key, last) {
  const { seq, sig, table, by } = entry;
  if (sig === undefined) return note.wrong("seat.unsigned", seq, by.seat);
  if (sig.head < Math.max(last, 1) || sig.head >= seq) return note.wrong("seat.stale", seq, by.seat, sig.head);
  const openings = new Map((evidence.openings.get(seq) ?? []).map((opening) => [opening.pointer, opening]));
  const action = filled(entry.action, openings, ["action"]);
  if (isSealed(action)) return note.gapAt("seat.hidden", seq, by.seat);
  const seen = evidence.hashes[sig.head - 1];
  const message = encode(["stammtisch/seat/1", table, by.seat, sig.head, seen, sig.key, action]);
  const wellFormed = isB64(key, 32) && isB64(sig.sig, 64) && isPublicKey(unb64(key));
  if (!wellFormed || !(await signedBy(unb64(key), message, unb64(sig.sig)))) note.wrong("seat.wrong", seq, by.seat);
}
