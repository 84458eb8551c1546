/**
 * Rows of a matrix with the same values; missing values (NaN) are equal. By hashes (FNV-1a), and a comparison of those that agree.
 * @param scores rows × width
 * @returns by the first row of its kind: all rows of that kind, ascending
 */
export function equalRows(
  scores: Float32Array,
  rows: number,
  width: number,
): Map<number, number[]> {
  const words = new Uint32Array(scores.buffer, scores.byteOffset, scores.length);
  const firstsOf = new Map<number, number[]>();
  const kinds = new Map<number, number[]>();
  for (let i = 0; i < rows; i++) {
    let hash = 2166136261;
    for (let at = i * width; at < (i + 1) * width; at++) {
      const word = Number.isNaN(scores[at]) ? 1 : words[at];
      // The low bits of a score such as 1 are all 0, so mix in the high ones.
      hash = Math.imul(hash ^ word ^ (word >>> 15), 16777619);
    }
    const firsts = firstsOf.get(hash) ?? [];
    firstsOf.set(hash, firsts);
    const same = firsts.find((k) => isEqual(scores, width, i, k));
    if (same !== undefined) kinds.get(same)!.push(i);
    else {
      firsts.push(i);
      kinds.set(i, [i]);
    }
  }
  return kinds;
}

function isEqual(scores: Float32Array, width: number, i: number, k: number): boolean {
  for (let j = 0; j < width; j++)
    if (!Object.is(scores[i * width + j], scores[k * width + j])) return false;
  return true;
}
