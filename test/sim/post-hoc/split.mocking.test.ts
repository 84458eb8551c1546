import { beforeEach, expect, test, vi } from 'vitest';
import { postHoc } from '../../../sim/post-hoc/post-hoc.ts';
import type { FoldCalibration } from '../../../src/ranking/fold-bank.ts';
import { rankRecorded } from '../../../src/ranking/rank-recorded.ts';
import { MODELS, simulatedBank } from '../../ranking/simulated-bank.ts';

const { parts } = vi.hoisted(() => ({ parts: [] as Omit<FoldCalibration, 'flagged'>[] }));

vi.mock(import('../../../sim/post-hoc/calibrate-split.ts'), async (original) => {
  const { calibrateSplit } = await original();
  return {
    calibrateSplit: (...call: Parameters<typeof calibrateSplit>) => {
      const part = calibrateSplit(...call);
      // In place of the part that foldBank gave it, whose rows are those of the two sides alone.
      parts[parts.length - 1] = part;
      return part;
    },
  };
});

vi.mock(import('../../../src/ranking/fold-bank.ts'), async (original) => {
  const module = await original();
  return {
    ...module,
    foldBank: (...call: Parameters<typeof module.foldBank>) => {
      const part = module.foldBank(...call);
      parts.push(part);
      return part;
    },
    // Of rankings; `foldBank` has its own, which is not this one.
    calibrateFold: (...call: Parameters<typeof module.calibrateFold>) => {
      const part = module.calibrateFold(...call);
      parts.push(part);
      return part;
    },
  };
});

beforeEach(() => {
  parts.length = 0;
});

const bank = simulatedBank(MODELS, 20);
const GIVEN = MODELS.map((_, i) => `f${i % 5}`);

/** No family is calibrated on and tested, and each repetition tests everyone once. */
function expectDisjoint(families: readonly string[], folds: number, repetitions: number): void {
  expect(parts).toHaveLength(folds * repetitions);
  for (const { seen, unseen, calibration } of parts) {
    const known = new Set(seen.map((i) => families[i]));
    expect(unseen.filter((i) => known.has(families[i]))).toEqual([]);
    expect(calibration.abilities).toHaveLength(seen.length);
  }
  for (let r = 0; r < repetitions; r++) {
    const tested = parts.slice(r * folds, (r + 1) * folds).flatMap(({ unseen }) => unseen);
    expect(tested.sort((x, y) => x - y)).toEqual(MODELS.map((_, i) => i));
  }
}

const prefixes = MODELS.map((name) => name.split('-')[0]);

test.each([
  ['given', GIVEN, GIVEN],
  ['read off the names', null, prefixes],
] as const)('postHoc: families %s are never on both sides', (_name, families, of) => {
  postHoc({ bank, lengths: [10], strategies: ['random'], folds: 4, seeds: 3, seed: 1, families });
  expectDisjoint(of, 4, 3);
});

test('postHoc: each repetition deals anew', () => {
  const models = MODELS.map((_, i) => `${i}`);
  const many = { ...bank, responses: { ...bank.responses, examinees: models } };
  const request = { lengths: [10], strategies: ['random'], folds: 4, seeds: 3, seed: 1 };
  postHoc({ ...request, bank: many, families: null });
  const folds = parts.map(({ unseen }) => unseen.join());
  expect(new Set(folds).size).toBe(12);
});

test.each([
  ['given', GIVEN, GIVEN, 5],
  ['read off the names', null, prefixes, 8],
] as const)('rankRecorded: families %s are left out whole', (_name, families, of, folds) => {
  rankRecorded({ bank, items: 10, strategy: 'paper', seed: 1, families, draws: 1 });
  expectDisjoint(of, folds, 1);
});
