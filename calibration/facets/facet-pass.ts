import { AnswerPosterior } from './answer-posterior.ts';
import { type FacetCurves, facetCurves } from './facet-curves.ts';
import { type FacetLayout, thresholdsOf } from './facet-layout.ts';
import type { FairTables } from './fair-tables.ts';

/** Nodes with less weight than this do not count in sums over a part. */
const NOTHING = 1e-14;

/** Sums over answers at a point. */
export interface FacetSums {
  logLikelihood: number;
  /** By parameter, tested ones included. */
  readonly gradient: Float64Array;
  /** Minus the second derivatives, size × size. */
  readonly information: Float64Array;
  /** The same of tested parameters with the others, in rows of `size`, and with themselves. */
  readonly cross: Float64Array;
  readonly own: Float64Array;
}

/** What the pass knows of one answer, for a caller that wants more than the sums. The arrays are overwritten by the next answer. */
export interface AnswerView {
  readonly a: number;
  /** Parameters of this answer; the last two are its fair score and its quality. */
  readonly local: Int32Array;
  readonly count: number;
  /** Posterior means of their scores (derivatives of the complete log-likelihood), and covariances, count × count. */
  readonly means: Float64Array;
  readonly variances: Float64Array;
  /** Expected direct effect of the parameters on the fair score. */
  readonly direct: Float64Array;
}

export interface PassOptions {
  /** Also derivatives of tested parameters. */
  readonly centre?: number;
  readonly fair?: FairTables;
  readonly visit?: (view: AnswerView) => void;
  /** Told each rating with the posterior of what its rater sees, between two nodes. */
  readonly visitRating?: (j: number, weights: Float64Array, low: number, high: number) => void;
}

/**
 * Derivatives of the marginal log-likelihood of all answers by Louis' identity: the gradient is the posterior mean of the scores of the complete data, the information
 * the posterior mean of theirs less the variance of these scores (Louis 1982, JRSS B 44, 226–233). Given the quality of an answer its parts are independent, so variances
 * add up: within parts, and of the sum of conditional means between nodes.
 */
export class FacetPass {
  readonly layout: FacetLayout;
  private readonly answer: AnswerPosterior;
  private readonly slotOf: Int32Array;
  private readonly local: Int32Array;
  private readonly most: number;
  private conditional = new Float64Array(0);
  private partScores = new Float64Array(0);
  private weights = new Float64Array(0);
  private crossWeights = new Float64Array(0);
  private readonly variances: Float64Array;
  private readonly information: Float64Array;
  private readonly means: Float64Array;
  private readonly direct: Float64Array;
  private readonly touched: Int32Array;
  private readonly partMeans: Float64Array;
  private readonly shared: Float64Array;

  constructor(layout: FacetLayout) {
    this.layout = layout;
    this.answer = new AnswerPosterior(layout);
    const K = layout.counts.categories;
    this.most = layout.most * (layout.thresholds === 'common' ? 4 : K + 3) + K + 5;
    this.slotOf = new Int32Array(layout.all + 2).fill(-1);
    this.local = new Int32Array(this.most);
    this.touched = new Int32Array(this.most);
    this.means = new Float64Array(this.most);
    this.direct = new Float64Array(this.most);
    this.partMeans = new Float64Array(this.most);
    this.variances = new Float64Array(this.most ** 2);
    this.information = new Float64Array(this.most ** 2);
    this.shared = new Float64Array(K * K);
  }

  curves(xi: Float64Array, step: number): FacetCurves {
    const curves = facetCurves(this.layout, xi, step);
    this.answer.fit(curves.nodes.length);
    return curves;
  }

  logLikelihood(xi: Float64Array, step: number): number {
    const curves = this.curves(xi, step);
    let sum = 0;
    for (let a = 0; a < this.layout.counts.answers; a++)
      if (this.layout.ratingStarts[a + 1] > this.layout.ratingStarts[a])
        sum += this.answer.take(a, curves);
    return sum;
  }

