import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readResponses } from '../../src/files/responses/read-responses.ts';
import { readText } from '../../src/text/read-text.ts';
import { failureOf, temporaryFiles } from '../files/temporary.ts';

const file = temporaryFiles();
const TEXT = 'examinee,q1,q2\none,1,0.5\ntwo,0,\n';

test('a gzipped file is read as its text', () => {
  const packed = file(gzipSync(TEXT), 'answers.csv.gz');
  expect(readText(packed).toString()).toBe(TEXT);
  expect(readResponses(packed)).toEqual(readResponses(file(TEXT)));
});

test('one that is cut off is refused', () => {
  const packed = gzipSync(TEXT);
  const { code, message } = failureOf(() => readText(file(packed.subarray(0, packed.length - 9))));
  expect(code).toBe('FILE_INVALID');
  expect(message).toContain('a gzip file');
});

test('Parquet is named, with what makes text of it', () => {
  const { message } = failureOf(() =>
    readText(file(Buffer.from('PAR1\xff\xfe'), 'answers.parquet')),
  );
  expect(message).toContain('thetarank bank convert');
});
