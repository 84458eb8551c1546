import { expect, test } from 'vitest';
import { readMetric } from '../../../item-bank/items/metric/read-metric.ts';

test('a metric is a name, an object, or JSON of it', () => {
  expect(readMetric('rouge-l').metric).toMatchObject({ name: 'rouge-l' });
  expect(readMetric('{"name": "rubric", "rubric": "cmb-clin"}').metric).toEqual({
    ...{ name: 'rubric', rubric: 'cmb-clin' },
  });
});

test.each([
  [
    'rubric',
    'rubric is an object with the field rubric, such as {"name": "rubric", "rubric": "cmb-clin"}',
  ],
  [
    'command',
    'command is an object with the field program, such as {"name": "command", "program": "units"}',
  ],
  [{ name: 'bleu', order: 7 }, 'bleu: order: accepted: a number of at most 4'],
  [{ name: 'bleu', order: 'x' }, 'bleu: order: accepted: a number'],
  [
    { name: 'bleu', smoothing: 'x' },
    'bleu: smoothing: accepted: one of "none"|"floor"|"add-k"|"exp"',
  ],
  [{ name: 'bleu', depth: 1 }, 'bleu has no option "depth"'],
  [{ name: 'cosine', low: 1, high: 0 }, 'cosine: low must be below high'],
])('what is wrong with %j is said in words', (value, problem) => {
  expect(readMetric(value)).toEqual({ problem });
});
