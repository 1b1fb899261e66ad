/** What is sealed and opened, what the house promised before the cards, and whether it dealt what it promised. */

import { b64, isB64, unb64 } from "./bytes.js";
import { isPromisedKey } from "./merkle.js";
import { filled, openingFits } from "./seals.js";
import { sha256 } from "./sha256.js";
import { DealChance } from "./shuffle.js";

/** Is sealed exactly what has to be secret, each under a digest of its own? */
export function seals(evidence, note) {
  const seen = new Set();
  for (const { seq } of evidence.entries) {
    const due = new Set(evidence.audiences.get(seq).map((secret) => secret.pointer));
    for (const { pointer, digest } of evidence.seals(seq)) {
      if (!due.delete(pointer)) return note.wrong("seals.public", seq, pointer);
      if (seen.has(digest)) return note.wrong("seals.repeated", seq, pointer);
      seen.add(digest);
    }
    if (due.size) return note.wrong("seals.open", seq, [...due].sort()[0]);
  }
}

/** Does every opening give the digest of the seal at its place? */
export function openings(evidence, note) {
  const { table } = evidence.bundle;
  for (const [seq, given] of evidence.openings) {
    const left = new Map(evidence.seals(seq).map((seal) => [seal.pointer, seal.digest]));
    for (const opening of given) {
      const digest = left.get(opening.pointer);
      if (!left.delete(opening.pointer)) return note.wrong("openings.nothing", seq, opening.pointer);
      if (!openingFits(opening, table, seq, digest)) return note.wrong("openings.other", seq, opening.pointer);
    }
  }
}

/** Are all openings there that this reader is due, and none that he is not? */
export function entitled(evidence, note) {
  const { reader } = evidence.bundle;
  let erased = 0;
  for (const { seq } of evidence.entries) {
    const given = new Set((evidence.openings.get(seq) ?? []).map((opening) => opening.pointer));
    for (const { pointer, audience } of evidence.audiences.get(seq)) {
      const due = evidence.isClosed(seq) || audience === "all" || (reader !== null && audience.includes(reader));
      if (due && !given.has(pointer)) {
        if (audience !== "all") return note.wrong("entitled.missing", seq, pointer);
        erased += 1;
      }
      if (!due && given.has(pointer)) return note.wrong("entitled.extra", seq, pointer);
    }
  }
  if (erased) note.gap("entitled.erased", erased);
}

/** Does entry 1 open the table, and fix the root of all deal keys before anybody sits? */
export function keyRoot(evidence, note) {
  const places = evidence.events("table.opened").map(({ seq }) => seq);
  if (places.length !== 1 || places[0] !== 1 || evidence.entries[0].events.length !== 1) {
    return note.wrong("key_root.place", places[0] ?? 1);
  }
  if (!isB64(evidence.opened.root, 32)) note.wrong("key_root.none", 1);
}

/** Did each seat promise its seed before it was shown, and are exactly these fixed before the first card? */
export function seeds(evidence, note) {
  const promised = new Map();
  const shown = new Map();
  let started = false;
  for (const { seq, events } of evidence.entries) {
    for (const event of events) {
      switch (event.type) {
        case "seat.taken":
          promised.set(event.seat, event.commitment);
          shown.delete(event.seat);
          break;
        case "seat.left":
          promised.delete(event.seat);
          shown.delete(event.seat);
          break;
        case "seeds.voided":
          promised.clear();
          shown.clear();
          break;
        case "seat.ready":
          if (!isB64(event.seed, 32) || b64(sha256(unb64(event.seed))) !== promised.get(event.seat)) {
            return note.wrong("seeds.other", seq, event.seat);
          }
          shown.set(event.seat, event.seed);
          break;
        case "table.started":
          started = true;
          if (!areShown(event.seeds, shown, evidence.opened.seats)) return note.wrong("seeds.fixed", seq);
          break;
        case "deal.opened":
          if (!started) return note.wrong("seeds.late", seq);
      }
    }
  }
  if (!started) note.aside("seeds.none");
}

function areShown(fixed, shown, seats) {
  return fixed.length === seats && fixed.every((seed, seat) => seed === shown.get(seat));
}

