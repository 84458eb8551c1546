import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readCollection } from '../../../src/files/items/read-collection.ts';
import { failureOf, temporaryFiles } from '../temporary.ts';

const file = temporaryFiles();
const lines = [
  { item_id: 'q1', irt_model: '3pl', subject: 'law', grade: 8, a: 1, b: -1, c: 0.2 },
  { item_id: 'q2', irt_model: '3pl', subject: 'art', grade: 4, a: 2, b: 0, c: 0.1, d: 0.9 },
  { item_id: 'q3', irt_model: 'gpcm', subject: 'law', a: 1, b: 0, d_1: 0.5, d_2: -0.5 },
  { item_id: 'q4', subject: 'law', a: 1, b: 0, d_1: 0.5 },
  { item_id: 'q5', irt_model: '3pl', subject: 'law', grade: 8, a: -0.2, b: 1, c: 0 },
  { item_id: 'q6', subject: 'law', grade: 12, a: 0.5, b: 2 },
];
const jsonl = () => file(lines.map((line) => JSON.stringify(line)).join('\n'), 'items.jsonl');

test('JSON Lines: items with a, b, c and d; counts other fields', () => {
  const { items, leftOut } = readCollection(jsonl(), 1.7);
  expect(items).toMatchObject({
    count: 3,
    a: Float64Array.of(1.7, 3.4, 0.85),
    b: Float64Array.of(-1, 0, 2),
    c: Float64Array.of(0.2, 0.1, 0),
    d: Float64Array.of(1, 0.9, 1),
  });
  expect(leftOut).toEqual({ otherModels: 2, unusable: 1, filtered: 0 });
});

test('a filter takes lines by their fields', () => {
  const { items, leftOut } = readCollection(jsonl(), 1, { subject: 'law', grade: [8, 12] });
  expect(Array.from(items.a)).toEqual([1, 0.5]);
  expect(leftOut).toEqual({ otherModels: 0, unusable: 1, filtered: 3 });
});

test('CSV, with empty cells for parameters that a model lacks', () => {
  const path = file('item,a,b,c,subject\nq1,1,-1,0.2,law\nq2,2,0.5,,art\n', 'items.csv');
  expect(readCollection(path, 1, { subject: 'art' })).toMatchObject({
    items: { count: 1, a: Float64Array.of(2), c: Float64Array.of(0) },
    leftOut: { filtered: 1 },
  });
});

test.each([
  ['x.jsonl', '[1]\n', 'line 1: found a value that is not a JSON object'],
  ['x.jsonl', '{"a":1}\n', 'found no items (left out: 1 of other response models'],
  ['x.csv', 'item,b\nq,1\n', 'found no column "a"'],
  ['x.csv', 'a,b\nx,1\n', '1 with impossible parameters'],
])('%s %j is refused', (name, text, message) => {
  const error = failureOf(() => readCollection(file(text, name)));
  expect(error.code).toBe('FILE_INVALID');
  expect(error.message).toContain(message);
});

const naep = fileURLToPath(
  new URL('../../../../shared/data/naep/naep_parameters.jsonl', import.meta.url),
);
test.skipIf(!existsSync(naep))('the 3PL items of NAEP, but for 46 that fall with ability', () => {
  const { items, leftOut } = readCollection(naep);
  expect(items.count).toBe(14_919 - 46);
  expect(leftOut).toEqual({ otherModels: 5282, unusable: 46, filtered: 0 });
});
