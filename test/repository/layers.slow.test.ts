import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../scripts/check-layers.ts', import.meta.url));

function check(...folder: string[]): { status: number | null; lines: string[] } {
  const run = spawnSync(process.execPath, [SCRIPT, ...folder], { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  return { status: run.status, lines: run.stdout.trim().split('\n') };
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Checks a small repository of these files. */
function checkTree(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-layers-'));
  folders.push(folder);
  const all = {
    'package.json': JSON.stringify({
      dependencies: { zod: '1' },
      devDependencies: { vitest: '1' },
    }),
    'src/errors.ts': 'export const fail = 1;\n',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return check(folder);
}

describe('allowed imports', () => {
  test('texts of the dashboard are no code: its imports are read all the same', () => {
    const { status, lines } = checkTree({
      'src/api/a.ts': 'export const a = 1;\n',
      'src/web/app.tsx':
        "import { render } from 'preact';\nimport type { a } from '../api/a.ts';\nexport { App } from './part.tsx';\nimport('node:fs');\nrender(<p>don't</p>);\n",
      'src/web/part.tsx':
        "import { x } from '../server/x.ts';\nexport const App = () => <p>it's {x}</p>;\n",
      'src/server/x.ts': 'export const x = 1;\n',
    });
    expect(lines).toEqual([
      'src/web/app.tsx: imports node:fs: src/web runs in a browser',
      'src/web/part.tsx: imports ../server/x.ts: src/server lies beside src/web, in the same layer',
    ]);
    expect(status).toBe(1);
  });

  test('the own folder, lower layers, node:crypto, assets, dependencies', () => {
    const { status, lines } = checkTree({
      'src/irt/p.ts': "import { fail } from '../../src/errors.ts';\nexport const p = fail;\n",
      'src/cat/a.ts':
        "import { createHash } from 'node:crypto';\nimport { p } from '../irt/p.ts';\nexport { b } from './deep/b.ts';\nexport const a = [createHash, p];\n",
      'src/cat/deep/b.ts': 'export const b = 1;\n',
      'src/cli/main.ts':
        "import 'zod';\nimport { readFileSync } from 'node:fs';\nimport { a } from '../cat/a.ts';\nexport default [readFileSync, a, import.meta.resolve('#assets/x'), Date.now()];\n",
    });
    expect(lines).toEqual(['layers: 5 files and 8 imports, none against the direction']);
    expect(status).toBe(0);
  });

  test('a research program: its folder, the public API by name, packages, modules of Node', () => {
    const { status, lines } = checkTree({
      'src/index.ts': '',
      'research/package.json': JSON.stringify({ dependencies: { zod: '1' } }),
      'research/a/a.ts':
        "import 'node:fs';\nimport 'zod';\nimport '../b/b.ts';\nimport 'thetarank';\nimport 'thetarank/study';\n",
      'research/b/b.ts': '',
      'research/test/a.test.ts': "import '../../src/errors.ts';\n",
      'scripts/other.ts': "import '../src/errors.ts';\n",
    });
    expect(lines).toEqual(['layers: 4 files and 5 imports, none against the direction']);
    expect(status).toBe(0);
  });

  test('a cycle of types, and forbidden names in comments, strings and as properties', () => {
    const { status } = checkTree({
      'src/irt/a.ts': "import { b } from './b.ts';\nexport type A = 1;\nexport const a = b;\n",
      'src/irt/b.ts':
        "import type { A } from './a.ts';\n// import x from 'node:fs'; Date.now()\nexport const b = { Date: 1 as A }.Date;\nexport const s = 'Math.random()', m = Math.abs(`process`.length);\n",
    });
    expect(status).toBe(0);
  });
});

describe.each([
  [
    'a higher layer',
    {
      'src/irt/a.ts': "import type { B } from '../cat/b.ts';",
      'src/cat/b.ts': 'export type B = 1;',
    },
    ['src/irt/a.ts: imports ../cat/b.ts: src/cat lies above src/irt'],
  ],
  [
    'a folder of the same layer',
    { 'src/cat/a.ts': "export * from '../../calibration/fit/b.ts';", 'calibration/fit/b.ts': '' },
    [
      'src/cat/a.ts: imports ../../calibration/fit/b.ts: calibration lies beside src/cat, in the same layer',
    ],
  ],
  [
    'a dynamic import',
    { 'src/irt/a.ts': "export const b = () => import('../cli/b.ts');", 'src/cli/b.ts': '' },
    ['src/irt/a.ts: imports ../cli/b.ts: src/cli lies above src/irt'],
  ],
  [
    'a type named in place',
    { 'src/irt/a.ts': "export type A = import('../cli/b.ts').B;", 'src/cli/b.ts': '' },
    ['src/irt/a.ts: imports ../cli/b.ts: src/cli lies above src/irt'],
  ],
  [
    'the public API from below',
    { 'src/cli/a.ts': "import '../index.ts'; import 'thetarank';", 'src/index.ts': '' },
    [
      'src/cli/a.ts: imports ../index.ts: src/index.ts lies beside src/cli, in the same layer',
      'src/cli/a.ts: imports thetarank: the package is imported by no file of its own',
    ],
  ],
  [
    'what is inside of the package, by a research program',
    {
      'src/index.ts': "import './study.ts';",
      'src/study.ts': "import '../research/a.ts';",
      'research/a.ts':
        "import type { fail } from '../src/errors.ts';\nimport('../src/cli/b.ts');\nexport * from '../scripts/other.ts';\nimport '../test/c.ts';\nimport 'thetarank/src/b.ts';\nimport 'vitest';",
      'src/cli/b.ts': '',
      'scripts/other.ts': '',
      'test/c.ts': '',
    },
    [
      ...[
        '../src/errors.ts',
        '../src/cli/b.ts',
        '../scripts/other.ts',
        '../test/c.ts',
        'thetarank/src/b.ts',
        'vitest',
      ].map(
        (path) =>
          `research/a.ts: imports ${path}: research imports its own folder, thetarank, thetarank/study, packages of research/package.json and modules of Node`,
      ),
      'src/index.ts: imports ./study.ts: src/study.ts lies beside src/index.ts, in the same layer',
      'src/study.ts: imports ../research/a.ts: shipped code imports only from src, item-bank, calibration, sim',
    ],
  ],
  [
    'a file outside the layers, and a test',
    { 'src/new/a.ts': '', 'sim/b.ts': "import '../test/c.ts';", 'test/c.ts': '' },
    [
      'sim/b.ts: imports ../test/c.ts: shipped code imports only from src, item-bank, calibration, sim',
      'src/new/a.ts: no layer: name its folder in LAYERS of scripts/check-layers.ts',
    ],
  ],
  [
    'a module of Node or a package in pure code',
    { 'calibration/fit/a.ts': "import 'node:fs';\nimport 'zod';\nimport 'node:perf_hooks';" },
    [
      'calibration/fit/a.ts: imports node:fs: calibration is pure and imports no module of Node but node:crypto',
      'calibration/fit/a.ts: imports zod: calibration is pure and does not list that package',
      'calibration/fit/a.ts: imports node:perf_hooks: calibration is pure and imports no module of Node but node:crypto',
    ],
  ],
  [
    'clock, chance and environment in pure code',
    {
      'src/irt/a.ts':
        "export const t = Date.now() + new Date().getTime();\nexport const r = Math.random();\nexport const e = process.env['X'];\nexport const p = performance.now();\nexport const { random } = globalThis.Math;\nsetTimeout(() => {}, 1);",
    },
    [
      'src/irt/a.ts: mentions Date on line 1: src/irt is pure',
      'src/irt/a.ts: mentions Date on line 1: src/irt is pure',
      'src/irt/a.ts: mentions Math.random on line 2: src/irt is pure',
      'src/irt/a.ts: mentions process on line 3: src/irt is pure',
      'src/irt/a.ts: mentions performance on line 4: src/irt is pure',
      'src/irt/a.ts: mentions globalThis on line 5: src/irt is pure',
      'src/irt/a.ts: mentions setTimeout on line 6: src/irt is pure',
    ],
  ],
  [
    'a development dependency in shipped code',
    { 'src/cli/a.ts': "import 'vitest';\nimport 'fs';\nimport '@types/node/x';" },
    ['vitest', 'fs', '@types/node/x'].map(
      (name) =>
        `src/cli/a.ts: imports ${name}: shipped code imports modules of Node (as node:…) and the dependencies of package.json`,
    ),
  ],
  [
    'a cycle at run time',
    {
      'src/irt/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
      'src/irt/b.ts': "export * from './c.ts';\nexport const b = 1;\n",
      'src/irt/c.ts': "import { type A } from './a.ts';\nexport const c = 1;\n",
    },
    ['src/irt/a.ts: imports itself: src/irt/a.ts → src/irt/b.ts → src/irt/c.ts → src/irt/a.ts'],
  ],
])('%s', (_, files, expected) => {
  test('is found', () => {
    const { status, lines } = checkTree(files);
    expect(lines.sort()).toEqual([...expected].sort());
    expect(status).toBe(1);
  });
});
