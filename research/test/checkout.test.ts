import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/files/temporary.ts';
import { codeKey } from '../checkout.ts';

const folder = temporaryFolder();
const change = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });

test('the key of kept results changes with all code of a study, and with nothing else', () => {
  const code = [
    ...['src/a.ts', 'package-lock.json', 'research/run-study.ts', 'research/evidence/data.ts'],
    'research/evidence/dif/replicate.ts',
  ];
  const others = [
    ...['src/cli/a.ts', 'docs/a.md', 'test/a.ts', 'research/test/a.ts', 'research/trial/a.ts'],
    ...['research/evidence/dif/page.ts', 'research/evidence/noise/noise.ts'],
  ];
  git('init', '-q');
  for (const path of [...code, ...others]) change(path, 'before');
  git('add', '.');
  git('commit', '-qm', 'all');
  const committed = codeKey('dif', folder);
  for (const path of others) change(path, 'after');
  expect(codeKey('dif', folder)).toBe(committed);
  const keys = code.map((path) => {
    change(path, 'after');
    return codeKey('dif', folder);
  });
  change('research/evidence/new.ts', '');
  keys.push(codeKey('dif', folder), codeKey('noise', folder));
  expect(new Set([committed, ...keys]).size).toBe(keys.length + 1);
});
