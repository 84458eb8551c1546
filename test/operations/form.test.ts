import { expect, test } from 'vitest';
import { form } from '../../src/operations/form.ts';
import { readOptions } from '../../src/operations/options.ts';

const quotas = (...quota: string[]) => readOptions(form.options, { bank: 'mmlu-pro', quota }).quota;

test('quotas are shares of a value, of which one may be missing; values may have any sign', () => {
  expect(quotas('category=law:0.2-0.3', 'task=a=b, c: d:-0.5', 'task=x-y:0.5-')).toEqual([
    { tag: 'category', value: 'law', least: 0.2, most: 0.3 },
    { tag: 'task', value: 'a=b, c: d', least: 0, most: 0.5 },
    { tag: 'task', value: 'x-y', least: 0.5, most: 1 },
  ]);
});

test.each([
  'category=law',
  'category:0.2-0.3',
  'category=law:-',
  'category=law:0-2',
  'category=law:1..2-',
])('the quota %s is refused', (text) => {
  expect(() => quotas('category=law:0.1-', text)).toThrow(/TAG=VALUE:/);
});

test('a least share above the most is said to be that', () => {
  expect(() => quotas('category=law:0.5-0.3')).toThrow(/least share first, .*=law:0\.3-0\.5/);
});
