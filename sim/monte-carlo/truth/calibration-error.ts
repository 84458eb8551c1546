import { calibrate } from '../../../calibration/fit/calibrate.ts';
import { fail } from '../../../src/errors.ts';
import { type ItemParameters, itemParameters } from '../../../src/irt/parameters.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { BOUNDS } from '../design/bounds.ts';
import type { Calibration } from '../design/study-design-schema.ts';
import type { StudyBank } from './study-bank.ts';
import { atCalibration, drawAnswers, type TrueModel } from './true-model.ts';

/** c of a perturbed item stays below d by at least this. */
const LEAST_SPAN = 0.01;

/**
 * The parameters that the test uses in one replication: the true ones; these with normal errors of log a, b and c; or those of
 * a calibration on simulated examinees with abilities N(0, 1), who answer by the true model before any drift. These examinees
 * define its scale: mean 0, variance 1.
 */
export function usedParameters(
  bank: StudyBank,
  model: TrueModel,
  { perturb, recalibrate }: Calibration,
  seed: string | number,
  replication: number,
): ItemParameters {
  if (perturb !== undefined) return perturbed(bank, perturb, seed, replication);
  if (recalibrate !== undefined) return recalibrated(bank, model, recalibrate, seed, replication);
  return bank.items;
}

function perturbed(
  { items, standardErrors }: StudyBank,
  { a, b, c }: NonNullable<Calibration['perturb']>,
  seed: string | number,
  replication: number,
): ItemParameters {
  const random = randomStream(seed, 'calibration', 'perturb', replication);
  const known = (se: number | undefined) => (se === undefined || Number.isNaN(se) ? 0 : se);
  const count = items.count;
  const values = {
    a: new Float64Array(count),
    b: new Float64Array(count),
    c: new Float64Array(count),
  };
  for (let j = 0; j < count; j++) {
    // Use the same number of draws for each item, so that an exactly known item does not shift the draws of the others.
    const [x, y, z] = [randomNormal(random), randomNormal(random), randomNormal(random)];
    const seLogA = a ?? known(standardErrors?.a[j]) / Math.abs(items.a[j]);
    values.a[j] = items.a[j] * Math.exp(seLogA * x);
    values.b[j] = items.b[j] + (b ?? known(standardErrors?.b[j])) * y;
    const guess = items.c[j] + (c ?? known(standardErrors?.c[j])) * z;
    values.c[j] = Math.max(0, Math.min(guess, items.d[j] - LEAST_SPAN));
  }
  return itemParameters({ ...values, d: items.d });
}

function recalibrated(
  { ids }: StudyBank,
  model: TrueModel,
  { examinees: count, rung }: NonNullable<Calibration['recalibrate']>,
  seed: string | number,
  replication: number,
): ItemParameters {
  const before = atCalibration(model);
  const width = ids.length;
  const scores = new Float32Array(count * width);
  for (let i = 0; i < count; i++) {
    const ability = randomNormal(randomStream(seed, 'calibration', 'ability', replication, i));
    const row = scores.subarray(i * width, (i + 1) * width);
    drawAnswers(before, ability, row, seed, 'calibration', replication, i);
  }
  const examinees = Array.from({ length: count }, (_, i) => `e${i + 1}`);
  return calibrate({ examinees, items: ids, scores }, { rung }).parameters;
}

/** Checks what depends on the bank. @param where the field of the design's `file` @throws FILE_INVALID */
export function checkCalibration(
  { perturb, recalibrate }: Calibration,
  items: number,
  hasErrors: boolean,
  file: string,
  where: string,
): void {
  if (perturb !== undefined && !hasErrors && Object.values(perturb).every((se) => se === undefined))
    fail('FILE_INVALID', {
      file,
      where: `${where}.perturb`,
      found: 'no standard errors, neither here nor in the file of the bank',
      accepted: 'a, b or c, or a bank file with se_a, se_b or se_c',
    });
  const answers = (recalibrate?.examinees ?? 0) * items;
  if (answers > BOUNDS.calibrationAnswers)
    fail('FILE_INVALID', {
      file,
      where: `${where}.recalibrate.examinees`,
      found: `${recalibrate?.examinees} examinees with ${items} items: ${answers} answers in each replication`,
      accepted: `at most ${BOUNDS.calibrationAnswers} answers`,
    });
}
