import { describe, expect, test } from 'vitest';
import { calibrateSplit } from '../../../sim/post-hoc/calibrate-split.ts';
import { STRATEGIES, type StrategyScore } from '../../../sim/post-hoc/strategies.ts';
import { foldBank } from '../../../src/ranking/fold-bank.ts';
import {
  type RecordedBank,
  recordedExaminees,
  strataOf,
} from '../../../src/ranking/recorded-bank.ts';
import { MODELS, simulatedBank, withScores } from '../../ranking/simulated-bank.ts';

const SEEN = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11];
const UNSEEN = [5, 6, 12];
const LENGTHS = [8, 24];
const bank = simulatedBank(MODELS, 60, { missing: 0.03 });

/** Two of those that are tested answer otherwise. */
const flipped = withScores(bank, (i, _j, u) => (i === 5 || i === 12 ? 1 - u : u));
const splitOf = (recorded: RecordedBank) =>
  calibrateSplit(recorded, { seen: SEEN, unseen: UNSEEN });
const splits = new Map([bank, flipped].map((recorded) => [recorded, splitOf(recorded)]));

/** The outcomes of each examinee that is tested, in the given order. */
function run(name: string, recorded: RecordedBank, order = UNSEEN): Map<number, StrategyScore[]> {
  const { examinees, actual } = recordedExaminees(recorded);
  const fold = {
    bank: recorded,
    part: splits.get(recorded) ?? splitOf(recorded),
    known: {
      examinees: SEEN.map((i) => examinees[i]),
      scores: Float64Array.from(SEEN, (i) => actual[i]),
    },
    strata: strataOf(recorded),
    families: bank.responses.examinees,
    foldPath: [1, 1, 'fold', 0],
  };
  return new Map(
    order.map((i) => [
      i,
      STRATEGIES[name]({
        ...fold,
        examinee: examinees[i],
        lengths: LENGTHS,
        path: [1, 1, recorded.responses.examinees[i]],
      }),
    ]),
  );
}

const NAMES = Object.keys(STRATEGIES);

describe.each(NAMES)('%s', (name) => {
  const outcomes = run(name, bank);

  test('learns nothing from the answers of others that are tested', () => {
    const other = run(name, flipped);
    expect(other.get(6)).toEqual(outcomes.get(6));
    expect(other.get(5)).not.toEqual(outcomes.get(5));
  });

  test('does not depend on the order of the examinees', () => {
    expect(run(name, bank, [...UNSEEN].reverse()).get(6)).toEqual(outcomes.get(6));
  });

  test('gives one outcome a length, with a score that its interval can hold', () => {
    for (const list of outcomes.values()) {
      expect(list).toHaveLength(LENGTHS.length);
      for (const { items, score, interval, prediction } of list) {
        expect(items).toBeLessThanOrEqual(24);
        if (interval !== null) {
          expect(interval.low).toBeLessThanOrEqual(score);
          expect(interval.high).toBeGreaterThanOrEqual(score);
        }
        if (prediction !== null) {
          expect(prediction.se).toBeGreaterThan(0);
          expect(prediction.least).toBeLessThanOrEqual(score);
          expect(prediction.most).toBeGreaterThanOrEqual(score);
        }
        expect((interval === null) !== (prediction === null)).toBe(true);
      }
    }
  });
});

test('a score that the answers rule out is moved to the nearest they leave possible', () => {
  // Everyone who calibrates gets nothing right, so that the regression expects nothing of anyone.
  const poor = withScores(bank, (i, j, u) =>
    Number.isNaN(u) ? u : SEEN.includes(i) ? (j === i ? 1 : 0) : 1,
  );
  const [{ score, prediction }] = run('regression', poor).get(6) ?? [];
  expect(prediction?.least).toBeGreaterThan(0.05);
  expect(score).toBe(prediction?.least);
});

test('a calibration of some: that of a bank with no others', () => {
  const fold = Int32Array.from(MODELS, (_, i) => (UNSEEN.includes(i) ? 1 : 0));
  const whole = foldBank(bank, fold, 1);
  const split = splits.get(bank)!;
  expect(split.calibration).toEqual(whole.calibration);
  expect(split.bank.fingerprint).toBe(whole.bank.fingerprint);
  const few = calibrateSplit(bank, { seen: [0, 4, 8, 9], unseen: UNSEEN });
  expect(few.seen).toEqual([0, 4, 8, 9]);
  expect(few.unseen).toEqual(UNSEEN);
  const alone = withScores(bank, (i, _j, u) => ([0, 4, 8, 9].includes(i) ? u : 0));
  const other = calibrateSplit(alone, { seen: [0, 4, 8, 9], unseen: UNSEEN });
  expect(few.calibration).toEqual(other.calibration);
});
