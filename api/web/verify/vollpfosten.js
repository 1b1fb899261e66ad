/** Vollpfosten: a pile of letters and one of categories, both public in composition; blind draws are not followed. */

import { repeated } from "./bytes.js";

const TYPED = ["answer", "play_further", "counter", "say_term", "card_played", "term_said"];
const BLIND = { card_taken: ["card"], election_held: ["cards"] };

/** Cards for their holders, a blind draw for the two concerned, typed terms for all. */
export function pfostenSecrets(event) {
  if (TYPED.includes(event.type)) return [[["term"], "all"]];
  switch (event.type) {
    case "hand_dealt":
      return cardsFor(["cards"], event.cards, event.seat);
    case "category_drawn":
    case "penalty_drawn":
      return [[["card"], [event.seat]]];
    case "card_taken":
      return [[["card"], [event.seat, event.source]]];
    case "election_held":
      return event.cards.map((_, seat) => [["cards", seat], [seat, (seat + 1) % event.cards.length]]);
    case "hands_passed":
      return event.hands.flatMap((hand, seat) => cardsFor(["hands", seat], hand, seat));
    case "hands_swapped":
      return [
        ...cardsFor(["hands", 0], event.hands[0], event.seat),
        ...cardsFor(["hands", 1], event.hands[1], event.other),
      ];
    default:
      return [];
  }
}

/** Follow both piles: what goes into each shuffle stands in the clear, and each draw takes the next card. */
export function dealPfosten(chance, table) {
  const faces = facesOf(table.data, table.options);
  const piles = {};

  function next(pile) {
    const { label, cards } = piles[pile];
    return { is: chance.deck(label, cards)[piles[pile].drawn++], items: cards };
  }

  return (event) => {
    switch (event.type) {
      case "pile_shuffled": {
        const shuffle = (piles[event.pile]?.shuffle ?? 0) + 1;
        piles[event.pile] = { label: `${event.pile}/${shuffle}`, shuffle, cards: [...event.cards], drawn: 0 };
        const number = { path: ["shuffle"], is: shuffle, items: [] };
        return shuffle === 1 ? [number, { path: ["cards"], is: faces[event.pile], items: [] }] : [number];
      }
      case "hand_dealt": {
        const pile = piles.letters;
        const size = Math.min(table.data.hand, Math.floor(pile.cards.length / table.seats));
        const hand = chance.deck(pile.label, pile.cards).slice(pile.drawn, pile.drawn + size).sort();
        pile.drawn += size;
        return [{ path: ["cards"], is: hand, items: pile.cards }];
      }
      case "penalty_drawn":
        return [{ path: ["card"], ...next("letters") }];
      case "category_drawn":
        return [{ path: ["card"], ...next("categories") }];
      case "action_drawn":
      case "action_set_aside":
        return [{ path: ["action"], ...next("categories") }];
      default:
        return Object.hasOwn(BLIND, event.type) ? [{ path: BLIND[event.type], unknown: true }] : [];
    }
  };
}

function facesOf(data, options) {
  const counts = options.letters === "multi" ? data.letters_multi : data.letters;
  const letters = Object.entries(counts).flatMap(([face, count]) => repeated(face, count));
  const actions = data.actions.flatMap((action) => repeated(action.kind, action.count));
  return {
    letters: [...letters, ...repeated("*", data.vollpfosten)].sort(),
    categories: [...data.cards.map((card) => card.id), ...actions].sort(),
  };
}

function cardsFor(path, cards, seat) {
  return cards.map((_, place) => [[...path, place], [seat]]);
}
