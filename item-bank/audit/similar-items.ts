import { type ItemShingles, jaccard } from './shingles.ts';

/** Rows of a band and bands: pairs of similarity s meet with probability 1 − (1 − s⁴)¹⁶, .64 at .5 and .9998 at .8. */
const ROWS = 4;
const BANDS = 16;
/** Items of a bucket that a new one is compared with: time stays linear where many items share a band. */
const MOST_COMPARED = 20;
/** Constants of Murmur3's finaliser, and of the golden ratio for the seeds of the hash functions. */
const MIX_1 = 0x85ebca6b;
const MIX_2 = 0xc2b2ae35;
const SEED = 0x9e3779b9;

/** Two items with similar texts; `other` came first. */
export interface SimilarPair {
  readonly item: number;
  readonly other: number;
  /** Jaccard similarity of their shingles, computed, in [0, 1]. */
  readonly similarity: number;
  readonly hasSameNumbers: boolean;
}

/**
 * Pairs of items whose texts are similar: MinHash signatures of 64 values in 16 bands find candidates in linear time, and
 * the Jaccard similarity of each candidate is then computed. Deterministic: the hash functions are fixed.
 * @param least the similarity from which a pair is reported
 * @returns positions, ascending by item, then by other
 * @see Broder (1997), On the resemblance and containment of documents, SEQUENCES '97; Leskovec, Rajaraman & Ullman (2014),
 *   Mining of Massive Datasets, chapter 3, for the bands
 */
export function similarItems(items: readonly ItemShingles[], least: number): SimilarPair[] {
  const pairs: SimilarPair[] = [];
  const buckets = Array.from({ length: BANDS }, () => new Map<number, number[]>());
  const signature = new Uint32Array(ROWS * BANDS);
  for (const [item, { shingles, numbers }] of items.entries()) {
    if (shingles.length === 0) continue;
    sign(shingles, signature);
    const candidates = new Set<number>();
    for (let band = 0; band < BANDS; band++) {
      const bucket = bandHash(signature, band);
      const members = buckets[band].get(bucket);
      if (members === undefined) {
        buckets[band].set(bucket, [item]);
        continue;
      }
      for (const other of members) candidates.add(other);
      if (members.length < MOST_COMPARED) members.push(item);
    }
    for (const other of [...candidates].sort((a, b) => a - b)) {
      const similarity = jaccard(shingles, items[other].shingles);
      if (similarity >= least)
        pairs.push({ item, other, similarity, hasSameNumbers: numbers === items[other].numbers });
    }
  }
  return pairs;
}

/** The least value of each of 64 hash functions over the shingles. */
function sign(shingles: Uint32Array, signature: Uint32Array): void {
  signature.fill(0xffffffff);
  for (const shingle of shingles)
    for (let h = 0; h < signature.length; h++) {
      const value = mix(shingle ^ Math.imul(h + 1, SEED));
      if (value < signature[h]) signature[h] = value;
    }
}

function bandHash(signature: Uint32Array, band: number): number {
  let hash = 0;
  for (let r = 0; r < ROWS; r++) hash = mix(hash ^ signature[band * ROWS + r]);
  return hash;
}

function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), MIX_1);
  hash = Math.imul(hash ^ (hash >>> 13), MIX_2);
  return (hash ^ (hash >>> 16)) >>> 0;
}
