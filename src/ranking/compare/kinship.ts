/** What is expected before any pair of answers, and how many pairs that counts for. */
const WEIGHT = 10;
/** No two models give quite the same answers; a negative value would only be chance. */
const MOST = 0.95;

/**
 * The correlation of two examinees' answers to the same item beyond what their abilities explain:
 * Σ (x_A − p_A)(x_B − p_B) / Σ √(p_A q_A p_B q_B) over the items that both answered, shrunk towards `prior` as if that had been
 * seen on 10 items of p = ½. Within [0, 0.95].
 *
 * @param asked positions of the common answers
 */
export function kinship(
  asked: ArrayLike<number>,
  a: { readonly scores: ArrayLike<number>; readonly curve: ArrayLike<number> },
  b: { readonly scores: ArrayLike<number>; readonly curve: ArrayLike<number> },
  prior: number,
): number {
  let product = (WEIGHT / 4) * prior;
  let spread = WEIGHT / 4;
  for (let k = 0; k < asked.length; k++) {
    const j = asked[k];
    const [pA, pB] = [a.curve[j], b.curve[j]];
    product += (a.scores[j] - pA) * (b.scores[j] - pB);
    spread += Math.sqrt(pA * (1 - pA) * pB * (1 - pB));
  }
  return Math.min(MOST, Math.max(0, product / spread));
}
