/**
 * The shuffle that everybody can do again.
 *
 * Words are the blocks HMAC-SHA256(key, JCS(["stammtisch/shuffle/1", table, deal, label, seeds, beacon, counter])),
 * counter from 0, read as eight 32-bit big-endian numbers each. An index below n takes the next word w; where
 * w >= floor(2^32/n)*n it is thrown away, else the index is w mod n. Words left over carry on to the next index.
 */

import { Malformed } from "./bytes.js";
import { encode } from "./canonical.js";
import { hmac } from "./sha256.js";

const RANGE = 0x100000000;
const MAX_ITEMS = 10_000;
const MAX_MESSAGE = 4_000;

/** The chance of one deal, bound to its key (bytes), the table, the seeds in seat order and the beacon. */
export class DealChance {
  constructor(key, table, deal, seeds, beacon = null) {
    Object.assign(this, { key, table, deal, seeds, beacon });
    this.decks = new Map();
  }

  /** Give `items` in the order of the shuffle `label`: Fisher-Yates from the last index down to 1. Do not change it. */
  deck(label, items) {
    const known = this.decks.get(label);
    if (known?.items === items) return known.deck;
    const deck = this.permutation(label, items.length).map((place) => items[place]);
    this.decks.set(label, { items, deck });
    return deck;
  }

  /** Give the one of `items` at the first index that the words of `label` give. */
  pick(label, items) {
    return items[below(items.length, this.words(label))];
  }

  permutation(label, size) {
    if (size > MAX_ITEMS) throw new Malformed("size", "no game shuffles so many cards");
    const stream = this.words(label);
    const order = Array.from({ length: size }, (_, place) => place);
    for (let last = size - 1; last > 0; last--) {
      const index = below(last + 1, stream);
      [order[last], order[index]] = [order[index], order[last]];
    }
    return order;
  }

  *words(label) {
    for (let counter = 0; ; counter++) {
      const { table, deal, seeds, beacon } = this;
      const message = encode(["stammtisch/shuffle/1", table, deal, label, seeds, beacon, counter]);
      if (message.length > MAX_MESSAGE) throw new Malformed("size", "no shuffle has so long a name");
      const block = new DataView(hmac(this.key, message).buffer);
      for (let at = 0; at < 32; at += 4) yield block.getUint32(at);
    }
  }
}

function below(size, stream) {
  const limit = Math.floor(RANGE / size) * size;
  let word = stream.next().value;
  while (word >= limit) word = stream.next().value;
  return word % size;
}
