import { describe, expect, test } from 'vitest';
import { leastRandomShare, preparedModel } from '../../../src/ranking/ordering/prepare-ordering.ts';
import { NO_CHANCE } from '../no-chance.ts';
import { answers, ITEMS, MODEL, WEIGHTS } from './one-dimension.ts';

const LENGTHS = [50, 100, 150];
const NORMAL_90 = 1.6448536269514722;
const factors = (factor: number, verified: boolean[]) =>
  verified.map((own) => ({ factor: factor * NORMAL_90, verified: own }));

function prepared(ability: number, range: { lowest: number; highest: number }, leastRandom = 0) {
  const bank = {
    model: MODEL,
    stratum: new Int32Array(ITEMS),
    randomShare: 0,
    range,
    factors: factors(1.5, [true, true, false]),
    tagFactors: factors(1, [true, true, true]),
  };
  const examinee = { scores: Float64Array.from(answers(ability, 'prepared')), weights: WEIGHTS };
  const keys = Float64Array.from({ length: ITEMS }, (_, j) => j / ITEMS);
  const shared = { keys, starts: new Float64Array(1) };
  return preparedModel(bank, examinee, LENGTHS, leastRandom, shared);
}

function ask(model: ReturnType<typeof prepared>, items: number): number[] {
  const asked: number[] = [];
  while (asked.length < items) {
    const j = model.session.next();
    model.session.record(j, model.answer(j));
    asked.push(j);
  }
  return asked;
}

describe('a model ready to be put into order', () => {
  const state = { score: 0.5, se: 0.1, answers: NO_CHANCE, back: 0, items: 60 };
  const whole = {
    ...state,
    influence: new Float64Array(ITEMS),
    residual: new Float64Array(ITEMS),
    spread: new Float64Array(ITEMS),
  };

  test('within the calibration it has the factor learned on others', () => {
    const model = prepared(0, { lowest: 0.2, highest: 0.8 });
    ask(model, 60);
    expect(model.alarm(state)).toBeNull();
    expect(model.factor(whole)).toBeCloseTo(1.5, 12);
  });

  test('beyond it the normal one', () => {
    const model = prepared(0, { lowest: 0.2, highest: 0.15 });
    ask(model, 60);
    expect(model.alarm(state)).toBe('beyond');
    expect(model.factor(whole)).toBeCloseTo(1, 12);
  });

  test('with an alarm nothing is verified, without one what enough models stand behind', () => {
    const within = prepared(0, { lowest: 0.2, highest: 0.8 });
    const beyond = prepared(0, { lowest: 0.2, highest: 0.15 });
    for (const model of [within, beyond]) ask(model, 60);
    const at = (model: typeof within, items: number) =>
      model.isVerified({ score: 0.5, se: 0.1, items });
    expect([40, 50, 75, 100, 101, 190].map((n) => at(within, n))).toEqual([
      ...[true, true, true, true, false, false],
    ]);
    expect([40, 50, 75, 100, 101, 190].some((n) => at(beyond, n))).toBe(false);
  });

  test('with a least share of random items these are asked, in the order all models share', () => {
    const range = { lowest: 0, highest: 1 };
    expect(ask(prepared(0, range, 0.25), 8)).toEqual(expect.arrayContaining([0, 1]));
    expect(ask(prepared(0, range), 8)).not.toEqual(expect.arrayContaining([0, 1]));
  });
});

test('a quarter of the items is random if tests can be far longer than those tried', () => {
  expect(leastRandomShare(1800, [50, 150, 450])).toBe(0);
  expect(leastRandomShare(1801, [50, 150, 450])).toBe(0.25);
});