  derivatives(xi: Float64Array, step: number, options: PassOptions = {}): FacetSums {
    const { layout } = this;
    const curves = this.curves(xi, step);
    const tested = options.centre === undefined ? 0 : layout.all - layout.size;
    const sums: FacetSums = {
      logLikelihood: 0,
      gradient: new Float64Array(layout.size + tested),
      information: new Float64Array(layout.size ** 2),
      cross: new Float64Array(tested * layout.size),
      own: new Float64Array(tested),
    };
    const width = curves.nodes.length;
    this.conditional = new Float64Array(this.most * width);
    this.partScores = new Float64Array(this.most * width);
    this.weights = new Float64Array(width);
    this.crossWeights = new Float64Array(width);
    for (let a = 0; a < layout.counts.answers; a++) {
      if (layout.ratingStarts[a + 1] === layout.ratingStarts[a] && options.fair === undefined)
        continue;
      sums.logLikelihood += this.answer.take(a, curves);
      this.add(a, xi, curves, options, sums);
    }
    return sums;
  }

  private slot(parameter: number, count: number): number {
    if (this.slotOf[parameter] >= 0) return count;
    this.slotOf[parameter] = count;
    this.local[count] = parameter;
    return count + 1;
  }

  private add(
    a: number,
    xi: Float64Array,
    curves: FacetCurves,
    options: PassOptions,
    sums: FacetSums,
  ): void {
    const { layout, answer, slotOf, local, conditional, means, variances, information } = this;
    const { fair, centre } = options;
    const { answerStarts, partStarts, raters, aspects, counts } = layout;
    const { posterior, low, high } = answer;
    const steps = counts.categories - 1;
    const mean = layout.meansFrom + layout.groups[a];
    let n = this.slot(mean, 0);
    n = this.slot(layout.sdAt, n);
    if (layout.deviationAt >= 0) n = this.slot(layout.deviationAt, n);
    for (let j = layout.ratingStarts[a]; j < layout.ratingStarts[a + 1]; j++) {
      n = this.slot(raters[j], n);
      n = this.slot(layout.aspectsFrom + aspects[j], n);
      const tau = thresholdsOf(layout, raters[j], aspects[j]);
      for (let k = 0; k < steps; k++) n = this.slot(tau + k, n);
      if (centre === undefined) continue;
      n = this.slot(layout.size + raters[j], n);
      n = this.slot(layout.biasFrom + raters[j] * counts.aspects + aspects[j], n);
    }
    if (fair !== undefined) {
      n = this.slot(layout.all, n);
      n = this.slot(layout.all + 1, n);
    }
    variances.fill(0, 0, n * n);
    information.fill(0, 0, n * n);
    this.direct.fill(0, 0, n);

    // The prior: scores of the mean and of log σ; the quality itself.
    const sd = Math.exp(xi[layout.sdAt]);
    let squares = 0;
    let sum = 0;
    conditional.fill(0, low * n, high * n);
    for (let q = low; q < high; q++) {
      const z = (curves.nodes[q] - xi[mean]) / sd;
      conditional[q * n] = z / sd;
      conditional[q * n + 1] = z * z - 1;
      if (fair !== undefined) conditional[q * n + n - 1] = curves.nodes[q];
      sum += posterior[q] * z;
      squares += posterior[q] * z * z;
    }
    information[0] = 1 / (sd * sd);
    information[1] = information[n] = (2 * sum) / sd;
    information[n + 1] = 2 * squares;

    for (let part = answerStarts[a]; part < answerStarts[a + 1]; part++)
      this.addPart(
        partStarts[part],
        partStarts[part + 1],
        part - answerStarts[a],
        curves,
        n,
        options,
      );
    fair?.addRest(a, layout, posterior, low, high, conditional, n, variances, this.direct, slotOf);

    means.fill(0, 0, n);
    for (let q = low; q < high; q++)
      for (let i = 0; i < n; i++) means[i] += posterior[q] * conditional[q * n + i];
    for (let q = low; q < high; q++)
      for (let i = 0; i < n; i++) {
        const scaled = posterior[q] * (conditional[q * n + i] - means[i]);
        for (let j = 0; j <= i; j++)
          variances[i * n + j] += scaled * (conditional[q * n + j] - means[j]);
      }
    for (let i = 0; i < n; i++)
      for (let j = 0; j < i; j++) {
        variances[j * n + i] = variances[i * n + j];
        information[j * n + i] = information[i * n + j];
      }
    const { size } = layout;
    for (let i = 0; i < n; i++) {
      const p = local[i];
      if (p >= layout.all) continue;
      sums.gradient[p] += means[i];
      if (p >= size) sums.own[p - size] += information[i * n + i] - variances[i * n + i];
      const row = p < size ? p * size : (p - size) * size;
      const to = p < size ? sums.information : sums.cross;
      for (let j = 0; j < n; j++)
        if (local[j] < size) to[row + local[j]] += information[i * n + j] - variances[i * n + j];
    }
    options.visit?.({ a, local, count: n, means, variances, direct: this.direct });
    for (let i = 0; i < n; i++) slotOf[local[i]] = -1;
  }

