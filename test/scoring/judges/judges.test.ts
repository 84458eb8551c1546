import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { combineOrders, positionBias } from '../../../src/scoring/judges/combine-orders.ts';
import { effectiveJudges } from '../../../src/scoring/judges/effective-judges.ts';
import { familyBias } from '../../../src/scoring/judges/family-bias.ts';
import { type JudgedScores, unitsOf } from '../../../src/scoring/judges/judged-scores.ts';

const golden = JSON.parse(
  readFileSync(new URL('../../golden/judges/values.json', import.meta.url), 'utf8'),
);
const known = (rows: readonly (readonly (number | null)[])[]) =>
  Float64Array.from(rows.flat(), (value) => value ?? Number.NaN);

describe('two orders of one comparison', () => {
  it.each([
    ['first', 'second', 'one'],
    ['second', 'first', 'other'],
    ['first', 'first', 'tie'],
    ['second', 'second', 'tie'],
    ['tie', 'first', 'tie'],
    ['tie', 'tie', 'tie'],
    [null, 'first', null],
    ['first', null, null],
  ] as const)('%s and %s are %s', (forward, backward, combined) => {
    expect(combineOrders(forward, backward)).toBe(combined);
  });

  it('show the bias for a place', () => {
    const pair = (forward: never, backward: never, count: number) =>
      Array.from({ length: count }, () => ({ forward, backward }));
    const found = positionBias([
      ...pair('first' as never, 'second' as never, 10),
      ...pair('tie' as never, 'tie' as never, 2),
      ...pair('first' as never, 'first' as never, 9),
      ...pair('second' as never, 'second' as never, 1),
      ...pair('tie' as never, 'second' as never, 3),
      ...pair('first' as never, null as never, 5),
    ]);
    expect(found).toMatchObject({ pairs: 25, consistent: 12, first: 9, second: 1, share: 0.9 });
    // Wilson's 90% interval of 9 of 10, by hand from its formula.
    expect(found.interval.low).toBeCloseTo(0.6523, 3);
    expect(found.interval.high).toBeCloseTo(0.9774, 3);
    expect(positionBias([]).share).toBeNull();
  });
});

describe('the effective number of judges', () => {
  const { people, scores, rho, effective } = golden.effective;
  const table: JudgedScores = {
    judges: ['a', 'b', 'c', 'd', 'e'],
    scores: known(scores),
    models: people.map((_: number, k: number) => `m${k % 4}`),
    items: people.map((_: number, k: number) => `q${k % 10}`),
    people: Float64Array.from(people),
  };

  it('goes by the correlations of errors against people', () => {
    const found = effectiveJudges(table)!;
    expect(found.correlation).toBeCloseTo(rho, 12);
    expect(found.effective).toBeCloseTo(effective, 12);
    expect(found.errors).toBe('people');
    expect(found.interval.low!).toBeLessThan(effective);
    expect(found.interval.high!).toBeGreaterThan(effective);
  });

  it('of planted correlations .4 is two of six, also seen from residuals', () => {
    const random = randomStream(7, 'judges');
    const answers = 1000;
    const shared = Math.sqrt(0.4);
    const own = Math.sqrt(0.6);
    const [rows, models, items, right]: [number[][], string[], string[], number[]] = [
      [],
      [],
      [],
      [],
    ];
    for (let a = 0; a < answers; a++) {
      const [m, q] = [a % 10, Math.floor(a / 10)];
      const common = randomNormal(random);
      const quality = m + Math.sin(q);
      models.push(`m${m}`);
      items.push(`q${q}`);
      right.push(quality);
      rows.push(
        Array.from({ length: 6 }, () => quality + shared * common + own * randomNormal(random)),
      );
    }
    const base = { judges: ['a', 'b', 'c', 'd', 'e', 'f'], scores: known(rows), models, items };
    const withPeople = effectiveJudges({ ...base, people: Float64Array.from(right) })!;
    // ρ̄ of 1,000 answers has a standard error of about .026; 6/(1 + 5 · .4) = 2.
    expect(withPeople.effective).toBeCloseTo(2, 0);
    expect(Math.abs(withPeople.correlation - 0.4)).toBeLessThan(0.09);
    const without = effectiveJudges({
      ...base,
      people: new Float64Array(answers).fill(Number.NaN),
    })!;
    expect(without.errors).toBe('residuals');
    expect(Math.abs(without.correlation - 0.4)).toBeLessThan(0.09);
  });

  it('is not defined for one judge, and never more than there are', () => {
    const one = { ...table, judges: ['a'], scores: known(scores.map((row: number[]) => [row[0]])) };
    expect(effectiveJudges(one)).toBeNull();
    const opposed = people.map((right: number, k: number) => [right + (k % 3), right - (k % 3)]);
    const two = { ...table, judges: ['a', 'b'], scores: known(opposed) };
    expect(effectiveJudges(two)).toMatchObject({
      correlation: -1,
      effective: 2,
    });
  });
});

it('questions of a case and repeats are one unit', () => {
  expect(unitsOf(['c1 #1', 'c1 #2', 'c2', 'c1', 'a # b', 'a #b'])).toEqual([
    [0, 1, 3],
    [2],
    [4],
    [5],
  ]);
});

