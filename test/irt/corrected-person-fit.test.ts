import { expect, test } from 'vitest';
import { answersOf } from '../../src/irt/answers.ts';
import { correctedPersonFit } from '../../src/irt/corrected-person-fit.ts';
import { estimateWle } from '../../src/irt/estimate/wle.ts';
import { gridOf } from '../../src/irt/likelihood-grid.ts';
import { itemParameters } from '../../src/irt/parameters.ts';
import { personFit } from '../../src/irt/person-fit.ts';
import { probability } from '../../src/irt/probability.ts';
import { randomNormal, randomStream } from '../../src/random.ts';

const ITEMS = 40;
const EXAMINEES = 4000;
/** 5% of a standard normal value lie below. */
const LIMIT = -1.6448536269514722;

/** Items with guessing, and answers that follow the model, each with Warm's estimate from them. */
function draw(seed: string) {
  const random = randomStream(seed);
  const items = itemParameters({
    a: Array.from({ length: ITEMS }, () => 1.3 * Math.exp(0.3 * randomNormal(random))),
    b: Array.from({ length: ITEMS }, (_, j) => -2 + (4 * j) / (ITEMS - 1)),
    c: Array.from({ length: ITEMS }, () => 0.2),
  });
  const examinees = Array.from({ length: EXAMINEES }, () => {
    const theta = randomNormal(random);
    const row = Array.from(items.b, (b, j) =>
      random() < probability(theta, items.a[j], b, 0.2, 1) ? 1 : 0,
    );
    const answers = answersOf(items, row);
    return { answers, ...estimateWle(answers, gridOf(answers, -8, 8, 0.25)) };
  }).filter(({ atBound }) => !atBound);
  return { items, examinees };
}

const { items, examinees } = draw('corrected fit');

test('at estimated abilities l_z* gives about 5% false alarms, and l_z half as many', () => {
  const alarms = (of: typeof personFit) =>
    examinees.filter(({ ability, answers }) => of(ability, answers)! < LIMIT).length /
    examinees.length;
  // Four standard errors of a share of 5% over 4,000 examinees are .0138.
  expect(Math.abs(alarms(correctedPersonFit) - 0.05)).toBeLessThan(0.0138);
  expect(alarms(personFit)).toBeLessThan(0.05 - 0.0138);
});

test('is Snijders’ form with r₀ = J/(2I), with derivatives by differences', () => {
  for (const { ability, answers } of examinees.slice(0, 50)) {
    const { a, b, c, d } = answers.items;
    const h = 1e-4;
    const P = (j: number, t: number) => c[j] + (d[j] - c[j]) / (1 + Math.exp(-a[j] * (t - b[j])));
    let [W, information, J, shared] = [0, 0, 0, 0];
    const terms = Array.from({ length: ITEMS }, (_, j) => {
      const p = P(j, ability);
      const first = (P(j, ability + h) - P(j, ability - h)) / (2 * h);
      const second = (P(j, ability + h) - 2 * p + P(j, ability - h)) / h ** 2;
      const w = Math.log(p / (1 - p));
      W += (answers.scores[j] - p) * w;
      information += first ** 2 / (p * (1 - p));
      J += (first * second) / (p * (1 - p));
      shared += first * w;
      return { p, w, r: first / (p * (1 - p)) };
    });
    const cn = shared / information;
    const variance = terms.reduce((sum, { p, w, r }) => sum + (w - cn * r) ** 2 * p * (1 - p), 0);
    const expected = (W + (cn * J) / (2 * information)) / Math.sqrt(variance);
    // Differences with a step of 1e-4 are exact to some 1e-7.
    expect(Math.abs(correctedPersonFit(ability, answers)! - expected)).toBeLessThan(1e-5);
  }
});

test('guesses on hard items and slips on easy ones are far below', () => {
  const upside = answersOf(
    items,
    Array.from(items.b, (b) => (b > 0 ? 1 : 0)),
  );
  const { ability } = estimateWle(upside, gridOf(upside, -8, 8, 0.25));
  expect(correctedPersonFit(ability, upside)).toBeLessThan(-5);
});

test('none for items that are all alike, or without answers', () => {
  const alike = itemParameters({ a: [1, 1, 1], b: [0.3, 0.3, 0.3] });
  expect(correctedPersonFit(0.1, answersOf(alike, [1, 0, 1]))).toBeNull();
  expect(correctedPersonFit(0, answersOf(alike, [NaN, NaN, NaN]))).toBeNull();
});
