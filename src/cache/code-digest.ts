import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the numbers of a calibration and of a prepared test are computed, from the root of a checkout or of `dist`. */
const FOLDERS = ['calibration', 'item-bank', 'src/cat', 'src/irt', 'src/ranking', 'src/statistics'];

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let known: string | null = null;

/** A digest of the code that computes kept results: in a checkout the code changes while the version stays. */
export function codeDigest(): string {
  known ??= digestOfFolders(ROOT, FOLDERS);
  return known;
}

/** A digest of the names and contents of all programs in some folders. */
export function digestOfFolders(root: string, folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[jt]s$/.test(name) && !name.endsWith('.d.ts'))
      .sort();
    for (const name of files) {
      const content = readFileSync(join(root, folder, name));
      hash.update(`${folder}/${name} ${content.byteLength}\n`).update(content);
    }
  }
  return hash.digest('hex');
}
