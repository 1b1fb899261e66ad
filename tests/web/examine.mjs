// Reads one request a line (JSON), answers with one line each: a report, or what a function of the verifier gives.

import { createInterface } from "node:readline";

import * as bytes from "../../api/web/verify/bytes.js";
import * as canonical from "../../api/web/verify/canonical.js";
import * as ed25519 from "../../api/web/verify/ed25519.js";
import * as merkle from "../../api/web/verify/merkle.js";
import * as seals from "../../api/web/verify/seals.js";
import * as sha256 from "../../api/web/verify/sha256.js";
import * as shuffle from "../../api/web/verify/shuffle.js";
import * as tokens from "../../api/web/verify/tokens.js";
import { readTrust, verify } from "../../api/web/verify/verifier.js";

const hex = (text) => Uint8Array.from(Buffer.from(text, "hex"));
const toHex = (found) => Buffer.from(found).toString("hex");
const base64 = (text) => Uint8Array.from(Buffer.from(text, "base64"));

const WORK = {
  verify: ({ file, trust, receipts, language }) =>
    verify(base64(file), { trust: trust && readTrust(trust), receipts, language }),
  encode: ({ value }) => Buffer.from(canonical.encode(value)).toString(),
  decode: ({ data }) => canonical.decode(base64(data)),
  hash: ({ data }) => bytes.b64(sha256.sha256(base64(data))),
  hmac: ({ key, data }) => toHex(sha256.hmac(hex(key), hex(data))),
  unb64: ({ text, size }) => toHex(bytes.unb64(text, size ?? null)),
  b64: ({ data }) => bytes.b64(hex(data)),
  root: ({ leaves }) => toHex(merkle.merkleRoot(leaves.map(hex))),
  proof: ({ leaf, index, size, proof, root }) => merkle.leadsToRoot(hex(leaf), index, size, proof.map(hex), hex(root)),
  promised: ({ key, deal, max, proof, root }) => merkle.isPromisedKey(key, deal, max, proof, root),
  seal: ({ table, seq, pointer, salt, value }) => seals.sealDigest(table, seq, pointer, salt, value),
  words: ({ key, table, deal, label, seeds, count }) => {
    const chance = new shuffle.DealChance(bytes.unb64(key), table, deal, seeds);
    const stream = chance.words(label);
    return Array.from({ length: count }, () => stream.next().value);
  },
  shuffle: ({ key, table, deal, label, seeds, beacon, size }) =>
    new shuffle.DealChance(bytes.unb64(key), table, deal, seeds, beacon ?? null).permutation(label, size),
  token: ({ keys, token, typ }) => tokens.KeySet.of(tokens.readKeyFile({ keys }, false)).read(token, typ),
  publicKey: ({ key }) => ed25519.isPublicKey(hex(key)),
  signed: async ({ key, message, signature }) => [
    await ed25519.signedBy(hex(key), hex(message), hex(signature)),
    ed25519.signedByHand(hex(key), hex(message), hex(signature)),
  ],
};

for await (const line of createInterface({ input: process.stdin })) {
  const { work, ...request } = JSON.parse(line);
  try {
    console.log(JSON.stringify({ answer: await WORK[work](request) }));
  } catch (error) {
    console.log(JSON.stringify({ fault: error.fault ?? `${error.stack}` }));
  }
}
