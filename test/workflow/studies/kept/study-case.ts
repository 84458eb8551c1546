import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { folderFiles } from '../../../../src/shared-files/folder-files.ts';
import type { SharedFiles } from '../../../../src/shared-files/shared-files.ts';

export const STUDY_HEAD = JSON.stringify({ format: 'thetarank-test-length', fingerprint: 'x' });

export function digestOf(title: string): string {
  return JSON.stringify({
    kind: 'test-length',
    title,
    cells: 1,
    replications: 7,
    answer: [`The answer of ${title}.`],
    columns: ['length'],
    rows: [[12]],
    plots: [],
  });
}

/** The files of a finished study, each of them with the name of its run. */
export function finishedStudy(run: string): Record<string, string> {
  return {
    'study.json': STUDY_HEAD,
    'digest.json': digestOf(run),
    'report.html': `<p>${run}</p>`,
    'curve.csv': `length\n${run}\n`,
    'blocks/000000.json': '{"block":0}\n',
    'blocks/000001.json': '{"block":1}\n',
  };
}

export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'study-'));
}

export function writeFiles(folder: string, files: Record<string, string | Uint8Array>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Names and contents of all files of a folder. */
export function filesOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, name),
  );
  return Object.fromEntries(
    paths
      .filter((path) => lstatSync(path).isFile())
      .map((path) => [relative(folder, path), readFileSync(path, 'latin1')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** What is asked of shared files, and what may be done after each change of them. */
export interface Observed extends SharedFiles {
  readonly gets: string[];
  readonly puts: string[];
  readonly removals: string[];
  afterChange: (name: string) => Promise<void>;
}

export function observed(shared: SharedFiles): Observed {
  const all: Observed = {
    place: shared.place,
    gets: [],
    puts: [],
    removals: [],
    afterChange: async () => {},
    get(name) {
      all.gets.push(name);
      return shared.get(name);
    },
    async put(name, content) {
      const bytes = await shared.put(name, content);
      all.puts.push(name);
      await all.afterChange(name);
      return bytes;
    },
    async remove(name) {
      await shared.remove(name);
      all.removals.push(name);
      await all.afterChange(name);
    },
    list: (prefix) => shared.list(prefix),
  };
  return all;
}

export function sharedFolder(largest = 50_000_000): SharedFiles {
  let writers = 0;
  return folderFiles(join(emptyFolder(), 'files'), {
    largest,
    now: Date.now,
    unique: () => `w${writers++}`,
  });
}
