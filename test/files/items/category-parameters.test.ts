import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hasCategoryParameters,
  readCategoryParameters,
} from '../../../src/files/items/read-category-parameters.ts';
import { readParameters } from '../../../src/files/items/read-parameters.ts';
import { categoryParametersCsv } from '../../../src/files/items/write-category-parameters.ts';
import type { MixedItem } from '../../../src/irt/polytomous/mixed-items.ts';
import { failureOf, temporaryFiles } from '../temporary.ts';

const file = temporaryFiles();
const number = fc.double({ min: -9, max: 9, noNaN: true });
const slope = fc.double({ min: 0.01, max: 9, noNaN: true });
const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
/** Scores of the categories, ascending. */
const scores = fc
  .uniqueArray(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 6 })
  .map((values) => values.map((v) => (v === 0 ? 0 : v)).sort((x, y) => x - y));
const item: fc.Arbitrary<MixedItem> = scores.chain((own) => {
  const k = own.length;
  const steps = fc.array(number, { minLength: k - 1, maxLength: k - 1 });
  const each = fc.array(number, { minLength: k, maxLength: k });
  return fc.oneof(
    fc
      .record({ a: slope, b: steps })
      .map(({ a, b }): MixedItem => ({ model: 'gpcm', a, b, scores: own })),
    fc.record({ a: slope, first: number }).map(
      ({ a, first }): MixedItem => ({
        model: 'graded',
        a,
        b: own.slice(1).map((_, j) => first + j / 3),
        scores: own,
      }),
    ),
    fc
      .record({ a: slope, b: number, dispersion: share })
      .map((of): MixedItem => ({ model: 'beta', ...of, categories: k, scores: own })),
    fc
      .record({ slopes: each, intercepts: each })
      .map((of): MixedItem => ({ model: 'nominal', ...of, scores: own })),
  );
});

/** Items without parameters, of a score or an option. */
const constantItems = fc
  .array(
    fc.record({
      category: fc.constantFrom('0', '0.333333', '1', 'A', 'BD'),
      score: fc.double({ min: 0, max: 1, noNaN: true }).map((u) => (u === 0 ? 0 : u)),
    }),
    { maxLength: 3 },
  )
  .map((all) => all.map((own, k) => ({ item: `constant${k}`, ...own })));

test('what is written is read back to the last digit, also below 0 and of several models', () => {
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 5 }),
      constantItems,
      (parameters, constants) => {
        const items = parameters.map((_, j) => `q${j}`);
        const categories = parameters.map(({ model, scores: own }) =>
          own!.map((score, k) => (model === 'nominal' ? 'ABCDEF'[k] : String(score))),
        );
        const text = categoryParametersCsv(
          { items, parameters, categories, standardErrors: items.map(() => null), constants },
          null,
        );
        const path = file(text, 'parameters.csv');
        expect(hasCategoryParameters(path)).toBe(true);
        expect(readCategoryParameters(path)).toEqual({
          items,
          // −0 is written as 0.
          parameters: JSON.parse(JSON.stringify(parameters)),
          categories,
          standardErrors: items.map(() => null),
          constants,
        });
      },
    ),
  );
});

test('standard errors are read in the order of the parameters, empty ones as unknown', () => {
  const own = {
    items: ['q1', 'q2'],
    parameters: [
      { model: 'graded', a: 1, b: [-1, 1], scores: [0, 0.5, 1] },
      { model: 'beta', a: 2, b: -0.5, dispersion: 0.2, categories: 3, scores: [0, 0.5, 1] },
    ] satisfies MixedItem[],
    categories: [
      ['0', '0.5', '1'],
      ['0', '0.5', '1'],
    ],
    standardErrors: [
      [0.1, Number.NaN, 0.3],
      [0.4, 0.5, 0.6],
    ],
    constants: [{ item: 'q3', category: '0.5', score: 0.48 }],
  };
  const path = file(categoryParametersCsv(own, 'joint'));
  expect(readCategoryParameters(path)).toEqual(own);
});

describe('refuses', () => {
  const HEAD = 'item,model,categories,scores,a,b1,b2';
  const refused = (...lines: string[]) =>
    failureOf(() => readCategoryParameters(file([...lines, ''].join('\n')))).message;
  test.each([
    [
      'q1,rasch,0 1,0 1,1,0,',
      'column model: found "rasch"; accepted: graded, gpcm, beta, nominal, constant',
    ],
    ['q1,graded,0 1 0.5,0 1 0.5,1,0,1', 'column categories: found "0 1 0.5"'],
    ['q1,graded,0 0.5 1,0 1,1,0,1', 'column scores: found "0 1"'],
    ['q1,graded,0 0.5 1,0 0.5 1,1,0,', 'column b2: found an empty cell; accepted: a number'],
    ['q1,graded,0 0.5 1,0 0.5 1,1,1,0', 'b_2 (difficulty)|b_2'],
    ['q1,constant,0 1,0,,,', 'column categories: found "0 1"; accepted: one score'],
    ['q1,constant,0.5,1.5,,,', 'column scores: found "1.5"; accepted: a number from 0 to 1'],
    ['q1,constant,0.5,0.5,,,', 'found only items without parameters'],
  ])('%s', (line, message) => {
    expect(refused(HEAD, line)).toMatch(
      new RegExp(
        message
          .split('|')
          .map((one) => one.replace(/[.*+?^${}()]/g, '\\$&'))
          .join('|'),
      ),
    );
  });
  test('a column that may be a misspelt parameter', () => {
    expect(refused(`${HEAD},threshold3`, 'q1,graded,0 0.5 1,0 0.5 1,1,0,1,2')).toContain(
      'column "threshold3"',
    );
  });
  test('to read it as parameters of right and wrong answers', () => {
    const path = file(`${HEAD}\nq1,graded,0 0.5 1,0 0.5 1,1,0,1\n`);
    expect(failureOf(() => readParameters(path)).message).toContain('several categories');
  });
});
