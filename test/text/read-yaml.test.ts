import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readYaml } from '../../src/text/read-yaml.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-yaml-'));
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string | Buffer): unknown {
  const file = join(folder, 'mps.yaml');
  writeFileSync(file, text);
  return readYaml(file);
}

describe('a YAML file', () => {
  test('is objects, lists, texts, numbers, true, false and null', () => {
    expect(read('# a comment\na: [1, 0.5, "x", yes, ~, true]\nb:\n  - c: 你好\n')).toEqual({
      a: [1, 0.5, 'x', 'yes', null, true],
      b: [{ c: '你好' }],
    });
  });

  test('may begin with a byte order mark, have lines in CRLF, be JSON, and repeat a part by alias', () => {
    expect(read('\ufeffa: 1\r\nb: 2\r\n')).toEqual({ a: 1, b: 2 });
    expect(read('{"a": [1, 2]}')).toEqual({ a: [1, 2] });
    expect(read('a: &x {t: 1}\nb: *x')).toEqual({ a: { t: 1 }, b: { t: 1 } });
  });

  test.each([
    [
      'a: 1\nb: 2\na: 3\n',
      /mps\.yaml, line 3: found Map keys must be unique; accepted: YAML 1\.2\./,
    ],
    [
      'a: [1, 2\nb: 3\n',
      /mps\.yaml, line 2: found a \[ that is not closed before here; accepted: a \]/,
    ],
    ['a: { b: 1\nc: 3\n', /line 2: found a \{ that is not closed before here/],
    ['a: { b: 1 c: 3 }\n', /line 1: found a field inside \{ \} without a comma before it/],
    ['a: [1]]\n', /line 1: found a \] without its opening bracket/],
    ['a:\n  b: 1\n c: 2\n', /line 3: found a line whose indentation differs/],
    ['a:\n\t- 1\n', /mps\.yaml, line 2: found a tab before a field; accepted: spaces\./],
    ['a: !secret x\n', /mps\.yaml, line 1: found Unresolved tag: !secret; accepted: YAML 1\.2\./],
    ['', /mps\.yaml: found nothing; accepted: one YAML document\./],
    ['a: 1\n---\nb: 2\n', /mps\.yaml: found 2 documents; accepted: one YAML document\./],
    ['a: *nowhere\n', /mps\.yaml.*nowhere/],
    [Buffer.from([0x61, 0x3a, 0x20, 0xff]), /mps\.yaml, line 1: found bytes that are not UTF-8/],
  ])('%j is refused', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('that grows by aliases of aliases is refused', () => {
    const levels = 'abcdefghi'.split('');
    const text = levels
      .map((name, k) => {
        const part = k === 0 ? 'x' : `*${levels[k - 1]}`;
        return `${name}: &${name} [${Array(9).fill(part).join(', ')}]`;
      })
      .join('\n');
    expect(() => read(text)).toThrow(/mps\.yaml: found .*alias/);
  });

  test('that does not exist is reported as missing', () => {
    expect(() => readYaml(join(folder, 'none.yaml'))).toThrow(
      expect.objectContaining({
        code: 'FILE_NOT_FOUND',
        details: expect.objectContaining({ file: join(folder, 'none.yaml') }),
      }),
    );
  });
});
