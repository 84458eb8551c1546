import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const MOST_TERMS = 60;

const page = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');
const [, , ...rows] = page.split('\n').filter((line) => line.startsWith('|'));
const cells = rows.map((row) => row.split(' | ').map((cell) => cell.replaceAll('|', '').trim()));
const terms = cells.map(([term]) => term);

test(`at most ${MOST_TERMS} terms, each once`, () => {
  expect(terms.length).toBeGreaterThan(0);
  expect(terms.length).toBeLessThanOrEqual(MOST_TERMS);
  expect(new Set(terms.map((term) => term.toLowerCase())).size).toBe(terms.length);
});

test('in alphabetical order', () => {
  expect(terms).toEqual(terms.toSorted((x, y) => x.localeCompare(y, 'en')));
});

test('each meaning ends as a sentence or a link does', () => {
  for (const [term, meaning] of cells) expect(meaning, term).toMatch(/[.)]$/);
});
