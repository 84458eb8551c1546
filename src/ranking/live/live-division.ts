import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import { randomStream } from '../../random.ts';
import { dealFolds } from '../../statistics/deal-folds.ts';
import { placeOfName } from '../../text/same-name.ts';
import { checkDivision, familiesOf } from '../families.ts';
import type { RecordedBank } from '../recorded-bank.ts';
import type { LiveRequest } from './prepare-live.ts';

/** The fewest recorded models to calibrate from. */
const FEWEST = 3;
const FOLDS = 5;

/** The calibration from all recorded models that are kept. */
export const NO_FOLD = -1;

/** The recorded model that each tested model is the same as, or null. */
export function recordedAs({
  bank,
  models,
  aliases,
}: Pick<LiveRequest, 'models' | 'aliases'> & {
  readonly bank: Pick<RecordedBank, 'responses'>;
}): (string | null)[] {
  const { examinees } = bank.responses;
  const placeOf = placeOfName(examinees);
  return models.map((model, m) => {
    const places = [model, ...(aliases?.[m] ?? [])].map(placeOf);
    return examinees[places.find((place) => place !== undefined) ?? -1] ?? null;
  });
}

export type DivisionRequest = Pick<
  LiveRequest,
  'bank' | 'families' | 'models' | 'aliases' | 'leaveOut' | 'seed'
>;

/** The recorded models whose answers the calibrations use. */
export interface LiveDivision {
  /** Rows of the recorded models that are not left out. */
  readonly kept: readonly number[];
  /** Of these. */
  readonly families: readonly string[];
  /** By kept model: its fold; below NO_FOLD if every calibration uses it. */
  readonly foldOf: Int32Array;
  /** Positions of the tested models by the fold that their calibration leaves out; NO_FOLD if it leaves out none. */
  readonly folds: ReadonlyMap<number, readonly number[]>;
}

/**
 * Divides the recorded models into those that calibrate, their families and folds, and assigns each tested model the fold that
 * its calibration leaves out.
 */
export function divide(request: DivisionRequest): LiveDivision {
  const { bank, families: given, leaveOut, seed } = request;
  const { examinees } = bank.responses;
  for (const name of leaveOut)
    if (!examinees.includes(name))
      fail('NAME_UNKNOWN', { kind: 'model', name, nearest: nearestNames(name, examinees) });
  const kept = examinees.flatMap((name, i) => (leaveOut.includes(name) ? [] : [i]));
  if (examinees.length === 0)
    fail('BANK_WITHOUT_ANSWERS', {
      bank: bank.name,
      use: 'Use --strategy random, which needs none, or a calibration (--calibration N) that thetarank calibrate synthesize makes',
    });
  if (kept.length < FEWEST)
    fail('TOO_FEW_EXAMINEES', {
      found: kept.length,
      needed: FEWEST,
      purpose: `a calibration of ${bank.name} (--strategy random needs none)`,
    });
  // Families of all recorded models: a tested model keeps its family even if its own record is left out.
  const all = familiesOf(examinees, given, 2);
  const rowOf = new Map(examinees.map((name, i) => [name, i]));
  const familyOf = recordedAs(request).map((name) =>
    name === null ? null : all.of[rowOf.get(name)!],
  );
  const tested = new Set(familyOf.filter((family) => family !== null));
  const families = kept.map((i) => all.of[i]);
  const rows = [...kept.keys()].filter((k) => tested.has(families[k]));
  const foldOf = new Int32Array(kept.length).fill(NO_FOLD - 1);
  const foldOfFamily = new Map<string, number>();
  if (rows.length > 0) {
    checkDivision({ ...all, of: families, count: new Set(families).size }, 2, kept.length);
    const own = rows.map((k) => families[k]);
    const folds = Math.min(FOLDS, new Set(own).size);
    const dealt = dealFolds(own, folds, randomStream(seed, 'folds'));
    rows.forEach((k, r) => {
      foldOf[k] = dealt[r];
      foldOfFamily.set(families[k], dealt[r]);
    });
  }
  const folds = new Map<number, number[]>();
  familyOf.forEach((family, m) => {
    const fold = family === null ? NO_FOLD : (foldOfFamily.get(family) ?? NO_FOLD);
    folds.set(fold, [...(folds.get(fold) ?? []), m]);
  });
  return { kept, families, foldOf, folds: new Map([...folds].sort(([x], [y]) => x - y)) };
}
