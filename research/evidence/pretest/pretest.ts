import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { writeFileWhole } from 'thetarank';
import { PRETEST_CHOICES, pretestStudy } from 'thetarank/study';
import { progressBar } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { DESIGN, type Kept, pretestPage, RUNS } from './page.ts';

/** `npm run research -- pretest` */
export function addPretestEvidenceCommand(evidence: Command): void {
  evidence
    .command('pretest')
    .description(
      'How fast do pretest items become calibrated, asked near their likely difficulty or of examinees at random? Simulated. About ten minutes; it goes on from the repetitions in --raw.',
    )
    .option('--raw <file>', 'keep the repetitions there, JSON Lines', 'pretest-evidence.jsonl')
    .option('--no-simulate', 'make the page of the repetitions that are there')
    .addOption(pageOption('pretest.md'))
    .action(makePage);
}

function makePage({ raw, simulate, out }: { raw: string; simulate: boolean; out: string }): void {
  if (simulate) {
    const known = new Set(keptIn(raw).map(({ choice, run }) => `${choice} ${run}`));
    const bar = progressBar();
    bar.start(RUNS * PRETEST_CHOICES.length, 'simulating');
    for (let run = 1; run <= RUNS; run++)
      for (const choice of PRETEST_CHOICES) {
        const isKept = known.has(`${choice} ${run}`);
        if (!isKept) {
          const looks = pretestStudy(`pretest-evidence/${run}`, choice, DESIGN);
          appendFileSync(raw, `${JSON.stringify({ choice, run, looks })}\n`);
        }
        bar.advance(choice, isKept);
      }
    bar.stop();
  }
  writeFileWhole(out, pretestPage(keptIn(raw)));
}

function keptIn(raw: string): Kept[] {
  if (!existsSync(raw)) return [];
  const lines = readFileSync(raw, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Kept]));
}
