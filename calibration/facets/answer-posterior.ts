import type { FacetCurves } from './facet-curves.ts';
import type { FacetLayout } from './facet-layout.ts';

/** Nodes whose log-posterior lies further below the maximum carry less than rounding. */
const NEGLIGIBLE = 34;
/** Parts of one answer can contradict each other so far that nothing is left of a product. */
const LEAST = 1e-290;

/** The posterior of the quality of one answer on the nodes, as scratch that the next answer overwrites. */
export class AnswerPosterior {
  readonly layout: FacetLayout;
  /** Likelihood of each part by node, times a constant, and its mean over deviations: rows of `width`. */
  likelihoods = new Float64Array(0);
  averages = new Float64Array(0);
  posterior = new Float64Array(0);
  /** Nodes from `low` to before `high` carry the posterior. */
  low = 0;
  high = 0;
  private readonly mostParts: number;

  constructor(layout: FacetLayout) {
    this.layout = layout;
    let most = 1;
    for (let a = 0; a < layout.counts.answers; a++)
      most = Math.max(most, layout.answerStarts[a + 1] - layout.answerStarts[a]);
    this.mostParts = most;
  }

  /** Space for these curves. */
  fit(width: number): void {
    if (this.posterior.length === width) return;
    this.posterior = new Float64Array(width);
    this.likelihoods = new Float64Array(this.mostParts * width);
    this.averages = new Float64Array(this.mostParts * width);
  }

  /** Computes the posterior of answer `a`. @returns its marginal log-likelihood */
  take(a: number, { nodes, logP, logPrior, kernel }: FacetCurves): number {
    const { answerStarts, partStarts, curves, scores, counts, groups } = this.layout;
    const { likelihoods, averages, posterior } = this;
    const K = counts.categories;
    const width = nodes.length;
    const prior = groups[a] * width;
    for (let q = 0; q < width; q++) posterior[q] = logPrior[prior + q];
    let constant = 0;
    for (let part = answerStarts[a]; part < answerStarts[a + 1]; part++) {
      const row = (part - answerStarts[a]) * width;
      likelihoods.fill(0, row, row + width);
      for (let j = partStarts[part]; j < partStarts[part + 1]; j++) {
        const from = (curves[j] * K + scores[j]) * width;
        for (let u = 0; u < width; u++) likelihoods[row + u] += logP[from + u];
      }
      let top = Number.NEGATIVE_INFINITY;
      for (let u = 0; u < width; u++) if (likelihoods[row + u] > top) top = likelihoods[row + u];
      constant += top;
      if (kernel.length === 1) {
        // Without deviations the one part is the answer.
        for (let u = 0; u < width; u++) {
          posterior[u] += likelihoods[row + u] - top;
          likelihoods[row + u] = Math.exp(likelihoods[row + u] - top);
          averages[row + u] = Math.max(likelihoods[row + u], LEAST);
        }
        continue;
      }
      for (let u = 0; u < width; u++) likelihoods[row + u] = Math.exp(likelihoods[row + u] - top);
      averageOver(likelihoods, averages, row, width, kernel);
      for (let q = 0; q < width; q++) {
        if (averages[row + q] < LEAST) averages[row + q] = LEAST;
        posterior[q] += Math.log(averages[row + q]);
      }
    }
    let top = Number.NEGATIVE_INFINITY;
    for (let q = 0; q < width; q++) if (posterior[q] > top) top = posterior[q];
    let low = 0;
    let high = width;
    while (posterior[low] < top - NEGLIGIBLE) low++;
    while (posterior[high - 1] < top - NEGLIGIBLE) high--;
    let mass = 0;
    for (let q = low; q < high; q++) {
      posterior[q] = Math.exp(posterior[q] - top);
      mass += posterior[q];
    }
    for (let q = low; q < high; q++) posterior[q] /= mass;
    this.low = low;
    this.high = high;
    return constant + top + Math.log(mass);
  }
}

/** The mean of a row under the kernel, which is cut off at the ends of the row. */
export function averageOver(
  from: Float64Array,
  to: Float64Array,
  row: number,
  width: number,
  kernel: Float64Array,
): void {
  const reach = kernel.length - 1;
  for (let q = 0; q < width; q++) {
    let sum = kernel[0] * from[row + q];
    const most = Math.min(reach, Math.max(q, width - 1 - q));
    for (let j = 1; j <= most; j++) {
      const below = q - j >= 0 ? from[row + q - j] : 0;
      const above = q + j < width ? from[row + q + j] : 0;
      sum += kernel[j] * (below + above);
    }
    to[row + q] = sum;
  }
}
