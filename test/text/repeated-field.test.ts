import { expect, test } from 'vitest';
import { jsonRecords } from '../../item-bank/import/records/json-records.ts';
import { readOutputs } from '../../src/files/items/read-outputs.ts';
import { fileJson } from '../../src/text/file-json.ts';
import { repeatedField } from '../../src/text/repeated-field.ts';
import { failureOf, temporaryFiles } from '../files/temporary.ts';

const file = temporaryFiles();
const found = (text: string) => repeatedField(text, JSON.parse(text));

test.each([
  ['{"score":1,"score":0}', 'score', 1],
  ['{"a":{"b":1},\n"c":[{"d":1},{"d":2,\n "d" : 3}]}', 'd', 3],
  ['{"b":{"a":1},"a":1,\n"\\u0061":2}', 'a', 2],
  ['{"x":"}","y\\\\":"{\\"","y\\\\":{}}', 'y\\', 1],
  ['[{"a":{"b":1},"a":2}]', 'a', 1],
  ['{"__proto__":1,"__proto__":2}', '__proto__', 1],
  ['{"1":0,"":1,"":2}', '', 1],
])('%s: the field and its line', (text, field, line) => {
  expect(found(text)).toEqual({ field, line });
});

test.each([
  '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":"a\\":"}]}',
  '{"a":"\\\\","b" : "x\\\\\\": 1"}',
  '["a","a:",":a",{}]',
  '"a"',
  '12',
])('%s has none', (text) => {
  expect(found(text)).toBeNull();
});

test('files of answers are refused, with the line', async () => {
  const good = '{"model":"m","item":"q1","output":"A"}\n';
  const twice = '{"model":"m","item":"q2","output":"A","output":"B"}\n';
  const error = failureOf(() => [...readOutputs(file(good + twice))]);
  expect(error.details).toMatchObject({
    where: 'line 2',
    found: expect.stringContaining('output'),
  });
  expect(failureOf(() => fileJson('x.json', `{\n"a":1,\n"a":2}`)).details).toMatchObject({
    where: 'line 3',
  });
});

test('a record of an import is left out', async () => {
  const all = [];
  for await (const records of jsonRecords(file('{"a":1}\n{"a":1,"a":2}\n'))) all.push(...records);
  expect(all).toEqual([
    { where: 'line 1', value: { a: 1 } },
    { where: 'line 2', reason: expect.stringContaining('"a"') },
  ]);
});
