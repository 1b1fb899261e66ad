/**
 * `node cli.mjs FILE [--trust keys.json] [--receipts mine.txt] [--json] [--language de]`
 *
 * Exit code: 0 consistent, 1 tampered, 2 incomplete, 3 unsupported; 64 for a file that is not there or a wrong option.
 */

import { readFileSync, statSync } from "node:fs";
import { parseArgs } from "node:util";

import { MAX_FILE } from "./container.js";
import { readTrust, verify } from "./verifier.js";

const USAGE = 64;
const OPTIONS = {
  trust: { type: "string" },
  receipts: { type: "string" },
  language: { type: "string", default: "en" },
  json: { type: "boolean", default: false },
};

async function main() {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (positionals.length !== 1) throw new Error("name one record file");
  const trust = values.trust === undefined ? null : readTrust(readFileSync(values.trust, "utf8"));
  const own = values.receipts === undefined ? "" : readFileSync(values.receipts, "latin1");
  const receipts = own.split(/\s+/).filter(Boolean);
  const [path] = positionals;
  const tooLarge = statSync(path).size > MAX_FILE;
  const file = tooLarge ? new Uint8Array(MAX_FILE + 1) : new Uint8Array(readFileSync(path));
  const report = await verify(file, { trust, receipts, language: values.language });
  console.log(values.json ? JSON.stringify({ file: path, ...report }) : written(report));
  return report.exit;
}

function written(report) {
  const lines = report.lines.map(({ check, status, say, seq }) => {
    const where = seq === null || status === "PASS" ? "" : ` at entry ${seq}`;
    return `${status.padEnd(12)} ${check}${where}: ${say}`;
  });
  const deals = report.deals.map(
    ({ deal, first, last, verdict }) => `deal ${deal}, entries ${first}-${last ?? "..."}: ${verdict}`,
  );
  return [...lines, ...deals, report.sentence].join("\n");
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`verify: ${error.message}`);
  process.exitCode = USAGE;
}
