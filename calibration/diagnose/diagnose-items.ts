import type { NormalPrior } from '../../src/irt/estimate/estimate.ts';
import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { holm } from '../../src/statistics/holm.ts';
import { itemRestCorrelation } from '../fit/item-rest-correlation.ts';
import { type ItemFinding, itemFindings } from './item-findings.ts';
import { itemFit } from './item-fit.ts';
import { type ItemFlag, itemFlags, joinFlags } from './item-flags.ts';
import { type CurveGroup, observedCurve } from './observed-curve.ts';
import type { ItemChoices } from './options/item-choices.ts';
import { type OptionAnalysis, optionUse } from './options/option-use.ts';
import { FEWEST_ANSWERS, posteriorPredictiveFit } from './posterior-predictive-fit.ts';
import { sX2 } from './s-x2.ts';

/** What answers say of one item; null where a statistic does not exist. */
export interface ItemDiagnosis {
  readonly item: string;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly answered: number;
  readonly right: number;
  readonly proportion: number | null;
  /** Corrected: with the mean of all other answers. */
  readonly itemRest: number | null;
  readonly infit: number | null;
  readonly outfit: number | null;
  readonly zInfit: number | null;
  readonly zOutfit: number | null;
  /** Standardised log-likelihood of its answers. */
  readonly zLikelihood: number | null;
  readonly sX2: {
    readonly statistic: number;
    readonly df: number;
    readonly p: number;
    /** Adjusted for the number of items, by Holm. */
    readonly adjustedP: number;
  } | null;
  /** Why there is no S-X²; null if there is one. */
  readonly noSX2: string | null;
  /** Posterior-predictive probability, if there is no S-X². */
  readonly predictiveP: number | null;
  /** Why there is no posterior-predictive probability either; null if there is one, or S-X². */
  readonly noPredictiveP: string | null;
  /** Share right by groups of ability, beside that of the curve. */
  readonly curve: readonly CurveGroup[];
  /** Null if choices are not known. */
  readonly options: OptionAnalysis | null;
  /** Answers whose score and choice do not go together with the key; null if it is not known. */
  readonly disagreements: number | null;
  readonly flags: readonly ItemFlag[];
  readonly findings: readonly ItemFinding[];
}

export interface ItemDiagnosisOptions {
  /** Distribution of ability in the calibration. */
  readonly prior: NormalPrior;
  /** Estimated per item: 2 for Rasch (with the common slope or the spread of ability) and 2PL, 3, 4. */
  readonly parametersPerItem: number;
  /** Flags of the calibration, one entry per item. */
  readonly flags?: readonly (readonly ItemFlag[])[] | undefined;
  /** One entry per item; null for an item without known choices. */
  readonly choices?: readonly (ItemChoices | null)[] | undefined;
  /** Draws of the posterior-predictive check; 0 for none. */
  readonly draws: number;
  readonly seed: number;
  readonly onProgress?: ((share: number) => void) | undefined;
}

/**
 * Diagnoses every item.
 * @param abilities expected a posteriori, one per examinee
 */