/** Do the deals count 1, 2, 3 ..., one after the other, none of them dealt again after a void one? */
export function deals(evidence, note) {
  let [running, ended, number] = [false, false, 0];
  for (const { seq, event } of evidence.events("deal.opened", "deal.closed", "deal.void", "table.closed")) {
    if (event.type === "deal.opened") {
      if (running || ended || event.deal !== number + 1) return note.wrong("deals.begins", seq, event.deal, number);
      [running, number] = [true, event.deal];
    } else if (event.type === "table.closed") {
      if (running) return note.wrong("deals.over", seq, number);
    } else {
      if (!running || event.deal !== number) return note.wrong("deals.ends", seq, event.deal);
      [running, ended] = [false, event.type === "deal.void"];
    }
  }
  if (running) note.gapAt("deals.runs", evidence.deals.at(-1).first, number);
}

/** Is each key that was shown the one promised for just this deal? */
export function dealKeys(evidence, note) {
  for (const { seq, event } of evidence.events("deal.closed", "deal.void")) {
    const fits = isPromisedKey(event.key, event.deal, evidence.game.maxDeals, event.proof, evidence.opened.root);
    if (!fits) note.wrong("deal_keys.other", seq, event.deal);
  }
}

/** Are the cards dealt, drawn and turned up those of the promised shuffles? The board of `pieces` is kept beside. */
export function shuffle(evidence, note, pieces) {
  const started = evidence.events("table.started")[0]?.event;
  const ends = new Map(evidence.events("deal.closed", "deal.void").map(({ event }) => [event.deal, event]));
  let followed = 0;
  for (const span of evidence.deals) {
    if (span.last === null) continue;
    const key = unb64(ends.get(span.deal).key, 32);
    const chance = new DealChance(key, evidence.bundle.table, span.deal, started.seeds, started.beacon ?? null);
    followDeal(evidence, span, chance, note, pieces);
    followed += 1;
  }
  if (!followed) note.aside("shuffle.none");
}

function followDeal(evidence, span, chance, note, pieces) {
  const { seats, options } = evidence.opened;
  const follow = evidence.game.dealer(chance, { seats, options, data: evidence.bundle.data, deal: span.deal });
  const seen = new Map();
  for (const { seq, events } of evidence.entries.slice(span.first - 1, span.last)) {
    const openings = new Map((evidence.openings.get(seq) ?? []).map((opening) => [opening.pointer, opening]));
    for (const [place, event] of events.entries()) {
      if (event.type.includes(".")) continue;
      const clear = filled(event, openings, ["events", place]);
      for (const { path, is, items, unknown } of follow(clear)) {
        const value = at(clear, path);
        if (unknown) {
          note.aside("shuffle.blind");
          continue;
        }
        const twice = oneTooMany(value, items, seen);
        if (twice !== null) return pieces.wrong("pieces.twice", seq, twice);
        const differs = compare(value, is);
        if (differs === "hidden") return note.gapAt("shuffle.hidden", seq);
        if (differs) return note.wrong("shuffle.other", seq, event.type, path.join("."));
      }
    }
  }
}

/** Compare what is recorded with what the deck gives: false, "hidden" where it is still sealed, or "other". */
function compare(value, right) {
  if (Array.isArray(right)) {
    if (!Array.isArray(value) || value.length !== right.length) return "other";
    const found = value.map((item, place) => compare(item, right[place]));
    return found.includes("other") ? "other" : found.includes("hidden") && "hidden";
  }
  if (value !== null && typeof value === "object") return typeof value.sealed === "string" ? "hidden" : "other";
  return value !== right && "other";
}

/** Count the faces drawn from one shuffle; give the first that is there more often than it went in, else null. */
function oneTooMany(value, items, seen) {
  if (!items.length) return null;
  if (!seen.has(items)) seen.set(items, countOf(items));
  const left = seen.get(items);
  for (const face of [value].flat(2)) {
    if (typeof face !== "string") continue;
    if (left.get(face) === 0) return face;
    if (left.has(face)) left.set(face, left.get(face) - 1);
  }
  return null;
}

function countOf(items) {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function at(value, path) {
  return path.reduce((inner, step) => inner?.[step], value);
}
