import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Option } from 'commander';

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The folder of the evidence pages. */
export const PAGES = join(ROOT, 'docs/evidence');
/** The folder of results that are kept for the next run; git ignores it. */
export const KEPT = join(ROOT, '.evidence');

/** `--out <file>`, of programs that write one page. @param name of the page, such as `flags.md` */
export function pageOption(name: string): Option {
  return new Option('--out <file>', 'write the page there').default(
    join(PAGES, name),
    `docs/evidence/${name}`,
  );
}
