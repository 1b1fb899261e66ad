/** The shape of an entry, and of everything that the table itself says. What a game says is not known here. */

import { hasExactly, isObject, isText } from "./tokens.js";

const isInt = Number.isSafeInteger;
const isFlag = (value) => typeof value === "boolean";
const isTextOrNull = (value) => value === null || isText(value);
const oneOf = (...values) => (value) => values.includes(value);
const listOf = (fits) => (value) => Array.isArray(value) && value.every(fits);
/** A text that may be sealed. */
const isSecret = (value) => isTextOrNull(value) || hasExactly(value, { sealed: isText });
/** A member that older entries may lack. */
const maybe = (fits) => Object.assign((value) => fits(value), { optional: true });

const SIGNATURE = { head: isInt, key: isText, sig: isText };
const BY_SEAT = { seat: isInt, via: oneOf("player", "bot", "clock") };
const BY_SERVER = { server: oneOf("house", "clock") };
const ENTRY = {
  action: isObject,
  at: isInt,
  by: (value) => hasExactly(value, BY_SEAT) || hasExactly(value, BY_SERVER),
  events: listOf(isObject),
  prev: isTextOrNull,
  seq: isInt,
  table: isText,
  v: (value) => value === 1,
};
const SIGNED_ENTRY = { ...ENTRY, sig: (value) => hasExactly(value, SIGNATURE) };

const OPEN = {
  clock: isObject,
  data: isTextOrNull,
  invitation: maybe(isTextOrNull),
  options: isObject,
  root: isText,
  rules: isText,
  seats: isInt,
  secret: isSecret,
  server_key: isText,
  version: isInt,
  visibility: maybe(oneOf("public", "unlisted", "private")),
};
const SHOWN_KEY = { deal: isInt, key: isText, proof: listOf(isText) };

const ACTIONS = {
  next_deal: {},
  tick: { deadline: isText },
  "table.open": OPEN,
  "table.close": { reason: isText },
  "seat.take": {
    bot: maybe(isTextOrNull),
    commitment: isText,
    host: maybe(isFlag),
    key: maybe(isTextOrNull),
    pseudonym: isText,
    seat: isInt,
    seed: maybe(isSecret),
    youngest: maybe(isFlag),
  },
  "seat.leave": {},
  "seat.ready": { seed: isText },
  "seat.return": {},
  "seat.resign": {},
};
const EVENTS = {
  "table.opened": OPEN,
  "table.started": { beacon: maybe(isTextOrNull), roster: listOf(isText), seeds: listOf(isText), youngest: isInt },
  "table.closed": { entries: isInt, reason: isText, result: (value) => value === null || isObject(value) },
  "seat.taken": {
    bot: isTextOrNull,
    commitment: isText,
    host: isFlag,
    key: isTextOrNull,
    pseudonym: isText,
    seat: isInt,
    seed: isSecret,
    seed_by: oneOf("player", "server"),
    youngest: isFlag,
  },
  "seat.left": { reason: oneOf("left", "seed_not_opened"), seat: isInt },
  "seat.ready": { seat: isInt, seed: isText },
  "seat.controlled": {
    by: oneOf("player", "bot", "rule"),
    final: maybe(isFlag),
    level: maybe(isTextOrNull),
    resigned: maybe(isFlag),
    seat: isInt,
  },
  "seeds.voided": {},
  "deal.opened": { deal: isInt },
  "deal.closed": SHOWN_KEY,
  "deal.void": SHOWN_KEY,
};

/** Does a value have the shape of an entry? */
export function isEntry(value) {
  return hasExactly(value, ENTRY) || hasExactly(value, SIGNED_ENTRY);
}

/** Does this action have a type, and, where the table says it, exactly the members that go with it? */
export function isAction(action) {
  return isMessage(action, ACTIONS);
}

/** The same for an event. */
export function isEvent(event) {
  return isMessage(event, EVENTS);
}

function isMessage(message, known) {
  if (!isText(message.type)) return false;
  if (!Object.hasOwn(known, message.type)) return !message.type.includes(".");
  const members = known[message.type];
  const names = Object.keys(message).filter((name) => name !== "type");
  return (
    names.every((name) => Object.hasOwn(members, name) && members[name](message[name])) &&
    Object.keys(members).every((name) => members[name].optional || Object.hasOwn(message, name))
  );
}
