import { type DifAnswers, fillGroups, NONE } from './dif-answers.ts';
import { type MantelHaenszel, mantelHaenszel } from './mantel-haenszel.ts';
import type { AbilityMatching } from './match-abilities.ts';
import type { Rearranged } from './rearranged-labels.ts';

/** What rearranged families say of one item. */
export interface FamilySpread {
  /** Mean square of z over the arrangements: 1 if examinees of a family are independent. */
  readonly designEffect: number;
  /** Share of arrangements with a |z| at least as large, the observed one counted. */
  readonly pPermutation: number;
}

export interface MantelHaenszelItem extends MantelHaenszel {
  readonly spread: FamilySpread | null;
}

/** A design effect of less than this is an item that rearranging does not touch. */
const LEAST_EFFECT = 0.01;
const ROUNDING = 1e-9;

/**
 * The Mantel-Haenszel test of each item, in strata of equal size by the predicted probability of a right answer. Null where an item cannot be tested.
 * @param rearranged labels with families rearranged; null without families
 */
export function mantelHaenszelItems(
  answers: DifAnswers,
  matching: AbilityMatching,
  mostStrata: number,
  rearranged: Rearranged | null,
): (MantelHaenszelItem | null)[] {
  const n = answers.examinees;
  const groups = new Uint8Array(n);
  return Array.from({ length: answers.items }, (_, j) => {
    const matched = matching.item(j);
    if (matched === null) return null;
    fillGroups(answers.labels, answers.dates, j, groups);
    const strata = strataOf(matched.predicted, mostStrata);
    const column = () => new Float64Array(mostStrata);
    const tables = {
      rightReference: column(),
      wrongReference: column(),
      rightFocal: column(),
      wrongFocal: column(),
    };
    for (let i = 0; i < n; i++) {
      const u = answers.scores[j * n + i];
      if (u === NONE) continue;
      const k = strata[i];
      const isFocal = groups[i] === 1;
      if (u === 1) (isFocal ? tables.rightFocal : tables.rightReference)[k]++;
      else (isFocal ? tables.wrongFocal : tables.wrongReference)[k]++;
    }
    const plain = mantelHaenszel(tables);
    if (plain === null || rearranged === null) return plain && { ...plain, spread: null };
    const spread = familySpread(
      answers,
      j,
      strata,
      mostStrata,
      rearranged,
      plain.chiSquareUncorrected,
    );
    const scaled = mantelHaenszel(tables, Math.max(LEAST_EFFECT, spread.designEffect))!;
    return { ...scaled, spread };
  });
}

/** Strata of nearly the same size, of equal values together; −1 for NaN. */
function strataOf(values: Float64Array, most: number): Int32Array {
  const strata = new Int32Array(values.length).fill(-1);
  const order = Array.from(values.keys())
    .filter((i) => !Number.isNaN(values[i]))
    .sort((i, j) => values[i] - values[j]);
  order.forEach((i, rank) => {
    const isTied = rank > 0 && values[i] === values[order[rank - 1]];
    strata[i] = isTied ? strata[order[rank - 1]] : Math.floor((most * rank) / order.length);
  });
  return strata;
}

/** The squares of z over the arrangements: (Σ_i g_i e_i)² / Σ_k V_k, e the distance of an answer from its stratum's share. */
function familySpread(
  { examinees: n, scores, dates }: DifAnswers,
  item: number,
  strata: Int32Array,
  most: number,
  { labels, count }: Rearranged,
  observed: number,
): FamilySpread {
  const size = new Float64Array(most);
  const right = new Float64Array(most);
  for (let i = 0; i < n; i++) {
    if (strata[i] < 0) continue;
    size[strata[i]]++;
    right[strata[i]] += scores[item * n + i];
  }
  const spread = size.map((m, k) => (m > 1 ? (right[k] * (m - right[k])) / (m * m * (m - 1)) : 0));
  // Only examinees in strata with right and wrong answers count.
  const counted: number[] = [];
  for (let i = 0; i < n; i++) if (strata[i] >= 0 && spread[strata[i]] > 0) counted.push(i);
  const rows = Int32Array.from(counted);
  const own = Int32Array.from(counted, (i) => strata[i]);
  const residual = Float64Array.from(
    counted,
    (i) => scores[item * n + i] - right[strata[i]] / size[strata[i]],
  );
  const focal = new Float64Array(most);
  const from = dates === null ? 1 : dates[item];
  let [squares, above, usable] = [0, 0, 0];
  for (let b = 0; b < count; b++) {
    focal.fill(0);
    let difference = 0;
    for (let k = 0; k < rows.length; k++) {
      if (!(labels[b * n + rows[k]] >= from)) continue;
      difference += residual[k];
      focal[own[k]]++;
    }
    let variance = 0;
    for (let k = 0; k < most; k++)
      if (spread[k] > 0) variance += spread[k] * focal[k] * (size[k] - focal[k]);
    if (!(variance > 0)) continue;
    usable++;
    const square = (difference * difference) / variance;
    squares += square;
    if (square >= observed - ROUNDING) above++;
  }
  return {
    designEffect: usable === 0 ? 1 : squares / usable,
    pPermutation: (1 + above) / (1 + usable),
  };
}
