import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT, run, runOk } from './run.ts';

/** The package as a user gets it: packed from a copy of this checkout, and installed into an empty folder. */
const work = mkdtempSync(join(tmpdir(), 'thetarank-package-'));
const copy = join(work, 'checkout');
const user = join(work, 'user');
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** A copy, because packing builds `dist` anew, and other tests may do so at the same time. */
const LEFT_OUT = /^(node_modules|dist|coverage|\.git)(\/|$)/;
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
};
let packed: string[];

beforeAll(() => {
  cpSync(ROOT, copy, {
    recursive: true,
    filter: (from) => !LEFT_OUT.test(relative(ROOT, from)),
  });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  runOk('npm', ['pack', '--pack-destination', work, '--loglevel=error'], copy);
  const tarball = join(work, `thetarank-${version}.tgz`);
  packed = runOk('tar', ['-tzf', tarball]).trim().split('\n');
  mkdirSync(user);
  // Else npm installs into a folder above that has a package.json or node_modules.
  writeFileSync(join(user, 'package.json'), '{"private":true}\n');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  runOk('npm', ['install', ...quiet, tarball], user);
});

test('holds the compiled code, the banks and the licence, and neither sources nor tests', () => {
  const files = packed.map((path) => path.replace(/^package\//, ''));
  expect(files).toEqual(
    expect.arrayContaining([
      'package.json',
      'LICENSE',
      'README.md',
      'bin/thetarank.js',
      'dist/src/index.js',
      'dist/src/index.d.ts',
      'dist/src/cli/main.js',
      'assets/python/thetarank_client.py',
      'assets/web/index.html',
      'assets/banks/mmlu-pro.bank',
      'assets/banks/cruxeval-o.bank',
      'assets/banks/ikp.bank',
      'assets/banks/swebench-verified.bank',
      'assets/banks/climedbench.bank',
      'dist/item-bank/taxonomies/cmb.json',
    ]),
  );
  const expected =
    /^(package\.json|LICENSE|README(\.zh-CN)?\.md|CHANGELOG\.md|bin\/.*|assets\/.*|dist\/.*\.js|dist\/.*\.d\.ts|dist\/item-bank\/taxonomies\/[a-z]+\.json)$/;
  expect(files.filter((file) => !expected.test(file))).toEqual([]);
});

test('can be imported, and reads its banks', () => {
  writeFileSync(
    join(user, 'use.mjs'),
    `import { BUILTIN_BANKS, loadBuiltinBank } from 'thetarank';
     const banks = BUILTIN_BANKS.map((name) => [name, loadBuiltinBank(name).items.length]);
     console.log(JSON.stringify(Object.fromEntries(banks)));`,
  );
  const banks = JSON.parse(runOk(process.execPath, ['use.mjs'], user)) as unknown;
  expect(banks).toEqual({
    'mmlu-pro': 12_032,
    'cruxeval-o': 800,
    ikp: 1311,
    'swebench-verified': 500,
    climedbench: 33_735,
  });
});

test('has types of its own, which need no other types installed', () => {
  const use = `import { AdaptiveSession, type Bank, loadBuiltinBank, PUBLISHED, prepareBank } from 'thetarank';
    const bank: Bank = loadBuiltinBank('mmlu-pro');
    const session = new AdaptiveSession(prepareBank(bank.items, bank.parameters), PUBLISHED);
    export const place: number = session.next()[0].place;
    // @ts-expect-error: a bank has no such property.
    export const none = bank.nothing;`;
  writeFileSync(join(user, 'use.ts'), use);
  const options = ['--noEmit', '--strict', '--target', 'es2024', '--typeRoots', user];
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  for (const module of ['nodenext', 'preserve'])
    expect(run(tsc, [...options, '--module', module, 'use.ts'], user)).toMatchObject({
      status: 0,
      stdout: '',
    });
});

test('npx thetarank greets, --help lists the commands, --version is that of the package', () => {
  expect(runOk('npx', ['thetarank'], user)).toContain('npx thetarank rank --bank mmlu-pro');
  expect(runOk('npx', ['thetarank', '--help'], user)).toMatch(/^Usage: thetarank/);
  expect(runOk('npx', ['thetarank', '--version'], user).trim()).toBe(version);
});

test('makes a short form', () => {
  const form = runOk('npx', ['thetarank', 'form', '--bank', 'cruxeval-o', '--items', '10'], user);
  expect(form.trim().split('\n')).toHaveLength(10);
  expect(form).toMatch(/^crux-test-#\d+$/m);
});
