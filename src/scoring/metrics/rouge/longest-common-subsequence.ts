const WORD = 32;
const FULL = 0x1_0000_0000;

/**
 * The length of the longest sequence of tokens that both texts have in this order, not necessarily next to one another.
 *
 * Bit k of V is 0 where the length grows at token k of `a`. Each token of `b` changes V to (V + (V & M)) | (V & ~M), with M the
 * places of that token in `a`: 32 steps of the usual recursion at once. Time O(mn/32), memory O(m + n).
 *
 * @see Hyyrö (2004), Bit-parallel LCS-length computation revisited, AWOCA
 */
export function longestCommonSubsequence(a: readonly string[], b: readonly string[]): number {
  // The places of each token of a, as lists: the last place, and from each place the one before it; −1 ends them.
  const last = new Map<string, number>();
  const before = Int32Array.from(a, (token, k) => {
    const other = last.get(token) ?? -1;
    last.set(token, k);
    return other;
  });
  const words = Math.ceil(a.length / WORD);
  const v = new Uint32Array(words).fill(FULL - 1);
  const m = new Uint32Array(words);
  for (const token of b) {
    const first = last.get(token);
    if (first === undefined) continue;
    for (let k = first; k >= 0; k = before[k]) m[k >>> 5] |= 1 << (k & 31);
    let carry = 0;
    for (let w = 0; w < words; w++) {
      const sum = v[w] + ((v[w] & m[w]) >>> 0) + carry;
      carry = sum >= FULL ? 1 : 0;
      v[w] = sum | (v[w] & ~m[w]);
    }
    for (let k = first; k >= 0; k = before[k]) m[k >>> 5] = 0;
  }
  let length = 0;
  for (let k = 0; k < a.length; k++) if (((v[k >>> 5] >>> (k & 31)) & 1) === 0) length++;
  return length;
}
