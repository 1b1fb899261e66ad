/**
 * The smallest file that proves one hand or one trick: a run of the log up to an entry that the server signed, and the
 * openings of what is shown. With the deck it brings everything up to the end of the deal.
 */

import { Malformed, b64, fromAscii } from "./bytes.js";
import { decode, encode } from "./canonical.js";
import { examineBundle } from "./checks.js";
import { alteredMembers, checkedManifest, readData, readOpenings, splitLines } from "./container.js";
import { GAMES } from "./games.js";
import { isEntry } from "./messages.js";
import { Board, Notes } from "./report.js";
import { findSeals, openingFits, pointerOf } from "./seals.js";
import { sha256 } from "./sha256.js";
import { KeySet, hasExactly, isText, readKeyFile } from "./tokens.js";

const ANCHOR = "anchor.txt";
const PROOF_TYPE = "stammtisch/proof/1";
const PROOF_MEMBERS = ["manifest.json", "entries.jsonl", "openings.jsonl", ANCHOR, "keys.json", "data.json"];
const isPlace = (value) => value === null || Number.isSafeInteger(value);
const CLAIM = {
  deal: Number.isSafeInteger,
  deck: (value) => typeof value === "boolean",
  seat: isPlace,
  trick: isPlace,
};
const PROOF_SHAPE = { claim: (value) => hasExactly(value, CLAIM), table: isText };

/** Are these the members of a proof, and not of a record? */
export function isProof(members) {
  return members.has(ANCHOR);
}

/** Examine the members of a proof; resolves to a report. `pinned`: the reader's keys, or null. */
export async function verifyProof(board, members, pinned) {
  let proof;
  try {
    proof = readProof(members);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    board.enter("manifest", Notes.ofFault(board.words, error));
    return board.report("", 0, null, "proof.scope");
  }
  board.passed("manifest");
  proof.hashes = proof.lines.map((line) => b64(sha256(line)));
  await board.run("canonical", (note) => canonicalRun(proof, note));
  if (!board.blocked("chain", ["canonical"])) await board.run("chain", (note) => chainedRun(proof, note));
  if (board.unsure.size) return board.report(proof.table, proof.lines.length, null, "proof.scope");
  await anchored(board, proof, pinned);
  await board.run("openings", (note) => opened(proof, note));
  await board.run("claim", (note) => claimed(proof, note));
  if (proof.claim.deck) await board.run("deck", (note) => fromTheDeck(board, proof, note));
  const report = board.report(proof.table, proof.lines.length, null, proof.claim.deck ? "scope" : "proof.scope");
  return report.verdict === "consistent" ? { ...report, sentence: statement(board.words, proof) } : report;
}

function readProof(members) {
  const manifest = checkedManifest(members, PROOF_MEMBERS, ["data.json"], PROOF_TYPE, PROOF_SHAPE);
  const [altered] = alteredMembers(manifest, members);
  if (altered !== undefined) throw new Malformed("digest", `${altered} is not what the manifest says`);
  return {
    table: manifest.table,
    claim: manifest.claim,
    lines: splitLines(members.get("entries.jsonl")),
    entries: [],
    openings: readOpenings(members.get("openings.jsonl")),
    anchor: fromAscii(members.get(ANCHOR)),
    keys: readKeyFile(decode(members.get("keys.json")), true),
    data: readData(members),
  };
}

/** Is every entry in its one canonical spelling, and of an entry's shape? */
function canonicalRun(proof, note) {
  if (!proof.lines.length) note.wrong("canonical.none");
  for (const line of proof.lines) {
    try {
      proof.entries.push(decode(line));
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      return note.wrong("canonical.bytes", null, note.fault(error.fault));
    }
    if (!isEntry(proof.entries.at(-1))) return note.wrong("canonical.shape");
  }
}

/** Does every entry follow the one before, in number, table and hash? */
function chainedRun(proof, note) {
  const [first] = proof.entries;
  for (const [place, entry] of proof.entries.entries()) {
    if (place === 0) continue;
    const follows = entry.seq === first.seq + place && entry.table === proof.table;
    if (!follows || entry.prev !== proof.hashes[place - 1]) return note.wrong("chain.follows", first.seq + place);
  }
}

/** Did the server sign the last entry, with a key that was pinned? */
async function anchored(board, proof, pinned) {
  let signed;
  try {
    const keys = pinned === null ? KeySet.of(proof.keys) : await pinned.withSuccessors(proof.keys);
    signed = await receiptOrHead(keys, proof.anchor);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    await board.run("server_signature", (note) => note.wrong("anchor.nothing", null, note.fault(error.fault)));
    return;
  }
  await board.run("trust", (note) => (pinned === null ? note.gap("trust.none") : null));
  await board.run("server_signature", (note) => {
    const last = proof.entries.at(-1);
    const fits = signed.table === proof.table && signed.seq === last.seq && signed.hash === proof.hashes.at(-1);
    const says = signed.action === undefined || signed.action === b64(sha256(encode(last.action)));
    if (!fits || !says) note.wrong("anchor.other", last.seq);
  });
}

