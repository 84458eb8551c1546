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

describe('raters who tell nothing', () => {
  it('one grade only: no severity, and fair scores are those without this rater', () => {
    const two = given(12, ['b', 'c'], noisy);
    const top = two
      .filter(({ judge }) => judge === 'b')
      .map((one) => ({ ...one, judge: 'a', score: 5 }));
    const [with5, without] = [
      raterSeverity([...two, ...top], [], null),
      raterSeverity(two, [], null),
    ];
    expect(with5.raters.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(with5.raters[0]).toMatchObject({
      ...{ severity: null, effect: null, low: null, infit: null, connection: null },
      ...{ warnings: ['one grade only'], ratings: 36 },
    });
    expect(with5.raters.slice(1)).toEqual(without.raters);
    expect(with5.equal).toBe(without.equal);
    for (const [k, { model, fair, plain }] of with5.models.entries()) {
      expect([model, fair]).toEqual([without.models[k].model, without.models[k].fair]);
      // Plain means are as raters gave them, all of them.
      expect(plain).toBeGreaterThan(without.models[k].plain);
    }
  });

  it('two of them beside one other leave nothing to compare', () => {
    const scores = given(12, ['a', 'b', 'c'], (quality, r, random) =>
      r === 0 ? 5 : r === 1 ? 1 : noisy(quality, r, random),
    );
    expect(raterSeverity(scores, [], null)).toMatchObject({ missing: 'one grade', models: [] });
  });

  it('always equal: the severity is not known to three digits, and nothing says that they differ', () => {
    const { raters, equal } = raterSeverity(given(5, ['a', 'b'], gradeOf), [], null);
    expect(equal).toBeGreaterThan(0.9);
    for (const { severity, low, high } of raters) {
      expect(Math.abs(severity!)).toBeLessThan(0.01);
      expect(high! - low!).toBeGreaterThan(0.5);
    }
  });

  it('of one aspect alone there is no bias by aspect', () => {
    const found = raterSeverity(
      given(20, ['a', 'b'], (quality, r) => gradeOf(quality - r)),
      [],
      null,
    );
    for (const { aspects } of found.raters) expect(aspects).toEqual([]);
  });
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

  it('fair scores of models are means over all of their answers', () => {
    const { models } = raterSeverity(panel(4, 0), [], null);
    expect(models.map(({ answers }) => answers)).toEqual([40, 40, 40, 40, 40]);
    for (const { fair, plain, low, high } of models) {
      expect(Math.abs(fair - plain)).toBeLessThan(0.2);
      expect([low! < fair, fair < high!]).toEqual([true, true]);
    }
  });
});
