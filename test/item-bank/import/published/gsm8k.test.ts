import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gsm8k } from '../../../../item-bank/import/published/gsm8k.ts';
import type { Item } from '../../../../item-bank/items/item.ts';
import type { MetricOf } from '../../../../item-bank/items/metric/metric.ts';
import { numericMatch } from '../../../../src/scoring/metrics/numeric-match.ts';
import { temporaryFolder } from '../../../files/temporary.ts';
import { makeParquet } from '../make-parquet.ts';
import { bytesSource, runImport } from '../run-import.ts';

const ROWS = [
  {
    question: 'A baker fills 4 trays with 12 rolls each. How many rolls are there?',
    answer: 'There are 4*12 = <<4*12=48>>48 rolls.\n#### 48',
  },
  {
    question: 'A mill turns 1,500 sacks into flour on each of 46 days. How many sacks?',
    answer: '1500*46=<<1500*46=69000>>69000\n#### 69,000',
  },
  { question: 'It is 3 degrees and gets 5.5 colder. How warm is it?', answer: '#### -2.5' },
];
const lines = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');

test('open items: the number is the key, the solution without annotations the explanation', async () => {
  const { items } = await runImport(gsm8k(), bytesSource(lines(ROWS)));
  expect(items.map((item) => [item.type, item.key, 'metric' in item && item.metric?.name])).toEqual(
    [
      ['open', ['48'], 'numeric-match'],
      ['open', ['69000'], 'numeric-match'],
      ['open', ['-2.5'], 'numeric-match'],
    ],
  );
  expect(items.map(({ explanation }) => explanation)).toEqual([
    'There are 4*12 = 48 rolls.',
    '1500*46=69000',
    undefined,
  ]);
  expect(items[0]).toMatchObject({ source: 'GSM8K', licence: 'MIT', language: 'en' });
  const [, { metric, key }] = items as Extract<Item, { type: 'open' }>[];
  const options = metric as MetricOf<'numeric-match'>;
  expect(numericMatch('46 days at 1,500 make 69,000.', key[0], options)).toBe(1);
  expect(numericMatch('69,000 in 46 days', key[0], options)).toBe(0);
});

test('the Parquet file has the same items', async () => {
  const file = join(temporaryFolder(), 'test-00000-of-00001.parquet');
  writeFileSync(file, makeParquet(ROWS));
  const { items } = await runImport(gsm8k(), file);
  const own = await runImport(gsm8k(), bytesSource(lines(ROWS)));
  expect(items).toEqual(own.items);
});

test.each([
  [{ question: 'How many?', answer: 'four' }, 'answer: no #### before the number'],
  [{ question: 'How many?', answer: '#### four' }, 'answer: no number after ####, but four'],
  [{ question: 'How many?', answer: '#### 1,23' }, 'answer: no number after ####, but 1,23'],
  [{ question: 'How many?' }, expect.stringContaining('answer')],
])('%j: rejected', async (row, reason) => {
  const { report } = await runImport(gsm8k(), bytesSource(lines([ROWS[0], row])));
  expect(report.rejected).toEqual([{ where: 'line 2', reason }]);
});
