import { describe, expect, test } from 'vitest';
import type { Bank } from '../../item-bank/bank.ts';
import { probability } from '../../src/irt/probability.ts';
import { randomStream, shuffle } from '../../src/random.ts';
import { CHECK_STEPS, checkItems } from '../../src/ranking/check-items.ts';
import { PLACE_STEPS, placeAnswers, placeModels } from '../../src/ranking/place-answers.ts';
import { recordedExaminees } from '../../src/ranking/recorded-bank.ts';
import { simulate } from '../calibration/simulated.ts';
import { fixtureBank } from '../fixtures/bank/bank.ts';
import { MODELS, simulatedBank, withScores } from './simulated-bank.ts';

const COUNT = 120;
const bank = fixtureBank(COUNT);
const { parameters: truth } = bank;
const form = shuffle(
  Array.from({ length: COUNT }, (_, j) => j),
  randomStream('form'),
).slice(0, 60);

describe('checkItems', () => {
  let steps = 0;
  const check = checkItems(bank, form, 1, () => steps++);

  test('predicts the recorded models from these items, to a few points', () => {
    expect(check.actual).toEqual(recordedExaminees(bank).actual);
    expect(check.expectedError).toBeGreaterThan(0.5);
    expect(check.expectedError).toBeLessThan(6);
    expect(check.interval.verified).toBe(false);
  });

  test('without error from all items', () => {
    const all = Array.from({ length: 30 }, (_, j) => j);
    expect(checkItems(fixtureBank(30), all, 1).expectedError).toBeLessThan(1e-9);
  });

  test('also models that were asked some of them, or none', () => {
    const gaps = withScores(fixtureBank(30), (i, j, u) =>
      (i === 0 && j % 2 === 0) || (i === 1 && j < 15) ? Number.NaN : u,
    );
    const asked = Array.from({ length: 15 }, (_, j) => j);
    expect(Number.isFinite(checkItems(gaps, asked, 1).expectedError)).toBe(true);
  });

  test('reports its steps', () => {
    expect(steps).toBe(CHECK_STEPS);
  });
});

test('an interval is unverified if the answers do not follow the calibration', () => {
  const names = Array.from({ length: 24 }, (_, i) => `family${i}-model`);
  const { items: parameters } = simulate('bank', names.length, COUNT);
  const { responses, families } = simulatedBank(names, COUNT);
  const many: Bank = { ...bank, responses, families, parameters };
  const random = randomStream('follows');
  const answers = (score: (j: number) => number) =>
    form.map((index) => ({ index, score: score(index) }));
  const [follows, turned] = placeModels(
    many,
    [
      {
        model: 'follows',
        answers: answers((j) =>
          Number(random() < probability(0, parameters.a[j], parameters.b[j], parameters.c[j], 1)),
        ),
      },
      { model: 'right on hard items alone', answers: answers((j) => Number(parameters.b[j] > 0)) },
    ],
    1,
  );
  expect(follows).toMatchObject({ verified: true });
  expect(turned.fit).toBeLessThan(-4);
  expect(turned).toMatchObject({ verified: false });
});

describe('placeAnswers', () => {
  const ABILITIES = [-4, 0, 4];
  const placed = placeModels(
    bank,
    ABILITIES.map((ability) => {
      const random = randomStream('new model', ability);
      const right = (j: number) =>
        random() < probability(ability, truth.a[j], truth.b[j], truth.c[j], truth.d[j]);
      return {
        model: `of ability ${ability}`,
        answers: form.map((index) => ({ index, score: Number(right(index)) })),
      };
    }),
    1,
  );

  test('places a new model among the recorded ones by its score', () => {
    for (const one of placed) {
      const { score, low, high, place, bestPlace, worstPlace, recorded: lines } = one;
      const above = (limit: number) => 1 + lines.filter(({ actual }) => actual > limit).length;
      expect([place, bestPlace, worstPlace]).toEqual([above(score), above(high), above(low)]);
      expect(lines.map(({ actual }) => actual)).toEqual(
        lines.map(({ actual }) => actual).toSorted((x, y) => y - x),
      );
    }
    expect(placed[0].place).toBe(MODELS.length + 1);
    expect(placed[2].place).toBe(1);
  });

  test('its score is near the truth', () => {
    for (const [k, { score, low, high, se, items }] of placed.entries()) {
      let expected = 0;
      for (let j = 0; j < COUNT; j++)
        expected +=
          (100 / COUNT) * probability(ABILITIES[k], truth.a[j], truth.b[j], truth.c[j], 1);
      expect(items).toBe(60);
      expect(se).toBeLessThan(0.6);
      // Twice as wide as the 90% interval: one in a thousand is outside.
      expect(Math.abs(score - expected)).toBeLessThan(high - low);
    }
  });

  test('share right, and the share that the parameters of the bank expect at its ability', () => {
    for (const { right, shareRight, shareExpected, ability } of placed) {
      const expected = form.reduce(
        (sum, j) => sum + probability(ability, truth.a[j], truth.b[j], truth.c[j], truth.d[j]),
        0,
      );
      expect(Number.isInteger(right)).toBe(true);
      expect(shareRight).toBeCloseTo(right / 0.6, 10);
      expect(shareExpected).toBeCloseTo(expected / 0.6, 10);
    }
  });

  test('reports its steps', () => {
    let steps = 0;
    placeAnswers(fixtureBank(20), 'new', [{ index: 0, score: 1 }], 1, () => steps++);
    expect(steps).toBe(PLACE_STEPS);
  });
});
