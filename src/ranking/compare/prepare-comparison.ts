import { fullScoreWeights } from '../../../item-bank/full-score.ts';
import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import { placeOfName } from '../../text/same-name.ts';
import { familiesOf } from '../families.ts';
import type { RecordedBank } from '../recorded-bank.ts';
import { type CalibrationWithout, calibrationWithout } from './calibration-without.ts';
import { ComparisonTest } from './comparison-test.ts';

/** A model that is compared. */
export interface ComparedModel {
  readonly name: string;
  /** Its answers by item of the bank, NaN where there are none; null of a model that was not asked before. */
  readonly answers: ArrayLike<number> | null;
  /** Whether it is asked: its answers, if there are any, are then not known before they are drawn. */
  readonly isAsked: boolean;
}

export interface ComparisonRequest {
  readonly bank: RecordedBank;
  readonly families: readonly string[] | null;
  /** The first is what all others are compared with. */
  readonly models: readonly ComparedModel[];
  /** Recorded models whose families no calibration may see. */
  readonly leaveOut: readonly string[];
  readonly isAskable: (item: number) => boolean;
  readonly kinship: number;
  readonly seed: string;
  readonly cacheFolder: string | null;
}

/** A comparison that is ready to begin. */
export interface PreparedComparison {
  readonly test: ComparisonTest;
  /** Σ w² over the items compared. */
  readonly itemSquares: number;
  /** Null if items are drawn with equal probabilities, because the bank has too few other models. */
  readonly calibration: CalibrationWithout | null;
  /** Families that the calibration has not seen. */
  readonly without: readonly string[];
}

/**
 * Calibrates the bank without the compared models and their families, and prepares the test of their differences. It is about the items
 * that can be asked and that all recorded models answered.
 * @throws NAME_UNKNOWN for models to leave out; NO_ANSWERS if the models have no item in common
 */
export function prepareComparison(request: ComparisonRequest): PreparedComparison {
  const { bank, models, isAskable, kinship, seed, cacheFolder } = request;
  const { responses, tags, fullScore } = bank;
  const isCompared = (j: number) =>
    isAskable(j) && models.every(({ answers }) => answers === null || !Number.isNaN(answers[j]));
  if (!responses.items.some((_, j) => isCompared(j)))
    fail('NO_ANSWERS', {
      where: `items that ${models.map(({ name }) => name).join(' and ')} have in common`,
    });
  const weights = fullScoreWeights(fullScore, tags, isCompared, responses.items.length);
  const without = familiesToLeaveOut(request);
  const familyOf = familiesOf(responses.examinees, request.families, 2).of;
  const calibration = calibrationWithout(responses, familyOf, without, cacheFolder);
  const test = new ComparisonTest({
    parameters: calibration?.parameters ?? null,
    weights,
    recorded: models.map(({ answers, isAsked }) => (isAsked ? null : answers)),
    kinship,
    seed,
  });
  const itemSquares = weights.reduce((sum, weight) => sum + weight * weight, 0);
  return { test, itemSquares, calibration, without: [...without].sort() };
}

/** Families of the compared models: as recorded models of the same name have it, else by the letters at the start of the name. */
function familiesToLeaveOut({ bank, families, models, leaveOut }: ComparisonRequest): Set<string> {
  const { examinees } = bank.responses;
  const { of } = familiesOf(examinees, families, 2);
  const rowOf = placeOfName(examinees);
  const found = new Set<string>();
  for (const name of leaveOut) {
    const row = rowOf(name);
    if (row === undefined)
      fail('NAME_UNKNOWN', {
        kind: 'recorded model',
        name,
        nearest: nearestNames(name, examinees),
      });
    found.add(of[row]);
  }
  const known = new Map(of.map((family) => [family.toLowerCase(), family]));
  for (const { name } of models) {
    const row = rowOf(name);
    const prefix = /^\p{L}+/u.exec(name)?.[0].toLowerCase() ?? '';
    const family = row === undefined ? known.get(prefix) : of[row];
    if (family !== undefined) found.add(family);
  }
  return found;
}