describe('judges who give all the same grade', () => {
  it('do not count', () => {
    const random = randomStream(3, 'constant');
    const rows = Array.from({ length: 60 }, () => {
      const quality = randomNormal(random);
      return [quality + randomNormal(random), quality + randomNormal(random), 0.7, 0.1];
    });
    const table: JudgedScores = {
      judges: ['a', 'b', 'c', 'd'],
      scores: known(rows),
      models: rows.map((_, k) => `m${k % 4}`),
      items: rows.map((_, k) => `q${Math.floor(k / 4)}`),
      people: new Float64Array(rows.length).fill(Number.NaN),
    };
    const found = effectiveJudges(table)!;
    expect(found.judges).toBe(2);
    expect(found.effective).toBeCloseTo(2 / (1 + found.correlation), 12);
    const [first, , third] = familyBias({ ...table, judges: ['a', 'b', 'c', 'd'] }, table.models, [
      'm0',
      '',
      'm1',
      '',
    ]);
    // Two judges that vary do not tell their spreads.
    expect([first.bias, third.bias]).toEqual([null, null]);
  });
});

describe('the own-family bias', () => {
  const { models, items, families, own, scores, spread, bias, errors, t } = golden.familyBias;
  const table = {
    ...{ judges: ['ja', 'jb', 'jc', 'jd'], scores: known(scores), models, items },
    people: new Float64Array(models.length).fill(Number.NaN),
  };

  it('is that of least squares with a column for each answer', () => {
    const found = familyBias(table, families, own);
    for (let j = 0; j < 3; j++) {
      const { bias: value, low, high } = found[j];
      // BFGS ends at a gradient of about 1e-8, in a valley of curvature above 1.
      expect(found[j].spread).toBeCloseTo(spread[j], 6);
      expect(value).toBeCloseTo(bias[j], 6);
      expect((high! - low!) / 2).toBeCloseTo(t * errors[j], 6);
    }
    expect(found[3]).toMatchObject({ family: '', own: 0, bias: null, low: null });
  });

  it('is none of a judge who uses half of the scale and whose family is better, at any constant', () => {
    // Without noise: x = b q + a, with b = ½, 1, 1, 2, and two models of its family that are 3 better.
    const spreads = [0.5, 1, 1, 2];
    const rows = Array.from({ length: 40 }, (_, k) => {
      const quality = Math.sin(7 * k) + (k % 4 < 2 ? 3 : 0);
      return spreads.map((b, j) => b * quality + j + (j === 1 && k % 4 === 2 ? 0.25 : 0));
    });
    const table: JudgedScores = {
      ...{ judges: ['ja', 'jb', 'jc', 'jd'], scores: known(rows) },
      models: rows.map((_, k) => `m${k % 4}`),
      items: rows.map((_, k) => `q${Math.floor(k / 4)}`),
      people: new Float64Array(rows.length).fill(Number.NaN),
    };
    const found = familyBias(
      table,
      rows.map((_, k) => ['a', 'a', 'b', 'c'][k % 4]),
      ['a', 'b', 'c', ''],
    );
    expect(found[0].bias).toBeCloseTo(0, 9);
    expect(found[1].bias).toBeCloseTo(0.25, 9);
    expect(found[2].bias).toBeCloseTo(0, 9);
    expect(found[3].spread! / found[0].spread!).toBeCloseTo(4, 9);
  });

  it('is no surer for repeats of the same answers', () => {
    const twice = {
      ...{ judges: table.judges, people: new Float64Array(2 * models.length).fill(Number.NaN) },
      scores: known([...scores, ...scores]),
      models: [...models, ...models],
      items: [1, 2].flatMap((k) => items.map((item: string) => `${item} #${k}`)),
    };
    const [one] = familyBias(table, families, own);
    const [two] = familyBias(twice, [...families, ...families], own);
    expect(two.bias).toBeCloseTo(one.bias!, 9);
    expect(two.high! - two.low!).toBeCloseTo(one.high! - one.low!, 9);
  });

  it('is not told from other effects where nothing tells it', () => {
    // Two judges, each of the family of one model: only the sum of both biases shows.
    const two: JudgedScores = {
      judges: ['ja', 'jb'],
      scores: known([
        [1, 0],
        [0.5, 0.5],
        [0.8, 0.1],
        [0.4, 0.5],
      ]),
      models: ['a', 'b', 'a', 'b'],
      items: ['q', 'q', 'r', 'r'],
      people: new Float64Array(4).fill(Number.NaN),
    };
    const found = familyBias(two, ['a', 'b', 'a', 'b'], ['a', 'b']);
    expect(found.map(({ bias: value }) => value)).toEqual([null, null]);
    // With a model of a third family it does.
    const third: JudgedScores = {
      ...two,
      scores: known([
        [1, 0],
        [0.5, 0.5],
        [0.6, 0.4],
      ]),
      models: ['a', 'b', 'c'],
      items: ['q', 'q', 'q'],
      people: new Float64Array(3).fill(Number.NaN),
    };
    const told = familyBias(third, ['a', 'b', 'c'], ['a', 'b']);
    // Differences of the judges by hand: 1, 0 and .2, of which .2 is the judges' own.
    expect(told[0].bias).toBeCloseTo(0.8, 12);
    expect(told[1].bias).toBeCloseTo(0.2, 12);
    expect(told[0].low).toBeNull();
  });
});
