/** The answers of one family to one hard item: probabilities of its members by their abilities, and their scores. */
export interface SharedItem {
  readonly item: number;
  readonly ps: readonly number[];
  readonly scores: readonly number[];
}

export interface SharedEvidence {
  /** Natural logarithm of the e-value: 1 over it bounds the probability of as much by chance. */
  readonly log: number;
  /** Items that are rather seen than not, the surest first. */
  readonly suspects: readonly number[];
}

/** Right answers to an item that was seen. */
const SEEN = 0.95;
/** What one item can say at most: a family may know a single item for reasons that no model has, but not many. */
const MOST_RATIO = 50;
/** Shares of the items that may have been seen, each as probable. */
const SHARES = [0.02, 0.05, 0.1, 0.2, 0.4] as const;
const NODES = Array.from({ length: 13 }, (_, k) => (k - 6) / 2);
const WEIGHTS = NODES.map((z) => Math.exp((-z * z) / 2));
const TOTAL = WEIGHTS.reduce((sum, w) => sum + w, 0);
/** A logistic curve under a normal effect of variance v keeps its mean if its logit is stretched by √(1 + v/1.7²). */
const PROBIT = 1.702 ** 2;

/**
 * Evidence that a family has seen some items: for each hard item the likelihood ratio R of "its members know it" (right with probability .95) and of
 * answers by their abilities with an effect of the item that members share, of the standard deviation σ. The e-value is the mean over λ of
 * Π (1 − λ + λ min(R, 50)): under the second hypothesis it is 1 on average or less, so it exceeds 1/α with a probability of at most α.
 *
 * @param sigma of the effect of an item on the members of a family, in logits
 * @see Grünwald, de Heide & Koolen (2024), Journal of the Royal Statistical Society B 86, 1091–1128, on e-values
 */
export function sharedEvidence(items: readonly SharedItem[], sigma: number): SharedEvidence {
  const ratios = items.map((own) => Math.exp(Math.min(300, logRatio(own, sigma))));
  const logs = SHARES.map((share) =>
    ratios.reduce(
      (sum, ratio) => sum + Math.log(1 - share + share * Math.min(MOST_RATIO, ratio)),
      0,
    ),
  );
  const most = Math.max(...logs);
  const mean = logs.reduce((sum, one) => sum + Math.exp(one - most), 0) / SHARES.length;
  const share = SHARES[logs.indexOf(most)];
  const suspects = items
    .map(({ item }, k) => ({ item, ratio: ratios[k] }))
    .filter(({ ratio }) => share * ratio > 1 - share)
    .sort((x, y) => y.ratio - x.ratio || x.item - y.item);
  return { log: most + Math.log(mean), suspects: suspects.map(({ item }) => item) };
}

function logRatio({ ps, scores }: SharedItem, sigma: number): number {
  const stretch = Math.sqrt(1 + (sigma * sigma) / PROBIT);
  let usual = 0;
  NODES.forEach((z, k) => {
    let log = 0;
    ps.forEach((p, m) => {
      const logit = stretch * Math.log(p / (1 - p)) + sigma * z;
      const signed = scores[m] === 1 ? logit : -logit;
      log += Math.min(0, signed) - Math.log1p(Math.exp(-Math.abs(signed)));
    });
    usual += (WEIGHTS[k] / TOTAL) * Math.exp(log);
  });
  const seen = scores.reduce((sum, u) => sum + Math.log(u === 1 ? SEEN : 1 - SEEN), 0);
  return seen - Math.log(Math.max(usual, 1e-300));
}
