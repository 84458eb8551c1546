import { expect, test } from 'vitest';
import { itemLine } from '../../../item-bank/items/item-line.ts';
import { validateItem } from '../../../item-bank/items/validate-item.ts';
import { sampleItem, TYPES } from './sample-items.ts';

test('fields in one order, absent ones left out, on one line', () => {
  const item = sampleItem('single', { tags: { b: '2', a: '1' } });
  const reversed = Object.fromEntries(Object.entries(item).reverse()) as typeof item;
  const line =
    '{"id":"single-1","version":1,"status":"pretest","type":"single","language":"en","stem":"下列哪一项是偶数？","options":{"A":"一","B":"二"},"key":["B"],"tags":{"a":"1","b":"2"},"source":"made up","licence":"MIT","hash":"37eaef24776f3a51a64fc7040f71c5ced0ef56abd843a900466bb2959251a130"}';
  expect(itemLine(item)).toBe(line);
  expect(itemLine(reversed)).toBe(line);
});

test.each(TYPES)('%s: read back equal', (type) => {
  const item = sampleItem(type, { explanation: 'a\nb', human: { accuracy: 0.1, respondents: 3 } });
  const line = itemLine(item);
  expect(line).not.toContain('\n');
  const { item: back } = validateItem(JSON.parse(line));
  expect(back).toEqual(item);
  expect(itemLine(back!)).toBe(line);
});
