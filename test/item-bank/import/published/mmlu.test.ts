import { expect, test } from 'vitest';
import { mmlu } from '../../../../item-bank/import/published/mmlu.ts';
import { bytesSource, runImport } from '../run-import.ts';

test('MMLU: no header, the subject from the name of the file', async () => {
  const text =
    '"How many, of 1, 2 and 3, are odd?",0,1,2,3,C\n"Say ""two""",one,two,three,four,B\n';
  const source = bytesSource(text, 'data/test/small_numbers_test.csv');
  const { items } = await runImport(mmlu(), source);
  expect(items).toMatchObject([
    {
      type: 'single',
      stem: 'How many, of 1, 2 and 3, are odd?',
      options: { A: '0', B: '1', C: '2', D: '3' },
      key: ['C'],
      language: 'en',
      tags: { subject: 'small_numbers', split: 'test' },
      licence: 'MIT',
    },
    { stem: 'Say "two"' },
  ]);
});

test('CMMLU: a header and numbered rows', async () => {
  const text = ',Question,A,B,C,D,Answer\n0,三加四等于几,五,六,七,八,C\n1,短行,五,六,C\n';
  const { items, report } = await runImport(mmlu(), bytesSource(text, 'arithmetic.csv'));
  expect(items).toMatchObject([
    {
      stem: '三加四等于几',
      options: { A: '五', B: '六', C: '七', D: '八' },
      key: ['C'],
      language: 'zh',
      tags: { subject: 'arithmetic' },
      source: 'CMMLU',
    },
  ]);
  expect(report.rejected).toEqual([{ where: 'line 3', reason: '4 cells; accepted: 6' }]);
});

test('the subject and the source as the user states them', async () => {
  const options = { subject: 'sums', source: 'my copy' };
  const { items } = await runImport(mmlu(options), bytesSource('1+1?,1,2,3,4,B\n'));
  expect(items[0]).toMatchObject({ tags: { subject: 'sums' }, source: 'my copy' });
});
