/** A Merkle tree as in RFC 6962: leaf = SHA-256(0x00 || data), node = SHA-256(0x01 || left || right). */

import { joined, same, unb64 } from "./bytes.js";
import { sha256 } from "./sha256.js";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** Hash one leaf. */
export function leafHash(data) {
  return sha256(joined([LEAF, data]));
}

/** Hash two children. */
export function nodeHash(left, right) {
  return sha256(joined([NODE, left, right]));
}

/** Give the root over the leaves' data; of no leaves, SHA-256 of nothing. */
export function merkleRoot(leaves) {
  if (!leaves.length) return sha256(new Uint8Array());
  let level = leaves.map(leafHash);
  while (level.length > 1) {
    const above = [];
    for (let i = 0; i < level.length; i += 2) {
      above.push(i + 1 < level.length ? nodeHash(level[i], level[i + 1]) : level[i]);
    }
    level = above;
  }
  return level[0];
}

/** Does the inclusion proof lead from this leaf, at `index` of `size`, to the root? (RFC 9162, 2.1.3.2) */
export function leadsToRoot(data, index, size, path, root) {
  if (index < 0 || index >= size) return false;
  let here = index;
  let last = size - 1;
  let digest = leafHash(data);
  for (const sibling of path) {
    if (last === 0) return false;
    if (here % 2 === 1 || here === last) {
      digest = nodeHash(sibling, digest);
      while (here % 2 === 0 && here !== 0) {
        here = Math.floor(here / 2);
        last = Math.floor(last / 2);
      }
    } else {
      digest = nodeHash(digest, sibling);
    }
    here = Math.floor(here / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && same(digest, root);
}

/** Is this the key (base64url) that was promised for a deal, counted from 1? Malformed counts as no. */
export function isPromisedKey(key, deal, maxDeals, proof, root) {
  try {
    const path = proof.map((step) => unb64(step, 32));
    return leadsToRoot(unb64(key, 32), deal - 1, maxDeals, path, unb64(root, 32));
  } catch {
    return false;
  }
}
