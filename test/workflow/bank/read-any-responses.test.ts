import { expect, test } from 'vitest';
import { readResponses } from '../../../src/files/responses/read-responses.ts';
import { readAnyResponses } from '../../../src/workflow/bank/read-any-responses.ts';
import { readRecordedSource } from '../../../src/workflow/recorded-source.ts';
import { LONG_ROWS, WIDE_ROWS } from '../../files/answers/sample-files.ts';
import { expectFailure, temporaryFiles } from '../../files/temporary.ts';
import { makeParquet } from '../../item-bank/import/make-parquet.ts';

const file = temporaryFiles();

test('rankings read recorded answers and families of Parquet', async () => {
  const path = file(makeParquet(WIDE_ROWS), 'wide.parquet');
  const { bank, families } = await readRecordedSource({ responses: path }, null);
  expect(bank.responses).toEqual({
    examinees: ['model-a', 'model-b', 'model-c'],
    items: ['q0', 'q1', 'q2'],
    scores: Float32Array.of(0, 1, 0, 1, Number.NaN, 0, 0, 1, 0),
  });
  expect(families).toEqual(['family 0', 'family 1', 'family 2']);
});

test('a row that is no answer refuses the whole file', async () => {
  const rows = [...LONG_ROWS, { examinee: 'x', item: 'q1', score: 2 }];
  const path = file(makeParquet(rows), 'bad.parquet');
  await expect(readAnyResponses(path)).rejects.toMatchObject({
    code: 'FILE_INVALID',
    details: { file: path, where: 'row 16', found: expect.stringMatching(/^item q1: 2;/) },
  });
});

test('commands that read CSV alone name the conversion', () => {
  const path = file(makeParquet(LONG_ROWS), 'long.parquet');
  expectFailure(
    () => readResponses(path),
    'FILE_INVALID',
    'FILE: found Parquet; accepted: CSV; to convert it: thetarank bank convert FILE --out answers.csv.',
    path,
  );
});
