import { expect, test } from 'vitest';
import { quotaOption } from '../../../src/cli/options/quota-option.ts';

test('shares of a value, one after another', () => {
  const one = quotaOption('category=law:0.2-0.3');
  expect(one).toEqual([{ tag: 'category', value: 'law', least: 0.2, most: 0.3 }]);
  expect(quotaOption('task=a=b: c:-0.5', one)).toEqual([
    ...one,
    { tag: 'task', value: 'a=b: c', least: 0, most: 0.5 },
  ]);
  expect(quotaOption('task=x-y:0.5-')).toEqual([
    { tag: 'task', value: 'x-y', least: 0.5, most: 1 },
  ]);
});

test.each([
  'category=law',
  'category:0.2-0.3',
  'category=law:-',
  'category=law:0-2',
  'category=law:1..2-',
])('%s is refused', (text) => {
  expect(() => quotaOption(text)).toThrow(/TAG=VALUE:/);
});

test('a least share above the most is said to be that', () => {
  expect(() => quotaOption('category=law:0.5-0.3')).toThrow(/0\.5, .* 0\.3\. .*=law:0\.3-0\.5/);
});
