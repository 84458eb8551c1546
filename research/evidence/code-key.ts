import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './page-option.ts';

/** The paths that the figures depend on. The command line and the pages only show figures. */
const CODE = [
  ...['src', 'item-bank', 'calibration', 'sim', 'assets', 'package-lock.json'],
  ...['research/evidence/ranking/studies.ts', 'research/paper/simulate'],
  ...['research/evidence/orders/designs.ts'],
  ...['research/evidence/costs/drawn-costs.ts'],
];
/** Made of the figures themselves: `when` writes it in the middle of a run. */
const MADE = [':!assets/adaptive-or-random.json'];
const SHOWN = [':!src/cli', ':!src/charts'];

/**
 * A key for the code that makes the figures: the last commit that touched it and, if it has changed since, a hash of the
 * changes. Commits to documents and tests do not make results stale.
 *
 * @param shown pathspecs that exclude files without influence on the figures
 */
export function codeKey(shown: readonly string[] = SHOWN): string {
  const git = (...args: string[]) =>
    execFileSync('git', [...args, '--', ...CODE, ...MADE, ...shown], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
  const commit = git('log', '-1', '--format=%H').slice(0, 12);
  const changed = git('diff', 'HEAD', '--full-index');
  const added = git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean);
  if (changed === '' && added.length === 0) return commit;
  const hash = createHash('sha256').update(changed);
  for (const path of added) hash.update(`\n${path}\n`).update(readFileSync(join(ROOT, path)));
  return `${commit}-changed-${hash.digest('hex').slice(0, 8)}`;
}
