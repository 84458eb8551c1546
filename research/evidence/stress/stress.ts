import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { writeFileWhole } from 'thetarank';
import { progressBar } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { stressPage } from './page.ts';
import {
  type EffectOutcome,
  type Family,
  FINE,
  FINE_RUNS,
  KINDS,
  type Kind,
  LARGE,
  PRECISION,
  RUNS,
  replicateStress,
  SIZES,
} from './replicate.ts';

/** A run as it is kept. */
export interface KeptStress {
  readonly kind: Kind;
  readonly size: number;
  readonly family: Family;
  readonly precision: number;
  readonly run: number;
  readonly effects: readonly EffectOutcome[];
}

/** `npm run research -- stress` */
export function addStressEvidenceCommand(evidence: Command): void {
  evidence
    .command('stress')
    .description(
      'Does thetarank stress find effects of known size, how often does it find effects that are none, and how many items does it need? On simulated models. About a quarter of an hour; it goes on from the runs in --raw.',
    )
    .option('--raw <file>', 'keep the runs there, JSON Lines', 'stress-evidence.jsonl')
    .option('--no-simulate', 'make the page of the runs that are there')
    .addOption(pageOption('stress.md'))
    .action(makePage);
}

async function makePage(options: { raw: string; simulate: boolean; out: string }): Promise<void> {
  const { raw, simulate, out } = options;
  if (simulate) {
    const known = new Set(keptIn(raw).map(nameOf));
    const tasks = allTasks().filter((task) => !known.has(nameOf(task)));
    const bar = progressBar();
    bar.start(tasks.length, 'simulating');
    for (const task of tasks) {
      const { kind, size, family, precision, run } = task;
      const effects = await replicateStress(kind, size, family, precision, run);
      appendFileSync(raw, `${JSON.stringify({ ...task, effects })}\n`);
      bar.advance(`${kind} scores, ${size} items`);
    }
    bar.stop();
  }
  writeFileWhole(out, stressPage(keptIn(raw)));
}

function allTasks(): Omit<KeptStress, 'effects'>[] {
  // One run of every kind after another: an interrupted study has the same number of all.
  return Array.from({ length: RUNS }, (_, k) => k + 1).flatMap((run) =>
    KINDS.flatMap((kind) =>
      SIZES.flatMap((size) =>
        (['planted', 'null'] as const).flatMap((family) => [
          { kind, size, family, precision: PRECISION, run },
          ...(size === LARGE && family === 'planted' && run <= FINE_RUNS
            ? [{ kind, size, family, precision: FINE, run }]
            : []),
        ]),
      ),
    ),
  );
}

function nameOf(task: Omit<KeptStress, 'effects'>): string {
  const { kind, size, family, precision, run } = task;
  return `${kind} ${size} ${family} ${precision} ${run}`;
}

function keptIn(raw: string): KeptStress[] {
  if (!existsSync(raw)) return [];
  const lines = readFileSync(raw, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as KeptStress]));
}
