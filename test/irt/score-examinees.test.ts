import { describe, expect, test } from 'vitest';
import { answersOf } from '../../src/irt/answers.ts';
import { ESTIMATORS, estimateAbility } from '../../src/irt/estimate/estimate.ts';
import { gridOf, stepFor } from '../../src/irt/likelihood-grid.ts';
import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';
import { type ScoringOptions, scoreExaminees } from '../../src/irt/score-examinees.ts';
import { type RandomStream, randomNormal, randomStream } from '../../src/random.ts';
import { drawAnswers, simulatedItems } from './simulated-answers.ts';

const OPTIONS = { prior: { mean: 0, sd: 1 }, bounds: [-6, 6] } as const;

/** The same answers estimated one examinee at a time, on a grid of another step. */
function oneByOne(
  items: ItemParameters,
  scores: Float32Array,
  { estimator, prior, bounds }: ScoringOptions,
  examinees: readonly number[],
) {
  return examinees.map((i) => {
    const answers = answersOf(items, scores.subarray(i * items.count, (i + 1) * items.count));
    const grid = gridOf(answers, ...bounds, stepFor(items, 0.2));
    return { ...estimateAbility(estimator, answers, grid, prior), answers: answers.count };
  });
}

function compare(
  items: ItemParameters,
  scores: Float32Array,
  options: ScoringOptions,
  examinees = Array.from({ length: scores.length / items.count }, (_, i) => i),
) {
  const scored = scoreExaminees(items, scores, options);
  for (const [k, expected] of oneByOne(items, scores, options, examinees).entries()) {
    const i = examinees[k];
    expect(scored.answers[i]).toBe(expected.answers);
    if (expected.answers === 0) continue;
    // The modes and roots are exact to 1e-11, the means to 1e-10.
    expect(Math.abs(scored.ability[i] - expected.ability)).toBeLessThan(1e-9);
    expect(scored.atBound[i]).toBe(expected.atBound ? 1 : 0);
    if (expected.se !== Number.POSITIVE_INFINITY)
      expect(Math.abs(scored.se[i] / expected.se - 1)).toBeLessThan(1e-9);
    else expect(scored.se[i]).toBe(expected.se);
  }
}

/** Answers of examinees at N(0, 1.5²), a share of them missing, another a fraction. */
function simulated(
  items: ItemParameters,
  examinees: number,
  random: RandomStream,
  missing = 0,
  fractions = 0,
): Float32Array {
  const scores = new Float32Array(examinees * items.count);
  for (let i = 0; i < examinees; i++)
    drawAnswers(
      1.5 * randomNormal(random),
      items,
      random,
      scores.subarray(i * items.count, (i + 1) * items.count),
    );
  for (let k = 0; k < scores.length; k++) {
    const draw = random();
    if (draw < missing) scores[k] = Number.NaN;
    else if (draw < missing + fractions) scores[k] = random();
  }
  return scores;
}

describe.each(ESTIMATORS)('%s: what estimateAbility gives for each examinee', (estimator) => {
  const options = { ...OPTIONS, estimator };
  const random = randomStream(4, 'score', estimator);

  test.each(['2PL', '3PL', '4PL'] as const)('%s', (model) => {
    const items = simulatedItems(61, random, model);
    compare(items, simulated(items, 40, random), options);
  });

  test('missing answers and fractions', () => {
    const items = simulatedItems(61, random, '4PL');
    compare(items, simulated(items, 40, random, 0.4, 0.2), options);
    compare(items, simulated(items, 40, random, 0.97), options);
  });

  test('few examinees; one, two, three items', () => {
    for (const count of [1, 2, 3]) {
      const items = simulatedItems(count, random);
      compare(items, simulated(items, 9, random, 0.2), options);
    }
  });

  test('other bounds and another prior', () => {
    const items = simulatedItems(40, random);
    const other = { estimator, prior: { mean: 1, sd: 0.4 }, bounds: [-1, 2.5] } as const;
    compare(items, simulated(items, 50, random, 0.3), other);
  });

  test('steep items', () => {
    const { a, b, c } = simulatedItems(30, random);
    const items = itemParameters({
      a: a.map((slope, j) => (j % 5 === 0 ? 20 * slope : slope)),
      b,
      c,
    });
    compare(items, simulated(items, 40, random, 0.2), options);
  });

  test('all right, all wrong', () => {
    const items = simulatedItems(20, random);
    const scores = new Float32Array(40).fill(1, 0, 20);
    compare(items, scores, options);
  });

  test('more examinees than a chunk holds', () => {
    const items = simulatedItems(5, random);
    const scores = simulated(items, 4200, random, 0.1);
    // The first and the last of each chunk.
    compare(items, scores, options, [0, 4095, 4096, 4199]);
  });
});

describe('an examinee without answers', () => {
  const items = simulatedItems(3, randomStream(5, 'none'));
  const scores = Float32Array.of(Number.NaN, Number.NaN, Number.NaN, 1, 0, 1);

  test.each(['ml', 'wle'] as const)('%s: NaN, not at a bound', (estimator) => {
    const scored = scoreExaminees(items, scores, { ...OPTIONS, estimator });
    expect(scored.ability[0]).toBeNaN();
    expect(scored.se[0]).toBeNaN();
    expect(scored.atBound[0]).toBe(0);
    expect([...scored.answers]).toEqual([0, 3]);
    expect(Number.isFinite(scored.ability[1])).toBe(true);
  });

  test.each(['map', 'eap'] as const)('%s: the prior', (estimator) => {
    const prior = { mean: 0.3, sd: 1.2 };
    const scored = scoreExaminees(items, scores, { ...OPTIONS, estimator, prior });
    expect([scored.ability[0], scored.se[0], scored.atBound[0]]).toEqual([0.3, 1.2, 0]);
  });
});

test('no examinees, no items: nothing', () => {
  const items = simulatedItems(3, randomStream(6, 'nothing'));
  expect(
    scoreExaminees(items, new Float32Array(0), { ...OPTIONS, estimator: 'eap' }).ability,
  ).toHaveLength(0);
  const none = itemParameters({ a: [], b: [] });
  expect(
    scoreExaminees(none, new Float32Array(0), { ...OPTIONS, estimator: 'wle' }).ability,
  ).toHaveLength(0);
});

test('progress rises to 1', () => {
  const random = randomStream(7, 'progress');
  const items = simulatedItems(40, random);
  const shares: number[] = [];
  scoreExaminees(items, simulated(items, 5000, random), { ...OPTIONS, estimator: 'map' }, (share) =>
    shares.push(share),
  );
  expect(shares.length).toBeGreaterThan(3);
  expect(shares).toEqual([...shares].sort((x, y) => x - y));
  expect(shares.at(-1)).toBe(1);
});

test('a bank of 4,000 items: the same', () => {
  const random = randomStream(8, 'large bank');
  const items = simulatedItems(4000, random);
  const scores = simulated(items, 2, random, 0.5);
  for (const estimator of ESTIMATORS) compare(items, scores, { ...OPTIONS, estimator });
});
