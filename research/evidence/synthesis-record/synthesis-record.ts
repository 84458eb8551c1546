import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { writeFileWhole } from 'thetarank';
import { wholeNumber } from '../../../src/cli/command-kit.ts';
import { codeKey } from '../code-key.ts';
import { pageOption } from '../page-option.ts';
import { compareRecords } from './compare-records.ts';
import { keptAnswers } from './kept-answers.ts';
import { isSound, type RecordSummary, recordPage } from './record-page.ts';
import { type RecordStudy, runSynthesis } from './run-synthesis.ts';

const SEED = 20261122;
/** Faults in a tenth of the requests. Few of them make the client reduce its concurrency, because each such fault halves it. */
const FAULTS = { '429': 0.01, '500': 0.03, cut: 0.03, garbage: 0.03 };
const ABILITIES = { amber: 1.6, birch: 0.8, cedar: 0.1, dune: -0.6, elm: -1.3 };
/** Generations, debates and reflections of an item: 5 + 20 + 20. */
const CALLS = 45;

interface RecordOptions {
  readonly items: number;
  readonly kills: number;
  readonly out: string;
  readonly json?: boolean;
}

/** `npm run research -- synthesis-record` */
export function addSynthesisRecordCommand(evidence: Command): void {
  evidence
    .command('synthesis-record')
    .description(
      'Is the record of calibrate synthesize complete after kill −9 at random moments and faults at a tenth of the requests? Some twenty minutes on two cores.',
    )
    .argument(
      '<folder>',
      'for databases and files, some 200 MB; what an earlier run left is replaced',
    )
    .option('--items <n>', 'items of the bank', wholeNumber(1), 2000)
    .option('--kills <n>', 'how often it is killed', wholeNumber(0), 20)
    .addOption(pageOption('synthesis-record.md'))
    .option('--json', 'print JSON')
    .action(makePage);
}

async function makePage(
  folder: string,
  { items, kills, out, json = false }: RecordOptions,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  // Read before the runs, because later changes did not make the figures. The command line is part of the key.
  const code = codeKey([':!src/charts']);
  const study: RecordStudy = {
    folder,
    calls: CALLS * items,
    concurrency: 16,
    seed: SEED,
    setting: { items, abilities: ABILITIES, faults: FAULTS, seed: SEED },
  };
  const say = (line: string) => console.error(line);
  // Both at the same time, because each mostly waits.
  const [calm, killed] = await Promise.all([
    runSynthesis(study, 'undisturbed', 0, say),
    runSynthesis(study, 'killed', kills, say),
  ]);
  say('comparing');
  const difference = compareRecords(
    await keptAnswers(calm.database, true),
    await keptAnswers(killed.database, true),
  );
  const read = (path: string) => readFileSync(join(path, 'responses.csv'), 'utf8');
  const summary: RecordSummary = {
    code,
    items,
    calls: study.calls,
    faults: FAULTS,
    concurrency: study.concurrency,
    undisturbed: figuresOf(calm),
    killed: figuresOf(killed),
    difference,
    isSameResponses: read(calm.out) === read(killed.out),
  };
  const page = recordPage(summary);
  writeFileWhole(out, page);
  console.log(json ? JSON.stringify(summary, null, 2) : page);
  if (!isSound(summary)) process.exitCode = 1;
}

function figuresOf(run: Awaited<ReturnType<typeof runSynthesis>>) {
  const { kills, answered, askedTwice, askedAgain, forgotten, seconds, memory } = run;
  return {
    kills: kills.map(({ kept }) => kept),
    answered,
    askedTwice,
    askedAgain,
    forgotten,
    seconds,
    memory,
  };
}
