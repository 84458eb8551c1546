/**
 * What a cosine counts as, in [0, 1]: (cosine − low)/(high − low), cut off at 0 and 1. A linear scale, because cosines of unrelated texts
 * are far above 0 with many embedders (Ethayarajh 2019, EMNLP-IJCNLP).
 * @param cosine in [−1, 1]
 * @param scale the cosines that count as 0 and as 1; `low` is below `high`
 */
export function scaledCosine(
  cosine: number,
  { low, high }: { readonly low: number; readonly high: number },
): number {
  return Math.max(0, Math.min(1, (cosine - low) / (high - low)));
}
