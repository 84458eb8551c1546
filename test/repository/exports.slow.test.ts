import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../scripts/check-exports.ts', import.meta.url));

function check(...folder: string[]): { status: number | null; lines: string[] } {
  const run = spawnSync(process.execPath, [SCRIPT, ...folder], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  return { status: run.status, lines: run.stdout.trim().split('\n') };
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Checks a small repository of these files, whose package starts `src/cli/main.ts`. */
function checkTree(files: Readonly<Record<string, string>>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-exports-'));
  folders.push(folder);
  const all = { 'package.json': '{ "scripts": { "start": "node src/cli/main.ts" } }', ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { status, lines } = check(folder);
  expect(status).toBe(lines[0].startsWith('exports: ') ? 0 : 1);
  return lines;
}

test('every export of this repository is used by another file', () => {
  const { status, lines } = check();
  expect(lines).toEqual([expect.stringMatching(/^exports: \d+, each used by another file$/)]);
  expect(status).toBe(0);
});

test('what nothing shipped imports is found, and what only tests use', () => {
  const lines = checkTree({
    'src/index.ts': "export { used } from './a.ts';\n",
    'src/cli/main.ts': "import { used } from '../a.ts';\nused();\n",
    'src/a.ts':
      "import { first } from './b.ts';\nexport const used = () => own(first);\n/** See own. */\nexport const own = (x: unknown) => x;\nexport const tested = 1;\n",
    // `second` is named in a comment only; `Shape` and `inner` serve their own file.
    'src/b.ts':
      'export interface Shape { a: 1 }\nexport interface Unused { a: 1 }\nexport const inner = (): Shape => ({ a: 1 });\nexport const first = inner();\n/** Unlike second. */\nexport const second = 2;\n',
    'src/dead.ts': 'export const dead = 1;\n',
    'test/a.test.ts':
      "import { tested } from '../src/a.ts';\nimport { inner } from '../src/b.ts';\nimport { dead } from '../src/dead.ts';\nconsole.log(tested, inner, dead);\n",
  });
  expect(lines).toEqual([
    'src/a.ts: exports own, which no other file imports',
    'src/a.ts: exports tested, which only tests use',
    'src/b.ts: exports Unused, which no other file imports',
    'src/b.ts: exports second, which no other file imports',
    'src/dead.ts: no shipped file imports it',
  ]);
});

test('workers, programs of the repository, loading by name and JSX count as use', () => {
  const lines = checkTree({
    'src/cli/main.ts':
      "const { lazy } = await import('../lazy.ts');\nlazy(new Worker(new URL('./worker.js', import.meta.url)));\n",
    'src/cli/worker.ts': "import * as all from '../all.ts';\nall.one();\n",
    'src/all.ts': 'export const one = () => 1;\nexport const two = 2;\n',
    'src/lazy.ts': 'export const lazy = (x: unknown) => x;\nexport type Kind = 1;\n',
    'src/web/main.tsx': "import { Page } from './page.tsx';\nexport const a = <Page />;\n",
    'src/web/page.tsx': 'export const Page = () => <p>it’s</p>;\n',
    'src/web/index.html': '<script src="/main.tsx"></script>\n',
    'scripts/schema.ts': "import { schema } from '../src/schema.ts';\nconsole.log(schema);\n",
    'src/schema.ts': 'export const schema = 1;\n',
  });
  expect(lines).toEqual(['exports: 6, each used by another file']);
});
