import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { writeFileWhole } from 'thetarank';
import { progressBar } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import {
  ABILITIES,
  KINDS,
  MISSING,
  PASS_ITEMS,
  PLANS,
  pass,
  plan,
  RUNS,
  recover,
  SIZES,
} from './cells.ts';
import { type Kept, noisePage, passCell, planCell, recoveryCell } from './page.ts';

/** `npm run research -- noise` */
export function addNoiseEvidenceCommand(evidence: Command): void {
  evidence
    .command('noise')
    .description(
      'Are variance components, planned errors and intervals of pass@k what they say? On simulated answers with known truth. About ten minutes; it goes on from the repetitions in --raw.',
    )
    .option('--raw <file>', 'keep the repetitions there, JSON Lines', 'noise-evidence.jsonl')
    .option('--no-simulate', 'make the page of the repetitions that are there')
    .addOption(pageOption('noise.md'))
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
  writeFileWhole(out, noisePage(keptIn(raw)));
}

/** One run of every cell after another: an interrupted study has the same number of repetitions in all. */
function allTasks() {
  const cells = [
    ...KINDS.flatMap((kind) =>
      SIZES.flatMap((sizes) =>
        MISSING.map((missing) => ({
          cell: recoveryCell(kind, sizes, missing),
          runs: RUNS.recovery,
          work: (run: number) => ({ recovery: recover(kind, sizes, missing, run) }),
        })),
      ),
    ),
    ...PLANS.map((_, which) => ({
      cell: planCell(which),
      runs: RUNS.plan,
      work: (run: number) => ({ plan: plan(which, run) }),
    })),
    ...ABILITIES.flatMap((_, ability) =>
      PASS_ITEMS.map((items) => ({
        cell: passCell(ability, items),
        runs: RUNS.pass,
        work: (run: number) => ({ pass: pass(ability, items, run) }),
      })),
    ),
  ];
  const most = Math.max(...Object.values(RUNS));
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
