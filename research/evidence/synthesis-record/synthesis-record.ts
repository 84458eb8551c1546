import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { study, table } from '../../study.ts';
import { compareRecords } from './compare-records.ts';
import { keptAnswers } from './kept-answers.ts';
import { isSound, recordPage } from './record-page.ts';
import { type RecordStudy, runSynthesis } from './run-synthesis.ts';

const SEED = 20261122;
/** Faults in a tenth of the requests. Few of them make the client reduce its concurrency, because each such fault halves it. */
const FAULTS = { '429': 0.01, '500': 0.03, cut: 0.03, garbage: 0.03 };
const ABILITIES = { amber: 1.6, birch: 0.8, cedar: 0.1, dune: -0.6, elm: -1.3 };
/** Generations, debates and reflections of an item: 5 + 20 + 20. */
const CALLS = 45;

export const synthesisRecord = study({
  question:
    'Is the record of calibrate synthesize complete after kill −9 at random moments and faults at a tenth of the requests? Some twenty minutes on two cores.',
  page: 'synthesis-record.md',
  settings: { items: 2000, kills: 20 },
  waits: true,
  tables: ({ items, kills }) => ({ record: table([{ items, kills }], 1, compareRuns) }),
  write({ record: [{ results }] }, _, code) {
    const [summary] = results;
    if (!isSound(summary)) process.exitCode = 1;
    return recordPage(summary, code);
  },
});

/** An undisturbed run and one that is killed, at the same time, because each mostly waits. */
export async function compareRuns({ items, kills }: { items: number; kills: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-record-'));
  const study: RecordStudy = {
    ...{ folder, calls: CALLS * items, concurrency: 16, seed: SEED },
    setting: { items, abilities: ABILITIES, faults: FAULTS, seed: SEED },
  };
  try {
    const say = (line: string) => console.error(line);
    const [calm, killed] = await Promise.all([
      runSynthesis(study, 'undisturbed', 0, say),
      runSynthesis(study, 'killed', kills, say),
    ]);
    const read = (path: string) => readFileSync(join(path, 'responses.csv'), 'utf8');
    return {
      ...{ items, calls: study.calls, faults: FAULTS, concurrency: study.concurrency },
      undisturbed: figuresOf(calm),
      killed: figuresOf(killed),
      difference: compareRecords(
        await keptAnswers(calm.database, true),
        await keptAnswers(killed.database, true),
      ),
      isSameResponses: read(calm.out) === read(killed.out),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
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
