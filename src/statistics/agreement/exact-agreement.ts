/**
 * The share of pairs with equal grades, Σ [xᵢ = yᵢ] / n, in [0, 1]. Null without pairs. Raters who use few grades agree often by chance, which κ
 * takes off.
 * @param x of the length of y
 * @see Cohen (1960), Educational and Psychological Measurement 20, 37–46: p₀
 */
export function exactAgreement(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  if (x.length === 0) return null;
  let same = 0;
  for (let i = 0; i < x.length; i++) if (x[i] === y[i]) same++;
  return same / x.length;
}
