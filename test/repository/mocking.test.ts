import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../e2e/run.ts';
import { MOCKING } from '../mocking.ts';

test('files that put something else in the place of a module are those that run alone', () => {
  // Written so that this file is none of them.
  const mocks = new RegExp(`\\bvi\\.${'mock'}\\(`);
  const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `test/${path}`)
    .filter((path) => mocks.test(readFileSync(join(ROOT, path), 'utf8')));
  expect(files.sort()).toEqual([...MOCKING].sort());
});
