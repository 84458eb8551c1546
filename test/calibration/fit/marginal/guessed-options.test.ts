import { expect, test } from 'vitest';
import { guessedOptions } from '../../../../calibration/fit/marginal/guessed-options.ts';
import { matrixOf } from '../../../../sim/calibration/matrix-of.ts';
import { randomNormal, randomStream } from '../../../../src/random.ts';
import { repetitions } from '../../../repetitions.ts';

/** 3PL answers of examinees who guess as `guess` draws. */
function answersOf(seed: string, k: number, guess: (random: () => number) => number) {
  const random = randomStream('guessed-options', seed, k);
  const abilities = Array.from({ length: 500 }, () => randomNormal(random));
  const items = Array.from({ length: 40 }, () => ({
    a: Math.exp(0.5 * randomNormal(random)),
    b: randomNormal(random),
    c: guess(random),
  }));
  return matrixOf(500, 40, (i, j) => {
    const { a, b, c } = items[j];
    return random() < c + (1 - c) / (1 + Math.exp(-a * (abilities[i] - b))) ? 1 : 0;
  });
}

const banks = Array.from({ length: repetitions(8, 2) }, (_, k) => k);
const around = (centre: number) => (random: () => number) =>
  1 / (1 + Math.exp(-centre - 0.5 * randomNormal(random)));

test.each([
  ['none', () => 0],
  ['that of the prior', around(-1.8)],
])('guessing is not doubted where it is %s', (name, guess) => {
  for (const k of banks) expect(guessedOptions(answersOf(name, k, guess))).toBeNull();
});

test('guessing of a half is found, whatever its spread', () => {
  for (const k of banks) {
    expect(guessedOptions(answersOf('half', k, () => 0.5))?.options).toBe(2);
    expect(guessedOptions(answersOf('about half', k, around(0)))?.options).toBeLessThan(4);
  }
});

test('no answers, one item: nothing is said', () => {
  expect(guessedOptions(matrixOf(3, 2, () => Number.NaN))).toBeNull();
  expect(guessedOptions(matrixOf(30, 1, (i) => i % 2))).toBeNull();
});
