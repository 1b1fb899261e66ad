/** Bytes, shape, numbers, chain and end: what can be checked without any key. */

import { Malformed } from "./bytes.js";
import { dataDigest } from "./bundle.js";
import { decode } from "./canonical.js";
import { isAction, isEntry, isEvent } from "./messages.js";
import { pointerOf } from "./seals.js";

/** Is every entry in its one canonical spelling, and of an entry's shape? */
export function canonical(evidence, note) {
  if (!evidence.bundle.entries.length) note.wrong("canonical.none");
  for (const [place, line] of evidence.bundle.entries.entries()) {
    let entry;
    try {
      entry = decode(line);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      return note.wrong("canonical.bytes", place + 1, note.fault(error.fault));
    }
    if (!isEntry(entry)) return note.wrong("canonical.shape", place + 1);
    evidence.entries.push(entry);
  }
}

/** Are the entries of this table, numbered 1, 2, 3 ... without gap or repetition? */
export function sequence(evidence, note) {
  for (const [place, entry] of evidence.entries.entries()) {
    if (entry.seq !== place + 1) return note.wrong("sequence.number", place + 1, entry.seq);
    if (entry.table !== evidence.bundle.table) return note.wrong("sequence.table", place + 1, entry.table);
  }
}

/** Does every entry name the hash of the one before? */
export function chain(evidence, note) {
  let prev = null;
  for (const [place, entry] of evidence.entries.entries()) {
    if (entry.prev !== prev) return note.wrong("chain.prev", entry.seq);
    prev = evidence.hashes[place];
  }
}

/** Does the server's clock never run backwards? */
export function clock(evidence, note) {
  let at = 0;
  for (const entry of evidence.entries) {
    if (entry.at < at) return note.wrong("clock.back", entry.seq, at, entry.at);
    at = entry.at;
  }
}

/** Does the log end with `table.closed`, and does that count every entry? */
export function closed(evidence, note) {
  const ends = evidence.events("table.closed");
  if (!ends.length) return note.gap("closed.open");
  const [{ seq, event }] = ends;
  if (seq !== evidence.entries.length || ends.length > 1) return note.wrong("closed.after", seq + 1);
  if (event.entries !== seq) note.wrong("closed.count", seq, event.entries, seq);
}

/** Is the component data the one that entry 1 names, and is the game one that this verifier can follow? */
export function rules(evidence, note) {
  const { data } = evidence.bundle;
  const promised = evidence.opened.data ?? null;
  if (promised !== (data === null ? null : dataDigest(data))) return note.wrong("rules.data", 1);
  if (typeof evidence.opened.rules !== "string") return note.wrong("rules.none", 1);
  if (evidence.game === null) {
    return note.unsupported("rules.unknown", 1, evidence.opened.rules, evidence.opened.version);
  }
  note.aside("rules.partly", evidence.opened.rules, evidence.opened.version);
}

/** Is everything that the table says in its shape? Works out what is secret, and for whom. */
export function schema(evidence, note) {
  for (const entry of evidence.entries) {
    if (!isAction(entry.action) || !entry.events.every(isEvent)) return note.wrong("schema.house", entry.seq);
    try {
      evidence.audiences.set(entry.seq, secretsOf(evidence, entry));
    } catch {
      return note.wrong("schema.game", entry.seq);
    }
  }
  note.aside("schema.partly");
}

function secretsOf(evidence, entry) {
  const messages = [[["action"], entry.action], ...entry.events.map((event, place) => [["events", place], event])];
  return messages.flatMap(([where, message]) => {
    const house = message.type.includes(".");
    const secrets = house ? houseSecrets(message) : evidence.game.secrets(message, evidence.opened.options);
    return secrets.map(([path, audience]) => ({ pointer: pointerOf([...where, ...path]), audience }));
  });
}

/** The table's own secrets, for the house alone: what makes the deal keys, and a seed that the server made. */
function houseSecrets(message) {
  switch (message.type) {
    case "table.open":
    case "table.opened":
      return [[["secret"], []]];
    case "seat.take":
      return (message.bot ?? null) === null && (message.seed ?? null) !== null ? [[["seed"], []]] : [];
    case "seat.taken":
      return message.bot === null && message.seed_by === "server" ? [[["seed"], []]] : [];
    default:
      return [];
  }
}
