import type { ItemDetail } from '../../api/banks.ts';
import { information } from '../../irt/information.ts';
import { probability } from '../../irt/probability.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { mean } from '../../statistics/mean.ts';
import { NORMAL_90 } from '../../statistics/normal-points.ts';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';
import { itemRowOf } from './item-search.ts';
import type { Exposure, ItemView } from './item-view.ts';

/** Least number of models in a bin of ability, and greatest number of bins. */
const LEAST_IN_BIN = 4;
const MOST_BINS = 5;

/** An item with its curve and the answers of recorded models, without texts. */
export function itemDetailOf(
  view: ItemView,
  exposure: Exposure,
  j: number,
  abilities: readonly number[],
): ItemDetail {
  const { parameters, table, isCalibrating, from: parametersFrom } = view;
  const row = { ...itemRowOf(view, exposure, j), calibrating: isCalibrating, parametersFrom };
  const fit = fitOf(view, j);
  if (parameters === null || Number.isNaN(parameters.a[j])) return { ...row, curve: null, fit };
  const { a, b, c, d } = parameters;
  const of = (curve: typeof probability) =>
    abilities.map((theta) => curve(theta, a[j], b[j], c[j], d[j]));
  return {
    ...row,
    curve: {
      ability: [...abilities],
      probability: of(probability),
      information: of(information),
      observed:
        view.abilities === null || table.responses === null
          ? []
          : observedShares(table.responses, view.abilities, j),
    },
    fit,
  };
}

/**
 * Shares right of recorded models in bins of ability with their 90% intervals. Each bin has the same number of models, because
 * with so few models some bins of equal width would be empty.
 */
export function observedShares(
  { scores, items, examinees }: ResponseMatrix,
  abilities: ArrayLike<number>,
  j: number,
): { ability: number; share: number; low: number; high: number; answers: number }[] {
  const own = examinees
    .map((_, i) => ({ ability: abilities[i], score: scores[i * items.length + j] }))
    .filter(({ ability, score }) => !Number.isNaN(score) && Number.isFinite(ability))
    .sort((x, y) => x.ability - y.ability);
  if (own.length === 0) return [];
  const bins = Math.max(1, Math.min(MOST_BINS, Math.floor(own.length / LEAST_IN_BIN)));
  return Array.from({ length: bins }, (_, k) => {
    const part = own.slice(
      Math.round((k * own.length) / bins),
      Math.round(((k + 1) * own.length) / bins),
    );
    const share = mean(part.map(({ score }) => score));
    return {
      ability: mean(part.map(({ ability }) => ability)),
      share,
      ...wilsonInterval(share, part.length, NORMAL_90),
      answers: part.length,
    };
  });
}

/** Mean squares. Their distribution is unknown here, so there is no test: see `calibration/diagnose/item-fit.ts`. */
function fitOf({ fit, usualInfit, isCalibrating }: ItemView, j: number): ItemDetail['fit'] {
  const none = { infit: null, outfit: null, usual: null };
  if (fit === null)
    return {
      ...none,
      note: isCalibrating ? null : 'There are no recorded answers to compare with the parameters.',
    };
  const { infit, outfit, correlation } = fit;
  if (Number.isNaN(infit[j]))
    return {
      ...none,
      note: 'No model answered it, all answers are the same, or some are partly right.',
    };
  const related = Number.isNaN(correlation[j])
    ? 'All abilities are the same'
    : `Correlation of right answers with ability ${correlation[j].toFixed(2)}`;
  return {
    infit: infit[j],
    outfit: outfit[j],
    usual: usualInfit,
    note: `${related}. Infit and outfit show how surprising the answers are, given the curve; outfit gives more weight to the most surprising ones. The mean infit of the items of this bank is ${usualInfit.toFixed(2)}; it is usually below 1, because the curves were fitted to these answers. Recorded models are few and their errors are correlated, so this is not a statistical test, only a hint where to look.`,
  };
}
