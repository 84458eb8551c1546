import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { codeDigest, digestOfCode } from '../../src/cache/code-digest.ts';

const root = mkdtempSync(join(tmpdir(), 'thetarank-code-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('the digest changes with a program and its name, not with other files', () => {
  mkdirSync(join(root, 'a/b'), { recursive: true });
  writeFileSync(join(root, 'a/b/one.ts'), 'export const one = 1;\n');
  writeFileSync(join(root, 'base.js'), 'export const base = 1;\n');
  const digest = () => digestOfCode(root, ['a'], ['base']);
  const first = digest();
  writeFileSync(join(root, 'a/notes.md'), 'no program\n');
  expect(digest()).toBe(first);
  writeFileSync(join(root, 'a/b/one.ts'), 'export const one = 2;\n');
  const second = digest();
  expect(second).not.toBe(first);
  rmSync(join(root, 'a/b/one.ts'));
  writeFileSync(join(root, 'a/b/two.ts'), 'export const one = 2;\n');
  const third = digest();
  expect(third).not.toBe(second);
  writeFileSync(join(root, 'base.js'), 'export const base = 2;\n');
  expect(digest()).not.toBe(third);
});

test('the digest of this code is the same each time', () => {
  expect(codeDigest()).toMatch(/^[0-9a-f]{64}$/);
  expect(codeDigest()).toBe(codeDigest());
});
