/** What a verifier says: one line per check, a verdict per deal and for the file, one plain sentence. */

import { wordsIn } from "./words.js";

/** The verdicts; the place of each is its exit code. */
const VERDICTS = ["consistent", "tampered", "incomplete", "unsupported"];

/** What one check has to say: findings, and gaps that could not be checked. */
export class Notes {
  constructor(words) {
    this.words = words;
    this.findings = [];
    this.gaps = [];
  }

  /** What there is to say of a file that cannot be read. */
  static ofFault(words, error) {
    const notes = new Notes(words);
    const say = notes.fault(error.fault);
    if (error.fault === "version") notes.unsupported("manifest.bad", null, say);
    else notes.wrong("manifest.bad", null, say);
    return notes;
  }

  /** Something is wrong, at entry `seq` or (null) nowhere in particular. */
  wrong(id, seq = null, ...values) {
    this.findings.push({ say: this.words.say(id, ...values), seq });
  }

  /** Something could not be checked, so the verdict is no more than "incomplete". */
  gap(id, ...values) {
    this.gapAt(id, null, ...values);
  }

  /** The same, about one entry. */
  gapAt(id, seq, ...values) {
    this.gaps.push({ say: this.words.say(id, ...values), seq, weighs: true, unsupported: false });
  }

  /** Something is not checked here, by design; the verdict is judged without it. */
  aside(id, ...values) {
    this.gaps.push({ say: this.words.say(id, ...values), seq: null, weighs: false, unsupported: false });
  }

  /** This verifier cannot judge such a file. */
  unsupported(id, seq, ...values) {
    this.gaps.push({ say: this.words.say(id, ...values), seq, weighs: true, unsupported: true });
  }

  /** Say what a fault means. */
  fault(fault) {
    return `${this.words.say(`fault.${fault}`)} (${fault})`;
  }
}

/** The lines so far, every finding behind them, and which checks may not be built upon. */
export class Board {
  constructor(language) {
    this.language = language;
    this.words = wordsIn(language);
    this.lines = [];
    this.findings = [];
    this.gaps = [];
    this.unsure = new Set();
  }

  /** Say that a check makes no sense, if one that it needs did not pass. */
  blocked(name, needs) {
    const missing = needs.find((need) => this.unsure.has(need));
    if (missing === undefined) return false;
    this.unsure.add(name);
    this.line(name, "NOT CHECKED", this.words.say("blocked", missing));
    return true;
  }

  /** Run a check and write its line. */
  async run(name, check) {
    const notes = new Notes(this.words);
    await this.attempt(notes, check);
    this.enter(name, notes);
  }

  /** Run a check; one that a hostile file breaks has found something. */
  async attempt(notes, check) {
    try {
      await check(notes);
    } catch {
      notes.wrong("broken");
    }
  }

  /** Write the line of a check that has been made. */
  enter(name, { findings, gaps }) {
    this.findings.push(...findings);
    this.gaps.push(...gaps);
    if (findings.length) {
      this.unsure.add(name);
      const more = findings.length > 1 ? ` ${this.words.say("more", findings.length - 1)}` : "";
      this.line(name, "FAIL", findings[0].say + more, findings[0].seq);
    } else if (gaps.length) {
      const gap = gaps.reduce((most, next) => (weightOf(next) > weightOf(most) ? next : most));
      if (gap.unsupported) this.unsure.add(name);
      this.line(name, "NOT CHECKED", gap.say, gap.seq, gap.weighs, gap.unsupported);
    } else {
      this.passed(name);
    }
  }

  passed(name) {
    this.line(name, "PASS", this.words.say(`means.${name}`));
  }

  /** A check that needs the rules of the game. */
  notHere(name) {
    this.line(name, "NOT CHECKED", this.words.say("by_the_rules"), null, false);
  }

  /** A check of a file that cannot be read. */
  skipped(name) {
    this.line(name, "NOT CHECKED", this.words.say("unread"));
  }

  line(check, status, say, seq = null, weighs = true, unsupported = false) {
    this.lines.push({ check, status, say, seq, weighs, unsupported });
  }

  /** Sum up. `evidence` is null for a file that is no record; `scope` is what is never or not here provable. */
  report(table, entries, evidence, scope = "scope") {
    const verdict = verdictOf(this.lines);
    const deals = evidence === null ? [] : this.deals(evidence);
    const over = deals.filter((deal) => deal.last !== null).length;
    const sentence = this.sentence(verdict, over);
    const lines = [...this.lines];
    const last = { check: "scope", status: "NOT CHECKED", say: this.words.say(scope), seq: null };
    lines.push({ ...last, weighs: false, unsupported: false });
    return { table, entries, lines, deals, verdict, exit: VERDICTS.indexOf(verdict), sentence };
  }

  /** Give each deal its own verdict: what is wrong outside all deals is held against every one. */
  deals(evidence) {
    const dealAt = ({ seq }) => (seq === null ? null : (evidence.dealOf(seq)?.deal ?? null));
    const wrong = new Set(this.findings.map(dealAt));
    const open = new Set(this.gaps.filter((gap) => gap.weighs && gap.seq !== null).map(dealAt));
    return evidence.deals.map((span) => {
      const tampered = wrong.has(null) || wrong.has(span.deal);
      const incomplete = span.last === null || open.has(span.deal) || this.unsure.has("shuffle");
      return { ...span, verdict: tampered ? "tampered" : incomplete ? "incomplete" : "consistent" };
    });
  }

  sentence(verdict, deals) {
    const gaps = this.lines.filter((line) => line.status === "NOT CHECKED" && line.weighs);
    switch (verdict) {
      case "tampered": {
        const failed = this.lines.filter((line) => line.status === "FAIL");
        const bad = failed.find((line) => line.seq !== null) ?? failed[0];
        const id = bad.seq === null ? "verdict.tampered" : "verdict.tampered_at";
        return this.words.say(id, bad.check, bad.say, bad.seq);
      }
      case "unsupported":
        return this.words.say("verdict.unsupported", gaps.find((line) => line.unsupported).say);
      case "incomplete":
        if (gaps.every((line) => line.check === "trust")) return this.words.say("verdict.unsigned");
        return this.words.say("verdict.incomplete", gaps.find((line) => line.check !== "trust").say);
      default:
        return this.words.say(deals === 1 ? "verdict.consistent_one" : "verdict.consistent", deals);
    }
  }
}

function verdictOf(lines) {
  if (lines.some((line) => line.status === "FAIL")) return "tampered";
  const gaps = lines.filter((line) => line.status === "NOT CHECKED" && line.weighs);
  if (gaps.some((line) => line.unsupported)) return "unsupported";
  return gaps.length ? "incomplete" : "consistent";
}

function weightOf(gap) {
  return (gap.unsupported ? 2 : 0) + (gap.weighs ? 1 : 0);
}
