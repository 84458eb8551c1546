import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEmbeddings } from '../../../src/files/embeddings/read-embeddings.ts';
import { temporaryFolder } from '../temporary.ts';

const file = join(temporaryFolder(), 'embeddings.yaml');
const read = (text: string) => {
  writeFileSync(file, text);
  return readEmbeddings(file);
};
const FILE = 'name: near\nbaseUrl: http://localhost:1/v1/embeddings\nmodel: e-1\n';

test('an address, or a file with more settings', () => {
  expect(readEmbeddings('near=e-1@http://localhost:1/v1')).toMatchObject({
    ...{ name: 'near', model: 'e-1', baseUrl: 'http://localhost:1/v1' },
    ...{ price: null, keyVariable: null },
  });
  expect(
    read(`${FILE}keyVariable: NEAR_KEY\nprice: { prompt: 0.02 }\nextraBody: { dimensions: 256 }\n`),
  ).toMatchObject({
    ...{ name: 'near', model: 'e-1', baseUrl: 'http://localhost:1/v1', keyVariable: 'NEAR_KEY' },
    ...{ price: { prompt: 0.02, completion: 0 }, extraBody: { dimensions: 256 } },
  });
});

test.each([
  ['a setting of answers', `${FILE}sampling: { temperature: 0 }\n`, /line [1-4].*sampling/],
  ['no model', 'name: near\nbaseUrl: http://localhost:1/v1\n', /model/],
  ['a price of answers', `${FILE}price: { completion: 1 }\n`, /line 4/],
  ['an address that is none', FILE.replace('http://', ''), /baseUrl/],
])('refuses %s', (_, text, words) => {
  expect(() => read(text)).toThrow(words);
});

test('no secret in an error', () => {
  expect(() => read(`${FILE}keyVariable: sk-abc-123456789\n`)).toThrow(/line 4/);
  expect(() => read(`${FILE}keyVariable: sk-abc-123456789\n`)).not.toThrow(/123456789/);
});
