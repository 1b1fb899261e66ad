/** Volle Hütte: four piles of its component data, each shuffled once under its own name. */

import { repeated } from "./bytes.js";

const REFILLS = { pub_equipped: "installations", customers_received: "customers", action_card_taken: "actions" };

/** Each action card dealt is secret to its seat. */
export function huetteSecrets(event) {
  if (event.type !== "cards_dealt") return [];
  return event.actions.flatMap((cards, seat) => cards.map((_, place) => [["actions", seat, place], [seat]]));
}

/** Follow the piles: what lies open at the start, what is dealt, and what comes up each time a card is taken. */
export function dealHuette(chance, table) {
  const { data } = table;
  const shown = data.display;
  const piles = pilesOf(data);
  const drawn = { installations: 0, customers: 0, actions: 0, collect: 0 };

  /** Draw the next cards of a pile, as many as there are. */
  function draw(pile, number) {
    const cards = chance.deck(pile, piles[pile]).slice(drawn[pile], drawn[pile] + number);
    drawn[pile] += cards.length;
    return cards;
  }

  function drawTip() {
    const [tip] = draw("collect", 1);
    return tip === undefined ? null : Number(tip);
  }

  return (event) => {
    const pile = Object.hasOwn(REFILLS, event.type) ? REFILLS[event.type] : null;
    if (pile) return [{ path: ["refill"], is: draw(pile, 1)[0] ?? null, items: piles[pile] }];
    switch (event.type) {
      case "table_laid":
        return [
          { path: ["installations"], is: draw("installations", shown.installations), items: piles.installations },
          { path: ["customers"], is: draw("customers", shown.customer_cards), items: piles.customers },
          { path: ["actions"], is: draw("actions", shown.action_cards), items: piles.actions },
          { path: ["tip"], is: drawTip(), items: [] },
        ];
      case "cards_dealt": {
        const seats = Array.from({ length: table.seats });
        const tiles = seats.map(() => draw("installations", data.start.installations));
        const actions = seats.map(() => draw("actions", data.start.action_cards));
        return [
          { path: ["tiles"], is: tiles, items: piles.installations },
          { path: ["actions"], is: actions, items: piles.actions },
        ];
      }
      case "collected":
        return [{ path: ["next_tip"], is: drawTip(), items: [] }];
      case "customers_replaced":
        return [{ path: ["customers"], is: draw("customers", shown.customer_cards), items: piles.customers }];
      default:
        return [];
    }
  };
}

/** The sorted faces of each pile, as the component data composes it. */
function pilesOf(data) {
  const types = Object.entries(data.installation_types);
  return {
    installations: types.flatMap(([name, type]) => repeated(name, type.count)).sort(),
    customers: data.customer_cards.map((card) => `${card.place}:${groupOf(card)}`).sort(),
    actions: data.action_cards.map(actionFace).sort(),
    collect: data.collect_cards.map((card) => String(card.tip)).sort(),
  };
}

function groupOf(card) {
  return [["Y", card.yellow], ["R", card.red], ["B", card.blue]]
    .flatMap(([figure, count]) => repeated(figure, count))
    .join("");
}

function actionFace(card) {
  return `${card.kind}:${card.from || card.to}${card.bill_dodging ? ":dodge" : ""}`;
}
