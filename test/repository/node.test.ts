import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('the tests run on the Node that package.json pins, even if another Node started npm', () => {
  const file = fileURLToPath(new URL('../../package.json', import.meta.url));
  const { devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    devDependencies: { node: string };
  };
  expect(process.versions.node).toBe(devDependencies.node);
});
