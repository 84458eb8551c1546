import { fork } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CHAPTERS } from './cases.ts';
import { coverage } from './coverage.ts';
import { difference } from './difference.ts';
import { keepLibrary } from './library.ts';

/** `npm run corpus`: runs all cases, and replaces the kept outputs or, with `--check`, compares them. See CONTRIBUTING.md. */
const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
});
const EXPECTED = fileURLToPath(new URL('expected', import.meta.url));
/** Lines of differences that are shown, of one file and of all. */
const SHOWN = { file: 30, all: 400 };

const { missing, options, used } = await coverage(CHAPTERS);
for (const line of missing) console.error(line);
console.error(`${used} of ${options} options of commands stand in a case.`);

/** The chapter of the public types, which are no case. */
const LIBRARY = 'library';
const isChosen = (name: string) => new RegExp(values.only).test(name);
const chosen = CHAPTERS.filter(({ name }) => isChosen(name));
if (chosen.length === 0 && !isChosen(LIBRARY)) {
  console.error(
    `--only: no chapter matches; there are ${[...CHAPTERS.map(({ name }) => name), LIBRARY].join(', ')}.`,
  );
  process.exit(2);
}
const found = mkdtempSync(join(tmpdir(), 'thetarank-corpus-found-'));
try {
  const failed = await runChapters();
  if (isChosen(LIBRARY)) keepLibrary(found);
  const names = [...chosen.map(({ name }) => name), ...(isChosen(LIBRARY) ? [LIBRARY] : [])];
  // A chapter that failed has only a part of its outputs: nothing is put in place of those that are kept.
  const differs = values.check ? compare(names) : !failed && replace(names);
  process.exitCode = failed || missing.length > 0 || differs ? 1 : 0;
} finally {
  rmSync(found, { recursive: true, force: true });
}

/** As many chapters at once as there are threads. @returns whether one failed */
async function runChapters(): Promise<boolean> {
  const queue = [...chosen];
  const all = chosen.reduce((sum, { cases }) => sum + cases.length, 0);
  const began = performance.now();
  let [over, shown, cpu] = [0, began, 0];
  let hasFailed = false;
  const step = (name: string) => {
    over++;
    const now = performance.now();
    if (now - shown < 2000) return;
    shown = now;
    const left = Math.ceil(((now - began) * (all - over)) / over / 1000);
    console.error(`${over} of ${all} cases, about ${left} s left: ${name}`);
  };
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { code, seconds } = await runChapter(next.name, step);
      cpu += seconds;
      if (code === 0) continue;
      hasFailed = true;
      console.error(`chapter ${next.name} ended with exit code ${code}`);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Number(values.threads)) }, work));
  console.error(
    `${over} cases in ${Math.round((performance.now() - began) / 1000)} s, ${Math.round(cpu)} CPU-seconds`,
  );
  return hasFailed;
}

/** In a process of its own, with none of the settings of whoever runs it: time zone, language, width, database. */
function runChapter(
  name: string,
  step: (name: string) => void,
): Promise<{ code: number | null; seconds: number }> {
  const { PATH = '', TMPDIR = tmpdir() } = process.env;
  const env = {
    PATH,
    TMPDIR,
    TZ: 'UTC',
    LANG: 'C',
    CI: 'true',
  };
  const child = fork(new URL('./chapter.ts', import.meta.url), [name, found], {
    env: env as unknown as NodeJS.ProcessEnv,
    execArgv: [
      '--conditions=thetarank:source',
      ...['--import', new URL('./stand-still.ts', import.meta.url).href],
    ],
  });
  let seconds = 0;
  child.on('message', (message: { over?: string; seconds?: number }) => {
    if (message.over !== undefined) step(message.over);
    seconds = message.seconds ?? seconds;
  });
  return new Promise((resolve) => child.on('exit', (code) => resolve({ code, seconds })));
}

/** Puts the outputs of chapters in the place of those that are kept. */
function replace(chapters: readonly string[]): boolean {
  const kept = [...CHAPTERS.map(({ name }) => name), LIBRARY];
  for (const name of existsSync(EXPECTED) ? readdirSync(EXPECTED) : [])
    if (chapters.includes(name) || !kept.includes(name))
      rmSync(join(EXPECTED, name), { recursive: true });
  for (const name of readdirSync(found))
    cpSync(join(found, name), join(EXPECTED, name), { recursive: true });
  const files = [...filesIn(EXPECTED).values()];
  const bytes = files.reduce((sum, path) => sum + readFileSync(path).byteLength, 0);
  console.log(
    `corpus/expected has ${files.length} files of ${Math.round(bytes / 1000)} kB. Read what changed: git diff corpus/expected`,
  );
  return false;
}

/** Says which outputs differ from those that are kept. */
function compare(chapters: readonly string[]): boolean {
  const [kept, given] = [new Map<string, string>(), new Map<string, string>()];
  for (const name of chapters) {
    for (const [path, file] of filesIn(join(EXPECTED, name))) kept.set(join(name, path), file);
    for (const [path, file] of filesIn(join(found, name))) given.set(join(name, path), file);
  }
  const names = [...new Set([...kept.keys(), ...given.keys()])].sort();
  const different = names.flatMap((name) => {
    const [before, after] = [kept, given]
      .map((files) => files.get(name))
      .map((file) => (file === undefined ? null : readFileSync(file)));
    return before !== null && after !== null && before.equals(after)
      ? []
      : [{ name, before, after }];
  });
  let left = SHOWN.all;
  for (const { name, before, after } of different) {
    console.log(
      `${before === null ? 'new' : after === null ? 'gone' : 'differs'}: corpus/expected/${name}`,
    );
    if (before === null || after === null || left <= 0) continue;
    const lines = difference(
      before.toString(),
      after.toString(),
      Math.min(SHOWN.file, left),
      extname(name),
    );
    left -= lines.length;
    for (const line of lines) console.log(`  ${line}`);
  }
  if (different.length === 0)
    console.log(`All ${names.length} outputs are as kept in corpus/expected.`);
  else
    console.log(
      `${different.length} of ${names.length} outputs differ. If they are meant to, accept them with npm run corpus, and read git diff corpus/expected.`,
    );
  return different.length > 0;
}

/** Paths of files by their names within a folder. */
function filesIn(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), path]),
  );
}
