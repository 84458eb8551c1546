import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const english = read('README.md');
const chinese = read('README.zh-CN.md');

const BLOCK = /^```[\s\S]*?^```$/gm;
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, own]) => own);
const prose = (text: string) => text.replaceAll(BLOCK, '');

/** Where links lead, but for those between the two languages and those of images. */
const links = (text: string) =>
  all(prose(text), /(?<!!)\[[^\]]*\]\(([^)]+)\)/g)
    .filter((target) => !/^README/.test(target))
    .sort();
test.each([
  ['headings and their levels', (text: string) => all(prose(text), /^(#+) /gm)],
  ['code blocks, byte for byte', (text: string) => text.match(BLOCK)],
  ['links', links],
] as const)('the README is the same in both languages: %s', (_, partsOf) => {
  expect(partsOf(chinese)).toEqual(partsOf(english));
});

test('each leads to the other at its top', () => {
  expect(english.slice(0, 60)).toContain('(README.zh-CN.md)');
  expect(chinese.slice(0, 60)).toContain('(README.md)');
});
