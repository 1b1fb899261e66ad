/** The page: takes files that are dropped or chosen, has them examined, shows what comes of it. Sends nothing. */

import { MAX_FILE } from "./container.js";
import { element, reportElements } from "./page_report.js";
import { pageWordsIn } from "./page_words.js";
import { readTrust, verify } from "./verifier.js";

const MAX_SMALL = 4 << 20;
const INPUTS = { record: "record", keys: "keys", receipts: "receipts" };
const byId = (id) => document.getElementById(id);

/** What was given so far: each {name, bytes | trust | tokens}, or null. */
const held = { record: null, keys: null, receipts: null };
let language = (navigator.languages ?? [navigator.language]).some(isGermanFirst) ? "de" : "en";
let words = pageWordsIn(language);
let run = 0;

/** German counts if it comes before English. */
function isGermanFirst(tag, place, tags) {
  return /^de\b/i.test(tag) && !tags.slice(0, place).some((other) => /^en\b/i.test(other));
}

function speak(chosen) {
  language = chosen;
  words = pageWordsIn(language);
  document.documentElement.lang = language;
  document.title = `Stammtisch: ${words("title")}`;
  for (const place of document.querySelectorAll("[data-words]")) place.textContent = words(place.dataset.words);
  for (const id of ["de", "en"]) byId(id).setAttribute("aria-pressed", String(id === language));
  showHeld();
}

/** Take a file in its role; one that was dropped says by its name what it is. */
async function take(file, role) {
  if (file.size > (role === "record" ? MAX_FILE : MAX_SMALL)) {
    held[role] = { name: file.name, note: "tooLarge" };
  } else if (role === "record") {
    held.record = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  } else if (role === "keys") {
    held.keys = keysFrom(file.name, await file.text());
  } else {
    held.receipts = { name: file.name, tokens: (await file.text()).split(/\s+/).filter(Boolean) };
  }
}

function keysFrom(name, text) {
  try {
    return { name, trust: readTrust(text) };
  } catch {
    return { name, note: "badKeys" };
  }
}

function roleOf(file) {
  if (/\.json$/i.test(file.name)) return "keys";
  return /\.txt$/i.test(file.name) ? "receipts" : "record";
}

function showHeld() {
  const rows = Object.entries(held)
    .filter(([, given]) => given !== null)
    .map(([role, given]) => {
      const forget = words("forget");
      const button = element("button", { type: "button", "aria-label": `${forget}: ${given.name}` }, forget);
      button.addEventListener("click", () => {
        held[role] = null;
        byId(INPUTS[role]).value = "";
        examine();
      });
      const row = element("li", {}, element("span", {}, words("held", words(role), given.name), " ", aboutHeld(given)));
      if (given.note) row.className = "bad";
      row.append(button);
      return row;
    });
  byId("held").replaceChildren(...rows);
}

function aboutHeld({ note, trust, tokens }) {
  if (note) return words(note);
  if (tokens) return `(${words("lines", tokens.length)})`;
  if (!trust) return "";
  return trust.keys.size === 1 ? `(${words("count_one")})` : `(${words("count", trust.keys.size)})`;
}

/** Examine what is held and show the report; a newer call overtakes an older one. */
async function examine({ focus = false } = {}) {
  const mine = ++run;
  showHeld();
  if (!held.record?.bytes) return byId("report").replaceChildren();
  byId("report").replaceChildren(element("p", { class: "working" }, words("working")));
  await new Promise((resolve) => setTimeout(resolve));
  const options = { trust: held.keys?.trust ?? null, receipts: held.receipts?.tokens ?? [], language };
  const report = await verify(held.record.bytes, options);
  if (mine !== run) return;
  byId("report").replaceChildren(...reportElements(report, words, held.record.name));
  if (focus) byId("verdict").focus();
}

function listen() {
  for (const [role, id] of Object.entries(INPUTS)) {
    byId(id).addEventListener("change", async (event) => {
      const [file] = event.target.files;
      if (!file) return;
      await take(file, role);
      examine({ focus: role === "record" });
    });
  }
  for (const id of ["de", "en"]) {
    byId(id).addEventListener("click", () => {
      speak(id);
      examine();
    });
  }
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    byId("drop").classList.add("over");
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) byId("drop").classList.remove("over");
  });
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    byId("drop").classList.remove("over");
    for (const file of event.dataTransfer.files) await take(file, roleOf(file));
    examine({ focus: true });
  });
  byId("files").addEventListener("submit", (event) => event.preventDefault());
}

byId("idle").hidden = true;
byId("files").hidden = false;
byId("offline").hidden = location.protocol === "file:" || location.pathname.endsWith("offline.html");
speak(language);
listen();
