import { describe, expect, it } from 'vitest';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { raterSeverity } from '../../../src/workflow/judges/rater-severity.ts';

const THRESHOLDS = [-1.2, -0.3, 0.5, 1.3];
const gradeOf = (quality: number) => 1 + THRESHOLDS.filter((cut) => quality > cut).length;

/** Three models answer items; raters grade by `grade`. */
function given(
  items: number,
  raters: readonly string[],
  grade: (quality: number, rater: number, random: () => number) => number,
  run = 0,
) {
  const random = randomStream(5, items, raters.length, run);
  return Array.from({ length: items }, (_, q) => {
    const difficulty = 0.5 * randomNormal(random);
    return ['m0', 'm1', 'm2'].flatMap((model, m) => {
      const quality = 0.4 * m - difficulty + 0.8 * randomNormal(random);
      return raters.map((judge, r) => ({
        ...{ model, item: `q${q}`, judge, aspect: null, where: 'a test' },
        score: grade(quality, r, random),
      }));
    });
  }).flat();
}

const noisy = (quality: number, _: number, random: () => number) =>
  gradeOf(quality + 0.8 * randomNormal(random));

// With χ² in place of F the test found differences in 16% of such panels.
it('raters who are equally severe are found to differ in about 5% of panels, also with few items', () => {
  const runs = 150;
  let found = 0;
  for (let run = 0; run < runs; run++) {
    const scores = given(8, ['a', 'b', 'c', 'd', 'e'], noisy, run);
    const { equal } = raterSeverity(scores, [], null);
    if (equal !== null && equal < 0.05) found++;
  }
  // A share of 5% of 150 has a standard error of 1.8 points; three are allowed.
  expect(found / runs).toBeLessThan(0.05 + 0.054);
});

describe('raters who got other questions', () => {
  /** Two pairs of raters, all equally severe; the second pair has harder items. `common` of the items are graded by all four. */
  const panel = (common: number, run: number) => {
    const random = randomStream(9, common, run);
    return Array.from({ length: 40 }, (_, q) => {
      const isShared = q % 20 < common / 2;
      const judges = isShared ? ['a', 'b', 'c', 'd'] : q < 20 ? ['a', 'b'] : ['c', 'd'];
      const difficulty = 0.5 * randomNormal(random) + (q < 20 ? 0 : 1);
      return ['m0', 'm1', 'm2', 'm3', 'm4'].flatMap((model, m) => {
        const quality = 0.2 * m - difficulty + 0.8 * randomNormal(random);
        return judges.map((judge) => ({
          ...{ model, item: `q${q}`, judge, aspect: null, where: 'a test' },
          score: gradeOf(quality + 0.8 * randomNormal(random)),
        }));
      });
    }).flat();
  };

  it.each([
    ['some common answers', 4],
    ['none', 0],
  ] as const)('are not taken for strict: %s', (_, common) => {
    const runs = 15;
    let [held, different] = [0, 0];
    for (let run = 0; run < runs; run++) {
      const found = raterSeverity(panel(common, run), [], null);
      held += found.raters.filter(({ low, high }) => low! <= 0 && high! >= 0).length;
      if (found.equal !== null && found.equal < 0.05) different++;
      if (common === 0) expect([found.equal, found.reliability]).toEqual([null, null]);
    }
    // With means by model alone 4 to 16% of the intervals held, and 72 to 98% of the tests found differences.
    expect(held / (4 * runs)).toBeGreaterThan(0.8);
    expect(different).toBeLessThanOrEqual(2);
  });
});
