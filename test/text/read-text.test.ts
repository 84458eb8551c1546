import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readResponses } from '../../src/files/responses/read-responses.ts';
import { readLines } from '../../src/text/read-lines.ts';
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

test.each([
  ['UTF-16LE', Buffer.from(TEXT, 'utf16le')],
  ['UTF-16BE', Buffer.from(TEXT, 'utf16le').swap16()],
])('%s without a mark is named, with what converts it, also line by line', (encoding, bytes) => {
  const name = file(bytes);
  for (const read of [() => readText(name), () => [...readLines(name)]]) {
    const { code, details } = failureOf(read);
    expect(code).toBe('FILE_INVALID');
    expect(details.accepted).toContain(`iconv -f ${encoding}`);
  }
});

test('a name of a million characters is refused where it stands, for models and items', () => {
  const long = 'x'.repeat(1_000_000);
  for (const [text, where] of [
    [`examinee,q1\n${long},1\n`, 'line 2'],
    [`examinee,${long}\none,1\n`, 'line 1, column 2'],
  ]) {
    const { code, details, message } = failureOf(() => readResponses(file(text)));
    expect(code).toBe('FILE_INVALID');
    expect(details.where).toBe(where);
    expect(message.length).toBeLessThan(500);
  }
});
