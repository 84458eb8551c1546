import { describe, expect, test } from 'vitest';
import { byteLines, readLines } from '../../src/text/read-lines.ts';
import { expectFailure, temporaryFiles, temporaryFolder } from '../files/temporary.ts';

const file = temporaryFiles();

describe('readLines', () => {
  test.each([
    ['', []],
    ['a', [['a', 1]]],
    [
      'a\nb\n',
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
    [
      '\uFEFFa\r\n\n  \nb',
      [
        ['a\r', 1],
        ['b', 4],
      ],
    ],
  ])('%j', (text, expected) => {
    const lines = [...readLines(file(text))].map((line) => [line.text, line.line]);
    expect(lines).toEqual(expected);
  });

  test('joins lines over the chunks that a file is read in', () => {
    const lengths = [3 * 2 ** 20, 1, 2 ** 20 - 2, 2 ** 20, 5];
    const lines = lengths.map((length, k) => `${k}${'é'.repeat(length >> 1)}`);
    const read = [...readLines(file(lines.join('\n')))].map(({ text }) => text);
    expect(read.map((text) => text.length)).toEqual(lines.map((text) => text.length));
    expect(read.every((text, k) => text === lines[k])).toBe(true);
  });

  test('refuses a line that is too long, wherever it stands', () => {
    const message = 'FILE, line 2: found more than 4 bytes; accepted: lines of at most 4 bytes.';
    for (const text of ['1234\n12345\n1', '1\n12345']) {
      const path = file(text);
      expectFailure(() => [...readLines(path, 4)], 'FILE_INVALID', message, path);
    }
  });

  test('refuses bytes that are not UTF-8, a directory, and a missing file', () => {
    const path = file(Buffer.from('a\nmodèle\n', 'latin1'));
    const message = 'FILE, line 2: found bytes that are not UTF-8 text; accepted: UTF-8 text.';
    expectFailure(() => [...readLines(path)], 'FILE_INVALID', message, path);
    const folder = temporaryFolder();
    const directory = 'FILE: cannot be read (it is a directory).';
    expectFailure(() => [...readLines(folder)], 'FILE_UNREADABLE', directory, folder);
    const missing = 'none.jsonl: no such file. Check the path.';
    expectFailure(() => [...readLines('none.jsonl')], 'FILE_NOT_FOUND', missing);
  });
});

test('byteLines gives every line with its place, and skips lines that are too long', () => {
  const texts = ['a', '', 'x'.repeat(3 * 2 ** 20), 'b\r', 'é'];
  const bytes = Buffer.from(texts.join('\n'));
  const path = file(bytes);
  const lines = [...byteLines(path, 2 ** 20)];
  expect(lines.map((line) => line.bytes?.toString() ?? null)).toEqual(['a', '', null, 'b\r', 'é']);
  for (const { bytes: own, offset } of lines)
    if (own !== null) expect(bytes.subarray(offset, offset + own.length)).toEqual(own);
  expect([...byteLines(path, 4 * 2 ** 20)].map((line) => line.bytes?.toString())).toEqual(texts);
});
