import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { runTasks, writeFileWhole } from 'thetarank';
import { PAGES, ROOT } from './checkout.ts';
import { Keeper } from './keep.ts';
import type { Given, Page, Replicated, Settings, Study } from './study.ts';

export interface StudyRun {
  readonly name: string;
  readonly given: Given<Settings>;
  /** Names the code that makes the results. */
  readonly code: string;
  /** Folders of kept results and of pages. */
  readonly kept: string;
  readonly out: string;
  /** At most this many repetitions of each cell, and only cells whose text matches; null for all. */
  readonly runs: number | null;
  readonly only: RegExp | null;
  /** Threads; 0 for this one. */
  readonly workers: number;
  say(line: string): void;
}

/** One repetition of one cell, by table and place of the cell. */
export interface Task {
  readonly table: string;
  readonly place: number;
  readonly run: number;
}

/** What threads are told of a study. */
export interface StudyWork {
  readonly name: string;
  readonly given: Given<Settings>;
}

/** Does the repetitions that are not kept yet, and writes the page of all. @returns their results, by table */
export async function runStudy(
  study: Study,
  run: StudyRun,
): Promise<Record<string, Replicated<unknown, unknown>[]>> {
  const { name, given, code, kept, out, say } = run;
  // Results of other settings or data are others: a quick try must not pass for the whole.
  const settings = createHash('sha256').update(JSON.stringify(given)).digest('hex').slice(0, 8);
  const keeper = new Keeper(join(kept, code, `${name}-${settings}.jsonl`));
  const tables = study.tables(given);
  const tasks = tasksOf(tables, run);
  const keyOf = ({ table, place, run }: Task) =>
    `${table} ${JSON.stringify(tables[table].cells[place])} ${run}`;
  const missing = tasks.filter((task) => !keeper.has(keyOf(task)));
  say(`${name}: ${tasks.length} repetitions, ${tasks.length - missing.length} of them kept.`);
  const progress = progressOf(missing.length, say);
  await runTasks(
    {
      from: import.meta.url,
      worker: 'worker.ts',
      data: { name, given } satisfies StudyWork,
      open:
        () =>
        ({ table, place, run }: Task) =>
          tables[table].run(tables[table].cells[place], run),
    },
    missing,
    study.waits ? 0 : run.workers,
    (task, result) => {
      keeper.keep(keyOf(task), result);
      progress(keyOf(task));
    },
  );
  const results: Record<string, Replicated<unknown, unknown>[]> = {};
  for (const [table, { cells }] of Object.entries(tables))
    results[table] = cells.flatMap((cell, place) => {
      const own = tasks.filter((task) => task.table === table && task.place === place);
      return own.length === 0
        ? []
        : [{ cell, results: own.map((task) => keeper.get(keyOf(task))) }];
    });
  writePage(await study.write(results as never, given, code), name, out, study.page);
  return results;
}

/** One repetition of each cell after another: an interrupted study has the same number of all. */
function tasksOf(tables: ReturnType<Study['tables']>, { runs, only }: StudyRun): Task[] {
  const cells = Object.entries(tables).flatMap(([table, of]) =>
    of.cells.map((cell, place) => ({
      table,
      place,
      text: `${table} ${JSON.stringify(cell)}`,
      runs: Math.min(of.runs(cell), runs ?? Number.POSITIVE_INFINITY),
    })),
  );
  const chosen = cells.filter(({ text }) => only?.test(text) ?? true);
  const most = Math.max(0, ...chosen.map(({ runs }) => runs));
  return Array.from({ length: most }, (_, k) => k + 1).flatMap((run) =>
    chosen.flatMap(({ table, place, runs }) => (run <= runs ? [{ table, place, run }] : [])),
  );
}

/** Writes a page, with who made it below its title. */
function writePage(page: Page, name: string, folder: string, file: string): void {
  const { text, files, assets = {} } = typeof page === 'string' ? { text: page, files: {} } : page;
  const made = `Made by \`npm run research -- ${name}\`; do not edit by hand.`;
  const named = text.replace(/^# .*\n/, (title) => `${title}\n${made}\n`);
  for (const [other, content] of Object.entries({ [file]: named, ...files }))
    writeFileWhole(join(folder, other), content);
  if (folder !== PAGES) return;
  for (const [asset, content] of Object.entries(assets))
    writeFileWhole(join(ROOT, 'assets', asset), content);
}

/** Says from time to time how much is done, and how long the rest takes at this speed. */
function progressOf(all: number, say: (line: string) => void): (doing: string) => void {
  const begun = performance.now();
  let [done, shown] = [0, begun];
  return (doing) => {
    done++;
    const now = performance.now();
    if (now - shown < 10_000 && done < all) return;
    shown = now;
    const left = Math.ceil(((now - begun) * (all - done)) / done / 60_000);
    say(`${done} of ${all}, ${left} min left: ${doing.slice(0, 100)}`);
  };
}
