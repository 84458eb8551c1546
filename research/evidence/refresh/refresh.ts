import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { loadBuiltinBank, wasmEngine, writeFileWhole } from 'thetarank';
import { replicateDrift } from 'thetarank/study';
import { columnIndex, progressBar, readTable } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { CELLS, type Kept, seedOf } from './cells.ts';
import { refreshPage } from './page.ts';
import { REAL_STEPS, realDrift } from './real-drift.ts';

interface Options {
  readonly raw: string;
  readonly simulate: boolean;
  readonly out: string;
}

/** `npm run research -- refresh` */
export function addRefreshEvidenceCommand(evidence: Command): void {
  evidence
    .command('refresh')
    .description(
      'Does a refreshed calibration find items that drifted, keep its scale, and predict newer models better? On simulated drift, and on the bank ikp by dates of release. About half an hour on an idle core; it goes on from the results in --raw.',
    )
    .argument('<examinees.csv>', 'examinee and released: the dates of the models of ikp')
    .option('--raw <file>', 'keep the results there, JSON Lines', 'refresh-evidence.jsonl')
    .option('--no-simulate', 'make the page of the results that are there')
    .addOption(pageOption('refresh.md'))
    .action(makePage);
}

function makePage(dates: string, { raw, simulate, out }: Options): void {
  if (simulate) {
    const kept = keptIn(raw);
    const known = new Set(kept.map((one) => ('cell' in one ? `${one.cell} ${one.run}` : 'real')));
    const keep = (one: Kept) => appendFileSync(raw, `${JSON.stringify(one)}\n`);
    const most = Math.max(...CELLS.map(({ runs }) => runs));
    const tasks = Array.from({ length: most }, (_, k) => k + 1).flatMap((run) =>
      CELLS.filter(({ runs }) => run <= runs).map((cell) => ({ ...cell, run })),
    );
    const bar = progressBar();
    const engine = wasmEngine(1);
    bar.start(tasks.length + REAL_STEPS, 'recorded models');
    const released = datesOf(dates);
    const step = (name: string, isKept: boolean) => bar.advance(`recorded models: ${name}`, isKept);
    if (known.has('real')) for (let k = 0; k < REAL_STEPS; k++) step('kept', true);
    else
      keep({
        real: realDrift(loadBuiltinBank('ikp'), released, engine, (name) => step(name, false)),
      });
    for (const { name, run, design } of tasks) {
      const isKept = known.has(`${name} ${run}`);
      if (!isKept)
        keep({ cell: name, run, outcome: replicateDrift(seedOf(name, run), design, engine) });
      bar.advance(name, isKept);
    }
    bar.stop();
  }
  writeFileWhole(out, refreshPage(keptIn(raw)));
}

/** Dates of release by model. */
function datesOf(file: string): ReadonlyMap<string, string> {
  const header = 'with the columns examinee,released';
  const table = readTable(file, header);
  const [examinee, released] = ['examinee', 'released'].map((name) =>
    columnIndex(table, name, header),
  );
  return new Map(table.rows.map(({ cells }) => [cells[examinee], cells[released]]));
}

function keptIn(raw: string): Kept[] {
  if (!existsSync(raw)) return [];
  const lines = readFileSync(raw, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Kept]));
}
