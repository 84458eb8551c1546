const GRAM = 3;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * A vector of length 1 for a text: each run of three characters adds or takes 1 at a place that its hash names
 * (Weinberger et al. 2009, Feature hashing for large scale multitask learning). The same text gives the same vector; texts
 * that share much of their wording have vectors close to each other. It knows nothing of meaning.
 * @param dimensions at least 1
 */
export function unitVector(text: string, dimensions: number): Float32Array {
  const sums = new Float64Array(dimensions);
  const padded = `\u0002${text}\u0003`;
  for (let from = 0; from === 0 || from + GRAM <= padded.length; from++) {
    const hash = fnv(padded, from, Math.min(padded.length, from + GRAM));
    sums[(hash >>> 1) % dimensions] += (hash & 1) === 0 ? 1 : -1;
  }
  let squares = 0;
  for (const sum of sums) squares += sum * sum;
  // Runs can cancel out altogether.
  if (squares === 0) {
    sums[0] = 1;
    squares = 1;
  }
  const length = Math.sqrt(squares);
  return Float32Array.from(sums, (sum) => sum / length);
}

/** FNV-1a over UTF-16 code units, its bits mixed once more: the lowest decide the sign. */
function fnv(text: string, from: number, to: number): number {
  let hash = FNV_OFFSET;
  for (let k = from; k < to; k++) hash = Math.imul(hash ^ text.charCodeAt(k), FNV_PRIME);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return (hash ^ (hash >>> 15)) >>> 0;
}
