/** The file under examination, read as far as it can be read; what several checks need is worked out once. */

import { b64 } from "./bytes.js";
import { GAMES } from "./games.js";
import { findSeals } from "./seals.js";
import { sha256 } from "./sha256.js";
import { KeySet } from "./tokens.js";

const CLOSED = ["deal.closed", "deal.void"];

/** A bundle, the keys that the reader pinned (a KeySet, or null for none), and receipts of his own. */
export class Evidence {
  constructor(bundle, trust, ownReceipts) {
    this.bundle = bundle;
    this.trust = trust;
    this.ownReceipts = ownReceipts;
    /** The public entries; filled by the check `canonical`. */
    this.entries = [];
    /** By entry, a list of {pointer, audience}: what is secret, and for whom; filled by the check `schema`. */
    this.audiences = new Map();
    this.hashes = bundle.entries.map((line) => b64(sha256(line)));
    this.openings = new Map();
    for (const opening of bundle.openings) {
      if (!this.openings.has(opening.seq)) this.openings.set(opening.seq, []);
      this.openings.get(opening.seq).push(opening);
    }
    this.known = new Map();
  }

  /** Every event of these types with the number of its entry, in order. */
  events(...kinds) {
    return this.entries.flatMap((entry) =>
      entry.events.filter((event) => kinds.includes(event.type)).map((event) => ({ seq: entry.seq, event })),
    );
  }

  /** The event `table.opened`, or an empty object. */
  get opened() {
    return this.once("opened", () => this.events("table.opened")[0]?.event ?? {});
  }

  /** What this verifier knows of the game, or null. */
  get game() {
    const { rules, version } = this.opened;
    return Object.hasOwn(GAMES, String(rules)) && GAMES[rules].version === version ? GAMES[rules] : null;
  }

  /** The seals of entry `seq`. */
  seals(seq) {
    return this.once("seals", () => new Map(this.entries.map((entry) => [entry.seq, findSeals(entry)]))).get(seq) ?? [];
  }

  /** The deals: {deal, first, last}, `last` null while one runs. */
  get deals() {
    return this.once("deals", () => {
      const spans = [];
      for (const { seq, event } of this.events("deal.opened", ...CLOSED)) {
        if (event.type === "deal.opened") spans.push({ deal: event.deal, first: seq, last: null });
        else if (spans.length) spans.at(-1).last = seq;
      }
      return spans;
    });
  }

  /** The deal that entry `seq` belongs to, or null outside any. */
  dealOf(seq) {
    const spans = this.once("by entry", () => {
      const found = new Map();
      let at = -1;
      for (const entry of this.entries) {
        while (this.deals[at + 1]?.first === entry.seq) at++;
        const span = this.deals[at] ?? null;
        found.set(entry.seq, span && (span.last === null || entry.seq <= span.last) ? span : null);
      }
      return found;
    });
    return spans.get(seq) ?? null;
  }

  /** Is entry `seq` part of a deal that is closed? */
  isClosed(seq) {
    return this.dealOf(seq)?.last != null;
  }

  /** The keys to check signatures with: the pinned ones and their successors, else those in the file. */
  async keys() {
    if (!this.known.has("keys")) {
      this.known.set("keys", await this.believed());
    }
    return this.known.get("keys");
  }

  async believed() {
    if (this.trust !== null) return this.trust.withSuccessors(this.bundle.keys);
    try {
      return KeySet.of(this.bundle.keys);
    } catch {
      return new KeySet();
    }
  }

  once(name, work) {
    if (!this.known.has(name)) this.known.set(name, work());
    return this.known.get(name);
  }
}