async function receiptOrHead(keys, token) {
  try {
    return await keys.read(token, "stammtisch-receipt+jws");
  } catch (error) {
    if (error.fault !== "typ") throw error;
    return keys.read(token, "stammtisch-head+jws");
  }
}

/** Does every opening give the digest of the seal at its place? */
function opened(proof, note) {
  if (proof.claim.trick === null && !proof.openings.length) return note.wrong("proof.closed");
  const left = new Map(
    proof.entries.flatMap((entry) => findSeals(entry).map(({ pointer, digest }) => [`${entry.seq} ${pointer}`, digest])),
  );
  for (const opening of proof.openings) {
    const place = placeOf(opening);
    const digest = left.get(place);
    if (!left.delete(place)) return note.wrong("openings.nothing", opening.seq, opening.pointer);
    if (!openingFits(opening, proof.table, opening.seq, digest)) {
      return note.wrong("openings.other", opening.seq, opening.pointer);
    }
  }
}

/** Is what is shown what the claim says: this deal, this seat's whole hand or this trick, and no more? */
function claimed(proof, note) {
  const { deal, seat, trick, deck } = proof.claim;
  const run = runOf(proof);
  if (run === null) return note.wrong("claim.deal", null, deal);
  if (trick === null && seat === null) return note.wrong("claim.nothing");
  if (trick !== null && trickOf(proof) === null) return note.wrong("claim.trick", null, trick);
  const hand = trick === null ? handOf(proof) : [];
  if (hand === null) return note.wrong("claim.hand", null, seat);
  if (!deck && hand.length !== proof.openings.length) note.wrong("claim.more");
}

/** The entries of the claimed deal, from the one that opens it; null where that is not among them. */
function runOf({ entries, claim }) {
  const holds = (entry, kinds) => entry.events.some((event) => kinds.includes(event.type) && event.deal === claim.deal);
  const first = entries.findIndex((entry) => holds(entry, ["deal.opened"]));
  if (first < 0) return null;
  const length = entries.slice(first).findIndex((entry) => holds(entry, ["deal.closed", "deal.void"]));
  return length < 0 ? entries.slice(first) : entries.slice(first, first + length + 1);
}

/** The entries of the claimed trick, counted from the deal's first; null where there is none. */
function trickOf(proof) {
  let trick = [];
  let number = 0;
  for (const entry of runOf(proof)) {
    trick.push(entry);
    if (!entry.events.some((event) => event.type === "trick_won")) continue;
    number += 1;
    if (number === proof.claim.trick) return trick;
    trick = [];
  }
  return null;
}

/** The openings of everything that was sealed for the seat alone in the deal; null unless all of it is there. */
function handOf(proof) {
  const run = runOf(proof);
  const readings = Object.values(GAMES).map((game) => sealedFor(game, run, proof.claim.seat));
  const [places, ...more] = readings.filter((found) => found.size > 0);
  if (places === undefined || more.length) return null;
  const found = proof.openings.filter((opening) => places.has(placeOf(opening)));
  return found.length === places.size ? found : null;
}

/** The places that a game seals for one seat alone; none where what it calls secret is not sealed. */
function sealedFor(game, run, seat) {
  const mine = new Set();
  try {
    for (const { seq, events } of run) {
      for (const [number, event] of events.entries()) {
        for (const [path, audience] of game.secrets(event, {})) {
          if (audience.length !== 1 || audience[0] !== seat) continue;
          mine.add(placeOf({ seq, pointer: pointerOf(["events", number, ...path]) }));
        }
      }
    }
  } catch {
    return new Set();
  }
  return mine;
}

function placeOf({ seq, pointer }) {
  return `${seq} ${pointer}`;
}

/** Let the checks of a record judge the run of the log; all that counts is what they say of this deal. */
async function fromTheDeck(board, proof, note) {
  const { table, lines, openings, keys, data, claim } = proof;
  const bundle = { table, reader: null, altered: [], entries: lines, openings, receipts: [], head: null, keys, data };
  const inner = new Board(board.language);
  const report = inner.report(table, lines.length, await examineBundle(inner, bundle, null, []));
  const bad = report.lines.find((line) => line.status === "FAIL");
  if (bad !== undefined) return note.wrong("deck.wrong", bad.seq, bad.check, bad.say);
  const judged = report.deals.some((deal) => deal.deal === claim.deal && deal.verdict === "consistent");
  if (judged) note.aside("deck.partly");
  else note.gap("deck.open", claim.deal);
}

/** Say what a proof proves. */
function statement(words, proof) {
  const { table, claim, entries } = proof;
  const rest = words.say(claim.deck ? "proven.deck" : "proven.sealed");
  if (claim.trick !== null) {
    const trick = trickOf(proof);
    const cards = trick.flatMap((entry) => entry.events.map((event) => event.card).filter(isText));
    return `${words.say("proven.trick", table, claim.trick, claim.deal, cards.join(" "), trick.at(-1).seq)} ${rest}`;
  }
  const hand = handOf(proof);
  const cards = hand.map((opening) => (isText(opening.value) ? opening.value : JSON.stringify(opening.value)));
  const values = [table, claim.seat, claim.deal, cards.join(" "), entries.at(-1).seq, hand[0].seq];
  return `${words.say("proven.hand", ...values)} ${rest}`;
}
