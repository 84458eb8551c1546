import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The folder of the evidence pages. */
export const PAGES = join(ROOT, 'docs/evidence');
/** The folder of kept results, which git ignores. */
export const KEPT = join(ROOT, '.evidence');
/** Recorded data beside the checkout. */
export const SHARED = join(ROOT, '../shared/data');

/** What figures depend on; the command line and pages only show them, and a study makes the file of cases itself. */
const CODE = [
  ...['src', 'item-bank', 'calibration', 'sim', 'assets', 'package-lock.json'],
  ...[':(glob)research/*.ts', ':(glob)research/evidence/*.ts'],
  ...[':!src/cli', ':!src/charts', ':!assets/adaptive-or-random.json', ':!research/**/*page.ts'],
];

/**
 * A key for the code that makes the figures of a study: the last commit that touched it and, if it has changed since, a hash of the
 * changes. Commits to documents and tests do not make results stale.
 */
export function codeKey(study: string, root = ROOT): string {
  const git = (...args: string[]) =>
    execFileSync('git', [...args, '--', ...CODE, `research/evidence/${study}`], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
  const commit = git('log', '-1', '--format=%H').slice(0, 12);
  const changed = git('diff', 'HEAD', '--full-index');
  const added = git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean);
  if (changed === '' && added.length === 0) return commit;
  const hash = createHash('sha256').update(changed);
  for (const path of added) hash.update(`\n${path}\n`).update(readFileSync(join(root, path)));
  return `${commit}-changed-${hash.digest('hex').slice(0, 8)}`;
}