export function diagnoseItems(
  matrix: ResponseMatrix,
  parameters: ItemParameters,
  abilities: ArrayLike<number>,
  options: ItemDiagnosisOptions,
): ItemDiagnosis[] {
  const { prior, draws, seed, choices, onProgress = () => {} } = options;
  const { examinees, items, scores } = matrix;
  const width = items.length;
  const rest = itemRestCorrelation(matrix);
  const fit = itemFit(matrix, parameters, abilities);
  const flags = itemFlags(matrix, parameters);
  const scored = sX2(matrix, parameters, prior, options.parametersPerItem);
  const noStatistic = typeof scored === 'string' ? scored : null;
  const isMissing = (j: number) => typeof scored === 'string' || Number.isNaN(scored.p[j]);
  const adjusted = typeof scored === 'string' ? null : adjust(scored.p);
  const predictive =
    draws > 0 && items.some((_, j) => isMissing(j))
      ? posteriorPredictiveFit(matrix, parameters, prior, { draws, seed }, onProgress)
      : null;
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  const totals = totalScores(matrix);
  const rests = new Float64Array(examinees.length);
  const { a, b, c, d } = parameters;
  return items.map((item, j) => {
    let [answered, right] = [0, 0];
    for (let i = 0; i < examinees.length; i++) {
      const u = scores[i * width + j];
      if (!Number.isNaN(u)) answered++;
      if (u === 1) right++;
    }
    const hasSX2 = !isMissing(j) && typeof scored !== 'string';
    const checked = predictive === null || hasSX2 ? Number.NaN : predictive[j];
    const own = choices?.[j] ?? null;
    if (own !== null) restScores(matrix, totals, j, rests);
    const diagnosis = {
      item,
      a: a[j],
      b: b[j],
      c: c[j],
      d: d[j],
      answered,
      right,
      proportion: answered === 0 ? null : right / answered,
      itemRest: finite(rest.correlation[j]),
      infit: finite(fit.infit[j]),
      outfit: finite(fit.outfit[j]),
      zInfit: finite(fit.zInfit[j]),
      zOutfit: finite(fit.zOutfit[j]),
      zLikelihood: finite(fit.zLikelihood[j]),
      sX2: hasSX2
        ? {
            statistic: scored.statistic[j],
            df: scored.df[j],
            p: scored.p[j],
            adjustedP: adjusted![j],
          }
        : null,
      noSX2: hasSX2
        ? null
        : (noStatistic ?? 'too few groups of summed scores are left for a degree of freedom'),
      predictiveP: finite(checked),
      noPredictiveP:
        hasSX2 || Number.isFinite(checked)
          ? null
          : draws === 0
            ? 'no draws were asked for'
            : `the posterior-predictive check needs ${FEWEST_ANSWERS} answers; there are ${answered}`,
      curve: observedCurve(matrix, parameters, abilities, j),
      options: own === null ? null : optionUse(own, abilities, rests),
      disagreements: own === null ? null : disagreementsOf(matrix, j, own),
      flags: joinFlags(flags[j], options.flags?.[j] ?? []),
    };
    return { ...diagnosis, findings: itemFindings(diagnosis, diagnosis.sX2?.adjustedP ?? null) };
  });
}

/** Holm's adjustment of the values that exist. */
function adjust(ps: Float64Array): Float64Array {
  const known = [...ps.keys()].filter((j) => !Number.isNaN(ps[j]));
  const adjusted = new Float64Array(ps.length).fill(Number.NaN);
  holm(Float64Array.from(known, (j) => ps[j])).forEach((p, k) => {
    adjusted[known[k]] = p;
  });
  return adjusted;
}

function totalScores({ scores, items, examinees }: ResponseMatrix) {
  const right = new Float64Array(examinees.length);
  const answered = new Int32Array(examinees.length);
  for (let i = 0; i < examinees.length; i++)
    for (let j = 0; j < items.length; j++) {
      const u = scores[i * items.length + j];
      if (Number.isNaN(u)) continue;
      right[i] += u;
      answered[i]++;
    }
  return { right, answered };
}

/** The mean of each examinee's other answers; NaN without any. */
function restScores(
  { scores, items }: ResponseMatrix,
  { right, answered }: ReturnType<typeof totalScores>,
  j: number,
  out: Float64Array,
): void {
  for (let i = 0; i < out.length; i++) {
    const u = scores[i * items.length + j];
    const isOwn = !Number.isNaN(u);
    const others = answered[i] - (isOwn ? 1 : 0);
    out[i] = others === 0 ? Number.NaN : (right[i] - (isOwn ? u : 0)) / others;
  }
}

function disagreementsOf(
  { scores, items, examinees }: ResponseMatrix,
  j: number,
  { chosen, key }: ItemChoices,
): number | null {
  if (key === null) return null;
  let count = 0;
  for (let i = 0; i < examinees.length; i++) {
    const u = scores[i * items.length + j];
    if (!Number.isNaN(u) && chosen[i] >= 0 && (chosen[i] === key) !== (u === 1)) count++;
  }
  return count;
}
