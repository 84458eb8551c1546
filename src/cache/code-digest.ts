import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the numbers of a calibration and of a prepared test are computed, from the root of a checkout or of `dist`. */
const FOLDERS = ['calibration', 'item-bank', 'src/cat', 'src/irt', 'src/ranking', 'src/statistics'];
/** And programs that these draw on: the random streams decide folds and items. */
const FILES = ['src/random', 'src/present', 'src/canonical-json'];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let known: string | null = null;

/** A digest of the code that computes kept results: in a checkout the code changes while the version stays. */
export function codeDigest(): string {
  known ??= digestOfCode(ROOT, FOLDERS, FILES);
  return known;
}

/** A digest of the names and contents of all programs in some folders, and of some programs by their names without the ending. */
export function digestOfCode(
  root: string,
  folders: readonly string[],
  programs: readonly string[],
): string {
  const hash = createHash('sha256');
  const add = (name: string, content: Buffer) => {
    hash.update(`${name} ${content.byteLength}\n`).update(content);
  };
  for (const folder of folders) {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts'))
      .sort();
    for (const name of files) add(`${folder}/${name}`, readFileSync(join(root, folder, name)));
  }
  for (const program of programs) {
    const source = join(root, `${program}.ts`);
    add(program, readFileSync(existsSync(source) ? source : join(root, `${program}.js`)));
  }
  return hash.digest('hex');
}
