/** The report as elements of the page. Whatever comes from a file is set as text, never as markup. */

import { GROUPS } from "./page_words.js";

const SIGNS = { PASS: "✓", FAIL: "✕", "NOT CHECKED": "–" };
const VERDICT_SIGNS = { consistent: "✓", tampered: "✕", incomplete: "!", unsupported: "?" };

/** Make an element with attributes and children (elements or text). */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Lay out a report: the verdict first, then the checks in groups, the deals, and what is never provable. */
export function reportElements(report, words, fileName) {
  const lines = new Map(report.lines.map((line) => [line.check, line]));
  const groups = Object.entries(GROUPS)
    .map(([group, names]) => [group, names.filter((name) => lines.has(name))])
    .filter(([, names]) => names.length)
    .map(([group, names]) => groupElement(group, names, lines, words));
  const deals = report.deals.length ? [dealsElement(report.deals, words)] : [];
  const limits = [element("h3", {}, words("limits")), element("p", {}, capital(lines.get("scope").say))];
  return [
    verdictElement(report, words, fileName),
    element("div", { class: "groups" }, ...groups),
    ...deals,
    element("section", { class: "limits" }, ...limits),
  ];
}

function verdictElement(report, words, fileName) {
  const facts = report.table ? words("facts", report.table, report.entries) : "";
  return element(
    "section",
    { class: `verdict ${report.verdict}`, "aria-labelledby": "verdict" },
    element("span", { class: "sign", "aria-hidden": "true" }, VERDICT_SIGNS[report.verdict]),
    element(
      "div",
      {},
      element("h2", { id: "verdict", tabindex: "-1" }, words(report.verdict)),
      element("p", { class: "sentence" }, report.sentence),
      element("p", { class: "facts" }, [fileName, facts].filter(Boolean).join(" · ")),
    ),
  );
}

function groupElement(group, names, lines, words) {
  const rows = names.map((name) => lineElement(lines.get(name), words));
  return element("section", {}, element("h3", {}, words(`group.${group}`)), element("ul", { class: "lines" }, ...rows));
}

function lineElement({ check, status, say, seq, weighs }, words) {
  const heavy = status === "NOT CHECKED" && weighs ? " weighs" : "";
  const where = seq === null || status === "PASS" ? [] : [element("span", { class: "where" }, words("entry", seq))];
  return element(
    "li",
    { class: status.toLowerCase().replace(" ", "-") + heavy, "data-check": check, "data-status": status },
    element("span", { class: "sign", "aria-hidden": "true" }, SIGNS[status]),
    element(
      "div",
      {},
      element("p", { class: "name" }, `${words(`check.${check}`)} `, element("code", {}, check), " ", badge(words(status))),
      element("p", { class: "say" }, ...where, where.length ? " " : "", capital(say)),
    ),
  );
}

function badge(text) {
  return element("span", { class: "badge" }, text);
}

function dealsElement(deals, words) {
  const rows = deals.map(({ deal, first, last, verdict }) => {
    const span = last === null ? words("dealRuns", deal, first) : words("deal", deal, first, last);
    return element("li", { class: verdict }, element("span", {}, span), badge(words(`deal_${verdict}`)));
  });
  return element("section", {}, element("h3", {}, words("dealsTitle")), element("ul", { class: "deals" }, ...rows));
}

function capital(sentence) {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
