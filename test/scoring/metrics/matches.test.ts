import { describe, expect, test } from 'vitest';
import { metricSchema } from '../../../item-bank/items/metric/metric.ts';
import { readNumbers } from '../../../item-bank/items/metric/read-numbers.ts';
import { scoreAnswer } from '../../../src/scoring/metrics/metrics.ts';

const score = (metric: object, answer: string, ...references: string[]) =>
  scoreAnswer({ answer, references }, metricSchema.parse(metric));

describe('exact match', () => {
  const plain = { name: 'exact-match' };
  const all = { name: 'exact-match', punctuation: 'all', articles: 'drop' };
  test.each([
    [plain, '  PARIS. ', 'Paris', 1],
    [plain, '“Paris”', 'paris', 1],
    [plain, 'ＰＡＲＩＳ　１', 'paris 1', 1],
    [plain, '肺炎。', '肺炎', 1],
    [plain, 'the Seine', 'Seine', 0],
    [plain, '-5', '5', 0],
    [plain, '5!', '5', 0],
    [all, 'The U.S.A.', 'USA', 1],
    [all, 'an owl; a cat', 'owl cat', 1],
    [all, 'theory', 'ory', 0],
    [all, '上 呼吸道，感染', '上呼吸道感染', 1],
    [all, 'new york', 'newyork', 0],
    [{ name: 'exact-match', letterCase: 'keep' }, 'paris', 'Paris', 0],
    [{ name: 'exact-match', letterCase: 'keep' }, 'Paris.', 'Paris', 1],
  ])('%j: "%s" for "%s" is %d', (metric, answer, reference, expected) => {
    expect(score(metric, answer, reference)).toBe(expected);
  });

  test('one of several references is enough', () => {
    expect(score(plain, 'six', '6', 'six')).toBe(1);
  });
});

test.each<[string, number[]]>([
  ['42', [42]],
  ['about −3.5 mg', [-3.5]],
  ['1,234,567.5 and 1,234, then', [1234567.5, 1234]],
  ["1'234 or 12\u00a0345", [1234, 12345]],
  ['3,14', [3, 14]],
  ['１２．５％', [12.5]],
  ['.5', [0.5]],
  ['1.2e-3, 1.2 × 10^-3, 1.2×10⁻³, 10⁻³, 10^6', [0.0012, 0.0012, 0.0012, 0.001, 1e6]],
  ['3/4, 1 1/2, ½, 2½, -3/8', [0.75, 1.5, 0.5, 2.5, -0.375]],
  ['1/0', []],
  ['9'.repeat(400), []],
  ['2.5万, 3 亿, 1.2万亿, 5千克, 5千人', [25000, 3e8, 1.2e12, 5, 5000]],
  ['3 million, 2 Billion, 4 billions', [3e6, 2e9, 4]],
  ['B12 and COVID-19 and mid_5', []],
  ['3-5 days, 37.5℃', [3, 5, 37.5]],
  ['5mg', [5]],
  ['百分之45', [45]],
  ['no number', []],
  ['三十五', [35]],
  ['十五、二十、一百零二、一百二', [15, 20, 102, 120]],
  ['两万', [20000]],
  ['一万五', [15000]],
  ['一亿二千万', [120_000_000]],
  ['三万亿', [3e12]],
  ['二〇二四', [2024]],
  ['负三点一四', [-3.14]],
  ['三分之二', [2 / 3]],
  ['百分之五', [5]],
  ['零', [0]],
])('numbers of "%s"', (text, expected) => {
  expect(readNumbers(text).map(({ value }) => value)).toEqual(expected);
});

describe('numeric match', () => {
  const own = (more: object = {}) => ({ name: 'numeric-match', ...more });
  test.each([
    [own(), '42 km', '42', 1],
    [own(), '42.0', '42 kg', 1],
    [own(), '42.1', '42', 0],
    [own(), '1/3', '0.3333', 0],
    [own({ absolute: 0.001 }), '1/3', '0.3333', 1],
    [own({ relative: 0.01 }), '101', '100', 1],
    [own({ relative: 0.01 }), '101.5', '100', 0],
    [own({ relative: 0.01 }), '-100', '100', 0],
    [own({ relative: 0.01 }), '0.001', '0', 0],
    [own(), '45%', '0.45', 1],
    [own(), '45%', '45', 0],
    [own({ percent: 'unit' }), '45%', '45', 1],
    [own(), '百分之七', '7%', 1],
    [own(), '5‰', '0.005', 1],
    [own(), '7 or 8', '8', 0],
    [own({ which: 'last' }), '7 or 8', '8', 1],
    [own({ which: 'first' }), '7 or 8', '8', 0],
    [own(), '8 (that is 8)', '8', 1],
    [own(), 'eight', '8', 0],
    [own(), '8', 'eight', 0],
    [own(), '0.1', '10%', 1],
  ])('%j: "%s" for "%s" is %d', (metric, answer, reference, expected) => {
    expect(score(metric, answer, reference)).toBe(expected);
  });
});