  /** Ratings that share a deviation. */
  private addPart(
    from: number,
    to: number,
    part: number,
    curves: FacetCurves,
    n: number,
    { centre, fair, visitRating }: PassOptions,
  ): void {
    const { layout, answer, slotOf, conditional, partScores, weights, crossWeights } = this;
    const { touched, partMeans, variances, information } = this;
    const { raters, aspects, counts, scores, curves: curveOf } = layout;
    const { nodes, above, kernel, kernelMean } = curves;
    const width = nodes.length;
    const reach = kernel.length - 1;
    const { low, high, posterior, likelihoods, averages } = answer;
    const first = Math.max(0, low - reach);
    const end = Math.min(width, high + reach);
    const steps = counts.categories - 1;
    const row = part * width;
    let t = 0;
    const touch = (parameter: number) => {
      const slot = slotOf[parameter];
      for (let i = 0; i < t; i++) if (touched[i] === slot) return i;
      touched[t] = slot;
      return t++;
    };
    for (let j = from; j < to; j++) {
      touch(raters[j]);
      touch(layout.aspectsFrom + aspects[j]);
      const tau = thresholdsOf(layout, raters[j], aspects[j]);
      for (let k = 0; k < steps; k++) touch(tau + k);
      if (centre === undefined) continue;
      touch(layout.size + raters[j]);
      touch(layout.biasFrom + raters[j] * counts.aspects + aspects[j]);
    }
    const isFairPart = fair !== undefined && layout.deviations === 'aspect';
    const fairAt = isFairPart ? touch(layout.all) : -1;
    const count = t;
    partScores.fill(0, first * count, end * count);
    for (let j = from; j < to; j++) {
      const atRater = touch(raters[j]);
      const atAspect = touch(layout.aspectsFrom + aspects[j]);
      const atTau = touch(thresholdsOf(layout, raters[j], aspects[j]));
      const curve = curveOf[j] * steps * width;
      const atSlope = centre === undefined ? -1 : touch(layout.size + raters[j]);
      const atBias =
        centre === undefined
          ? -1
          : touch(layout.biasFrom + raters[j] * counts.aspects + aspects[j]);
      for (let u = first; u < end; u++) {
        const own = u * count;
        let residual = 0;
        for (let k = 0; k < steps; k++) {
          const difference = (scores[j] > k ? 1 : 0) - above[curve + k * width + u];
          residual += difference;
          partScores[own + atTau + k] -= difference;
        }
        partScores[own + atRater] -= residual;
        partScores[own + atAspect] -= residual;
        if (centre === undefined) continue;
        partScores[own + atSlope] += residual * (nodes[u] - centre);
        partScores[own + atBias] -= residual;
      }
    }
    if (isFairPart) fair.fill(partScores, count, fairAt, aspects[from], first, end);

    weights.fill(0, first, end);
    crossWeights.fill(0, first, end);
    const deviation = layout.deviationAt >= 0 ? slotOf[layout.deviationAt] : -1;
    let [deviationSquares, deviationSum] = [0, 0];
    const perStep = deviation < 0 ? 0 : this.squarePerStep(curves);
    for (let q = low; q < high; q++) {
      const p = posterior[q];
      const scale = 1 / averages[row + q];
      const [b, e] = [Math.max(first, q - reach), Math.min(end - 1, q + reach)];
      partMeans.fill(0, 0, count);
      let deviationMean = 0;
      for (let u = b; u <= e; u++) {
        const j = u < q ? q - u : u - q;
        const weight = kernel[j] * likelihoods[row + u] * scale;
        weights[u] += p * weight;
        const own = u * count;
        for (let i = 0; i < count; i++) partMeans[i] += weight * partScores[own + i];
        if (deviation < 0) continue;
        const v = j * j * perStep - kernelMean;
        deviationMean += weight * v;
        crossWeights[u] += p * weight * v;
        deviationSquares += p * weight * v * v;
      }
      for (let i = 0; i < count; i++) {
        const scaled = p * partMeans[i];
        const si = touched[i];
        conditional[q * n + si] += partMeans[i];
        for (let k = 0; k <= i; k++) addLower(variances, n, si, touched[k], -scaled * partMeans[k]);
        if (deviation >= 0) addLower(variances, n, si, deviation, -scaled * deviationMean);
      }
      if (deviation < 0) continue;
      conditional[q * n + deviation] += deviationMean;
      deviationSquares -= p * deviationMean * deviationMean;
      deviationSum += p * deviationMean;
    }
    let [begin, stop] = [first, end];
    while (begin < stop - 1 && weights[begin] < NOTHING) begin++;
    while (stop > begin + 1 && weights[stop - 1] < NOTHING) stop--;
    for (let i = 0; i < count; i++) {
      for (let k = 0; k <= i; k++) {
        let sum = 0;
        for (let u = begin; u < stop; u++)
          sum += weights[u] * partScores[u * count + i] * partScores[u * count + k];
        addLower(variances, n, touched[i], touched[k], sum);
      }
      if (deviation < 0) continue;
      let sum = 0;
      for (let u = begin; u < stop; u++) sum += crossWeights[u] * partScores[u * count + i];
      addLower(variances, n, touched[i], deviation, sum);
    }
    if (deviation >= 0) {
      variances[deviation * n + deviation] += deviationSquares;
      // Minus the second derivative of the log kernel: 2v − 2 E v + Var v.
      information[deviation * n + deviation] += 2 * deviationSum + curves.kernelVariance;
    }
    for (let j = from; j < to; j++) {
      this.addInformation(j, curves, begin, stop, n, centre);
      visitRating?.(j, weights, first, end);
    }
    if (isFairPart) fair.addDirect(aspects[from], layout, weights, first, end, this.direct, slotOf);
  }

