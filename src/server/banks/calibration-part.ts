import { z } from 'zod';
import {
  type CalibrationDetail,
  type CalibrationSummary,
  calibrationDetail,
} from '../../api/banks.ts';
import { fail } from '../../errors.ts';
import { toCsv } from '../../files/write/write.ts';
import { median } from '../../statistics/median.ts';
import { quantile } from '../../statistics/quantile.ts';
import { errorMethodOf } from '../../store/calibrations/error-method.ts';
import type {
  CalibrationSummary as KeptSummary,
  Store,
  StoredCalibration,
} from '../../store/store.ts';
import { warningsOf } from '../../tested-bank/calibrated-bank.ts';

const QUANTILES = 100;

/** A kept calibration, with `bank` one of that bank. @throws NAME_UNKNOWN */
export async function keptCalibration(
  store: Pick<Store, 'calibration'>,
  number: number,
  bank?: string,
): Promise<StoredCalibration> {
  const found = await store.calibration(number);
  if (found !== undefined && (bank === undefined || found.bank === bank)) return found;
  return fail('NAME_UNKNOWN', { kind: 'calibration', name: String(number), nearest: null });
}

export function calibrationSummaryOf(kept: KeptSummary): CalibrationSummary {
  const { id, bank, bankVersion, method, parent, examinees, items, createdAt } = kept;
  const own = { id, bank, bankVersion, method, parent, items, createdAt };
  const model = typeof kept.options.model === 'string' ? kept.options.model : null;
  return { ...own, model, examinees: examinees.length, warnings: warningsOf(kept) };
}

/** Values kept with a calibration for display, if there are any; options are as unchecked as a file. */
const told = z.object({
  participants: calibrationDetail.shape.participants.catch(null).default(null),
  persuasion: z
    .array(
      z.object({
        generator: z.string(),
        critic: z.string(),
        answers: z.int(),
        changed: z.number(),
        rightly: z.int(),
        wrongly: z.int(),
      }),
    )
    .nullable()
    .catch(null)
    .default(null),
});

export function calibrationDetailOf(kept: StoredCalibration): CalibrationDetail {
  const { participants: _, persuasion: __, ...options } = kept.options;
  const { participants, persuasion } = told.parse(kept.options);
  const { a, b, c } = kept.parameters;
  return {
    ...calibrationSummaryOf({ ...kept, items: kept.items.length }),
    names: [...kept.examinees],
    options,
    distributions: { a: quantiles(a), b: quantiles(b), c: quantiles(c) },
    fit: fitOf(kept),
    participants,
    persuasion:
      persuasion?.map(({ generator, critic, answers, changed, rightly, wrongly }) => ({
        from: critic,
        to: generator,
        debates: answers,
        persuaded: Math.round(changed * answers),
        rightly,
        wrongly,
      })) ?? null,
  };
}

/** The parameters as `calibrate show --out` writes them. */
export function parametersText({
  items,
  parameters,
  standardErrors: se,
  ...lineage
}: StoredCalibration) {
  const { a, b, c, d } = parameters;
  const method = errorMethodOf(lineage) ?? '';
  const errors = (j: number) =>
    se === null ? ['', '', '', ''] : [se.a[j], se.b[j], se.c[j], method];
  return toCsv(
    ['item', 'a', 'b', 'c', 'd', 'se_a', 'se_b', 'se_c', 'se_method'],
    items.map((item, j) => [item, a[j], b[j], c[j], d[j], ...errors(j)]),
  );
}

/** The meaning of each measure of a fit, by its stored name. */
const MEANINGS: Readonly<Record<string, string>> = {
  converged: 'whether the fit converged before its last round',
  iterations: 'number of rounds of the fit',
  logLikelihood: 'log-likelihood of the answers, with abilities integrated out (marginal mode)',
  integratedLogLikelihood:
    'log-likelihood of the answers, with items integrated out; not comparable with that of the marginal mode',
  curveLogLikelihood:
    'log-likelihood of the curves of the integrated mode; not comparable with that of the marginal mode',
  logPosterior: 'log-posterior of the parameters',
  aic: 'Akaike’s information criterion; for fits without priors',
  bic: 'Bayesian information criterion; for fits without priors',
  seconds: 'duration of the fit in seconds',
  designEffect: 'number of participants with the information of one independent participant',
  effectiveParticipants:
    'number of independent participants with the same information about an item',
};

function fitOf({ method, options, standardErrors, parameters }: StoredCalibration) {
  const known = Object.entries(MEANINGS).flatMap(([name, meaning]) => {
    const value = options[name];
    if (typeof value === 'boolean') return [{ name, value: Number(value), meaning }];
    return typeof value === 'number' ? [{ name, value, meaning }] : [];
  });
  if (standardErrors === null) return known;
  const errors = standardErrors.b.filter((value) => Number.isFinite(value));
  const value = errors.length === 0 ? null : median(errors);
  const given =
    errorMethodOf({ method, options }) === 'blockwise'
      ? ', given the other items, so it is too small'
      : '';
  const spread = { name: 'seB', value, meaning: `median standard error of a difficulty${given}` };
  return parameters.count === 0 ? known : [...known, spread];
}

/** The 0th, 1st, 2nd … 100th percentiles, with linear interpolation. */
function quantiles(values: Float64Array): number[] {
  const sorted = values.filter((value) => Number.isFinite(value)).sort();
  if (sorted.length === 0) return [];
  return Array.from({ length: QUANTILES + 1 }, (_, k) => quantile(sorted, k, QUANTILES));
}
