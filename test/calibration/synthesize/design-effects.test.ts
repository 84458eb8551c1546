import { describe, expect, test } from 'vitest';
import {
  type Correlations,
  correlationOf,
  dependenceOf,
} from '../../../calibration/synthesize/fit/dependence.ts';
import { designEffects } from '../../../calibration/synthesize/fit/design-effects.ts';
import { fitSynthesis } from '../../../calibration/synthesize/fit/fit-synthesis.ts';
import type { Speaker } from '../../../calibration/synthesize/fit/synthesis-matrix.ts';
import { randomStream } from '../../../src/random.ts';
import { simulateClusters } from './clusters.ts';

const NOT_ASKED = Number.NaN;

const speaker = (generator: string, critic: string | null, generation = generator): Speaker => ({
  id: `${generation} > ${critic}`,
  generator,
  generation,
  critic,
  mode: critic === null ? 'solo' : 'reflected',
});

const CORRELATIONS: Correlations = {
  sameGenerator: 0.3,
  sameGeneration: 0.2,
  sameCritic: 0.1,
  criticGenerates: 0.05,
};

describe('the correlation of the errors of two participants', () => {
  test.each([
    ['nothing in common', speaker('a', 'b'), speaker('c', 'd'), 0],
    ['a generation', speaker('a', 'b'), speaker('a', 'c'), 0.5],
    ['a generator that generated twice', speaker('a', 'b', 'a1'), speaker('a', 'c', 'a2'), 0.3],
    ['a critic', speaker('a', 'c'), speaker('b', 'c'), 0.1],
    ['the critic of one is the generator of the other', speaker('a', 'b'), speaker('b', 'c'), 0.05],
    ['both ways', speaker('a', 'b'), speaker('b', 'a'), 0.1],
    [
      'two models alone: no critic is not the same critic',
      speaker('a', null),
      speaker('b', null),
      0,
    ],
  ])('%s', (_, first, second, expected) => {
    expect(correlationOf(CORRELATIONS, first, second)).toBeCloseTo(expected, 12);
    expect(correlationOf(CORRELATIONS, second, first)).toBeCloseTo(expected, 12);
  });

  test('is 1 at most', () => {
    const most = { ...CORRELATIONS, sameGenerator: 0.9 };
    expect(correlationOf(most, speaker('a', 'b'), speaker('a', 'c'))).toBe(1);
  });
});

describe('the weight of an answer depends on the others to its item', () => {
  const speakers = [speaker('a', 'b'), speaker('a', 'c'), speaker('d', 'e')];
  const items = ['all', 'two that share', 'two that do not', 'one', 'nobody'];
  const scores = Float32Array.from([
    ...[1, 1, 1, 1, NOT_ASKED],
    ...[0, 1, NOT_ASKED, NOT_ASKED, NOT_ASKED],
    ...[1, NOT_ASKED, 0, NOT_ASKED, NOT_ASKED],
  ]);
  const { weights, ofItem, participants, effectiveParticipants, designEffect } = designEffects(
    { examinees: speakers.map(({ id }) => id), items, scores },
    speakers,
    CORRELATIONS,
  );
  // Two of one generation are correlated by .5: 1 / 1.5 each.
  const two = 1 / 1.5;

  test('weights', () => {
    const expected = [...[two, two, 1, 1, 0], ...[two, two, 0, 0, 0], ...[1, 0, 1, 0, 0]];
    for (const [k, weight] of expected.entries()) expect(weights[k]).toBeCloseTo(weight, 6);
  });

  test('and what they add up to', () => {
    const effective = [2 * two + 1, 2 * two, 2, 1];
    const counts = [3, 2, 2, 1];
    for (const [j, n] of effective.entries()) expect(ofItem[j]).toBeCloseTo(counts[j] / n, 12);
    expect(ofItem[4]).toBe(1);
    const sum = effective.reduce((x, y) => x + y, 0);
    expect(participants).toBe(2);
    expect(effectiveParticipants).toBeCloseTo(sum / 4, 12);
    expect(designEffect).toBeCloseTo(8 / sum, 12);
  });
});

describe('what answers cannot tell is said', () => {
  const noise = (n: number, width: number) => {
    const random = randomStream('residuals', n);
    return {
      left: Float64Array.from({ length: n * width }, () => (random() < 0.5 ? 0.5 : -0.5)),
      expected: new Float64Array(n * width).fill(0.5),
      deviation: new Float64Array(n * width).fill(0.5),
      slope: new Float64Array(n * width).fill(0.25),
    };
  };

  test('two models that criticise each other: shared generations are unknown', () => {
    const speakers = [speaker('a', 'b'), speaker('b', 'a')];
    expect(dependenceOf(noise(2, 50), speakers, [-0.5, 0.5]).isKnown).toBe(false);
  });

  test('the same critic wherever the same generator: which of them does it is not known', () => {
    const speakers = ['a', 'c'].flatMap((x) =>
      ['1', '2', '3'].map((k) => speaker(x, x === 'a' ? 'b' : 'd', `${x}${k}`)),
    );
    const abilities = speakers.map((_, k) => Math.sin(k));
    expect(dependenceOf(noise(6, 200), speakers, abilities).isKnown).toBe(false);
  });

  test('answers without any residual: it is not', () => {
    const speakers = ['a', 'b', 'c'].flatMap((x) =>
      ['a', 'b', 'c'].filter((y) => y !== x).map((y) => speaker(x, y)),
    );
    const nothing = { ...noise(6, 20), left: new Float64Array(120) };
    expect(dependenceOf(nothing, speakers, [0, 1, 2, 3, 4, 5]).isKnown).toBe(false);
  });

  test('all pairs of five models: it is', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const speakers = names.flatMap((x) => names.filter((y) => y !== x).map((y) => speaker(x, y)));
    const abilities = speakers.map((_, k) => Math.sin(k));
    expect(dependenceOf(noise(20, 200), speakers, abilities).isKnown).toBe(true);
  });
});

test('identical answers of models alone give no scale', () => {
  const { matrix } = simulateClusters('scale', { copies: 0, items: 60 });
  const options = { rung: '2pl', maxIterations: 5 } as const;
  expect(fitSynthesis(matrix, options).scale.on).toBe('solo');
  const width = matrix.responses.items.length;
  const scores = matrix.responses.scores.slice();
  const solos = matrix.speakers.flatMap(({ mode }, i) => (mode === 'solo' ? [i] : []));
  expect(solos.length).toBeGreaterThan(2);
  for (const i of solos.slice(1)) scores.fill(1, i * width, (i + 1) * width);
  const alike = { ...matrix, responses: { ...matrix.responses, scores } };
  expect(fitSynthesis(alike, options).scale.on).toBe('all');
});