  /** δ²/φ² of one step: the kernel falls by exp(−½ of it). */
  private squarePerStep({ kernel }: FacetCurves): number {
    return kernel.length > 1 ? -2 * Math.log(kernel[1] / kernel[0]) : 0;
  }

  /** Posterior mean of the information of one rating: covariances of 1[X ≥ k]. */
  private addInformation(
    j: number,
    { nodes, above }: FacetCurves,
    first: number,
    end: number,
    n: number,
    centre: number | undefined,
  ): void {
    const { layout, weights, shared, slotOf, information } = this;
    const steps = layout.counts.categories - 1;
    const width = nodes.length;
    const curve = layout.curves[j] * steps * width;
    shared.fill(0);
    const [rater, aspect] = [layout.raters[j], layout.aspects[j]];
    const tau = thresholdsOf(layout, rater, aspect);
    const [r, s] = [slotOf[rater], slotOf[layout.aspectsFrom + aspect]];
    let [whole, bent, bentTwice] = [0, 0, 0];
    const slope = centre === undefined ? -1 : slotOf[layout.size + rater];
    const bias =
      centre === undefined ? -1 : slotOf[layout.biasFrom + rater * layout.counts.aspects + aspect];
    for (let k = 0; k < steps; k++) {
      let [column, columnBent] = [0, 0];
      for (let l = 0; l < steps; l++) {
        const upper = curve + Math.max(k, l) * width;
        const [one, two] = [curve + k * width, curve + l * width];
        let sum = 0;
        for (let u = first; u < end; u++) {
          const c = weights[u] * (above[upper + u] - above[one + u] * above[two + u]);
          sum += c;
          if (centre === undefined) continue;
          const d = nodes[u] - centre;
          columnBent += c * d;
          bentTwice += c * d * d;
        }
        column += sum;
        if (l <= k) addLower(information, n, slotOf[tau + k], slotOf[tau + l], sum);
      }
      whole += column;
      bent += columnBent;
      addLower(information, n, r, slotOf[tau + k], column);
      addLower(information, n, s, slotOf[tau + k], column);
      if (centre === undefined) continue;
      addLower(information, n, bias, slotOf[tau + k], column);
      addLower(information, n, slope, slotOf[tau + k], -columnBent);
    }
    addLower(information, n, r, r, whole);
    addLower(information, n, s, s, whole);
    addLower(information, n, r, s, whole);
    if (centre === undefined) return;
    for (const at of [r, s]) {
      addLower(information, n, bias, at, whole);
      addLower(information, n, slope, at, -bent);
    }
    addLower(information, n, bias, bias, whole);
    addLower(information, n, slope, slope, bentTwice);
  }
}

/** Adds to a symmetric matrix, of which only the lower triangle is kept. */
function addLower(matrix: Float64Array, n: number, i: number, j: number, value: number): void {
  matrix[i > j ? i * n + j : j * n + i] += value;
}
