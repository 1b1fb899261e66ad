/**
 * What a verifier has to know of each game: how many deal keys a table commits to, which values are sealed for whom,
 * and which card of which shuffle each event shows. It knows no rule: what may be played, who wins and what it scores
 * is not decided again here.
 *
 * `secrets(event, options)` gives pairs of path and audience (seats, or "all" for typed text that can be erased).
 * `dealer(chance, table)` gives a function that is fed the events of one deal in order and answers with a list of
 * {path, is, items}: what stands at a path by the promised shuffle, `items` being all that went into it. A path that
 * it cannot follow is answered with {path, unknown: true}. `table` brings seats, options, data and deal number.
 */

import { repeated } from "./bytes.js";
import { dealHuette, huetteSecrets } from "./volle_huette.js";
import { dealPfosten, pfostenSecrets } from "./vollpfosten.js";

const SUITS = ["E", "G", "H", "S"];
const RANKS = ["A", "10", "K", "O", "U", "9", "8", "7"];
const CARDS_32 = SUITS.flatMap((suit) => RANKS.map((rank) => suit + rank)).sort();
const CARDS_50 = ["R", "B", "G", "Y", "V"].flatMap((suit) => upTo(10).map((rank) => suit + rank)).sort();
const PENGUINS = [
  ...["B", "G", "R", "Y"].flatMap((colour) => upTo(5).flatMap((points) => repeated(colour + points, 3))),
  ...repeated("J", 12),
].sort();
const FLOES = [2, 4, 6, 8, 10].flatMap((value, place) => repeated(value, Math.min(place + 2, 4)));
const LAST_FIVE = ["floe_1", "floe_2", "floe_3", "floe_4", "melting"];

/** By id of the rule set. */
export const GAMES = {
  schafkopf: { version: 1, maxDeals: 1024, secrets: schafkopfSecrets, dealer: dealSchafkopf },
  volltreffer: { version: 1, maxDeals: 512, secrets: volltrefferSecrets, dealer: dealVolltreffer },
  volle_scholle: { version: 1, maxDeals: 1, secrets: scholleSecrets, dealer: dealScholle },
  vollpfosten: { version: 1, maxDeals: 64, secrets: pfostenSecrets, dealer: dealPfosten },
  volle_huette: { version: 1, maxDeals: 1, secrets: huetteSecrets, dealer: dealHuette },
};

function upTo(last) {
  return Array.from({ length: last }, (_, place) => place + 1);
}

/** A card of each hand is secret to its seat. */
function handsOf(event) {
  return event.hands.flatMap((hand, seat) => hand.map((_, place) => [["hands", seat, place], [seat]]));
}

function schafkopfSecrets(event) {
  return event.type === "hands_dealt" ? handsOf(event) : [];
}

/** Four cards and four cards, beginning on the dealer's left; the first dealer is drawn. */
function dealSchafkopf(chance, table) {
  let dealer = 0;
  return (event) => {
    if (event.type === "deal_started") {
      dealer = event.dealer;
      const first = { path: ["drawn"], is: table.deal === 1, items: [] };
      return event.drawn ? [first, { path: ["dealer"], is: chance.pick("dealer", [0, 1, 2, 3]), items: [] }] : [first];
    }
    if (event.type !== "hands_dealt") return [];
    const deck = chance.deck("cards", CARDS_32);
    const hands = [[], [], [], []];
    for (let packet = 0; packet < 8; packet++) {
      hands[(dealer + 1 + packet) % 4]?.push(...deck.slice(4 * packet, 4 * packet + 4));
    }
    return [{ path: ["hands"], is: hands, items: CARDS_32 }];
  };
}

function volltrefferSecrets(event) {
  return event.type === "hand_shown" ? event.cards.map((_, place) => [["cards", place], [event.to]]) : [];
}

/** The top card names the trump, four lie open, each purchase turns up the next; what was bought is in the hands. */
function dealVolltreffer(chance, table) {
  const deck = chance.deck("deck", CARDS_50);
  const hands = upTo(table.seats).map(() => []);
  let drawn = 0;
  return (event) => {
    switch (event.type) {
      case "round_started":
        return [{ path: ["trump"], is: deck[drawn++], items: CARDS_50 }];
      case "cards_revealed":
        drawn += 4;
        return [{ path: ["cards"], is: deck.slice(drawn - 4, drawn), items: CARDS_50 }];
      case "market_refilled":
        return [{ path: ["card"], is: deck[drawn++], items: CARDS_50 }];
      case "card_bought":
        hands[event.seat].push(event.card);
        return [];
      case "hand_swapped": {
        const [hand, [one, other]] = [hands[event.seat], event.places];
        [hand[one], hand[other]] = [hand[other], hand[one]];
        return [];
      }
      case "hand_shown":
        return [{ path: ["cards"], is: hands[event.holder], items: [...hands[event.holder]] }];
      default:
        return [];
    }
  };
}

function scholleSecrets(event, options) {
  if (event.type === "card_drawn") return [[["card"], [event.seat]]];
  return event.type === "penguins_dealt" && options.hidden_start === true ? handsOf(event) : [];
}

/** Twelve penguins are dealt, then drawn; the discard pile is shuffled when they run out. Floes lie in a stack. */
function dealScholle(chance, table) {
  let pile = { label: "penguins/1", cards: PENGUINS, drawn: 0 };
  let shuffle = 1;
  let discard = [];
  let turned = 0;
  return (event) => {
    switch (event.type) {
      case "penguins_dealt": {
        const each = Math.floor(12 / table.seats);
        const deck = chance.deck(pile.label, pile.cards);
        const hands = upTo(table.seats).map((seat) => deck.slice((seat - 1) * each, seat * each).sort());
        pile.drawn = each * table.seats;
        return [{ path: ["hands"], is: hands, items: pile.cards }];
      }
      case "floe_revealed":
        return [{ path: ["floe"], is: floeAt(chance, turned++), items: [] }];
      case "melting_floe_revealed":
        return [{ path: ["floe"], is: floeAt(chance, turned++), items: [] }];
      case "cards_discarded":
        discard.push(...event.cards);
        return [];
      case "discard_reshuffled": {
        shuffle += 1;
        pile = { label: `penguins/${shuffle}`, cards: discard.sort(), drawn: 0 };
        discard = [];
        return [
          { path: ["shuffle"], is: shuffle, items: [] },
          { path: ["count"], is: pile.cards.length, items: [] },
        ];
      }
      case "card_drawn":
        return [{ path: ["card"], is: chance.deck(pile.label, pile.cards)[pile.drawn++], items: pile.cards }];
      default:
        return [];
    }
  };
}

/** Thirteen floes lie on five that were shuffled once more, the melting one among them: that one has no value. */
function floeAt(chance, place) {
  const order = chance.deck("floes", FLOES);
  const top = order.length - LAST_FIVE.length + 1;
  if (place < top) return order[place];
  const slot = chance.deck("melting", LAST_FIVE)[place - top];
  return slot === "melting" ? undefined : order[top + LAST_FIVE.indexOf(slot)];
}
