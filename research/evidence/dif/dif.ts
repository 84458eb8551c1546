import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { wasmEngine, writeFileWhole } from 'thetarank';
import { progressBar } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { difPage } from './page.ts';
import {
  CURVES,
  difCell,
  type Kept,
  KINDS,
  type Kind,
  LEAK_FAMILIES,
  LEAK_RUNS,
  LEAKED,
  leakCell,
  replicateDif,
  replicateLeak,
  runsOf,
  SHIFTS,
  SIZES,
} from './replicate.ts';

/** `npm run research -- dif` */
export function addDifEvidenceCommand(evidence: Command): void {
  evidence
    .command('dif')
    .description(
      'How often do DIF tests find items that are harder for one group, and leaked items, and how often do they err? On simulated banks with known truth. About half an hour; it goes on from the repetitions in --raw.',
    )
    .option('--raw <file>', 'keep the repetitions there, JSON Lines', 'dif-evidence.jsonl')
    .option('--no-simulate', 'make the page of the repetitions that are there')
    .addOption(pageOption('dif.md'))
    .action(makePage);
}

function makePage({ raw, simulate, out }: { raw: string; simulate: boolean; out: string }): void {
  if (simulate) {
    const known = new Set(keptIn(raw).map(({ cell, run }) => `${cell} ${run}`));
    const tasks = allTasks();
    const bar = progressBar();
    bar.start(tasks.length, 'simulating');
    for (const { cell, run, work } of tasks) {
      const isKept = known.has(`${cell} ${run}`);
      if (!isKept) appendFileSync(raw, `${JSON.stringify({ cell, run, ...work() })}\n`);
      bar.advance(cell, isKept);
    }
    bar.stop();
  }
  writeFileWhole(out, difPage(keptIn(raw)));
}

/** One run of every cell after another: an interrupted study has the same number of repetitions in all. */
function allTasks() {
  const engine = wasmEngine(1);
  const cells = [
    ...SIZES.flatMap((perGroup) =>
      SHIFTS.flatMap((shift) =>
        (Object.keys(KINDS) as Kind[]).map((kind) => ({
          cell: difCell(kind, perGroup, shift),
          runs: runsOf(perGroup),
          work: (run: number) => ({ dif: replicateDif(kind, perGroup, shift, run, engine) }),
        })),
      ),
    ),
    ...LEAK_FAMILIES.flatMap((familySize) =>
      LEAKED.flatMap((leaked) =>
        CURVES.map((model) => ({
          cell: leakCell(familySize, leaked, model),
          runs: LEAK_RUNS,
          work: (run: number) => ({ leak: replicateLeak(familySize, leaked, model, run, engine) }),
        })),
      ),
    ),
  ];
  const most = Math.max(...cells.map(({ runs }) => runs));
  return Array.from({ length: most }, (_, k) => k + 1).flatMap((run) =>
    cells
      .filter(({ runs }) => run <= runs)
      .map(({ cell, work }) => ({ cell, run, work: () => work(run) })),
  );
}

function keptIn(raw: string): Kept[] {
  if (!existsSync(raw)) return [];
  const lines = readFileSync(raw, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Kept]));
}
