// Writes docs/evidence/synthesis-record.md: what kill −9 at random moments and faults at a tenth of the requests leave of the
// record of `calibrate synthesize`.
//
//     npm run evidence:synthesis-record -- DIR
//     node scripts/synthesis-record-evidence.ts DIR --items 50 --kills 4 --out trial.md --json
//
// DIR is for databases and files, some 200 MB; it is made, and what an earlier run left there is replaced. It takes some
// twenty minutes on two cores.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { writeFileWhole } from '../src/files/write.ts';
import { writeExam } from '../test/e2e/live/exam.ts';
import { codeKey } from './evidence/code-key.ts';
import { compareRecords } from './synthesis-record/compare-records.ts';
import { keptAnswers } from './synthesis-record/kept-answers.ts';
import { isSound, type RecordSummary, recordPage } from './synthesis-record/record-page.ts';
import { type RecordStudy, runSynthesis } from './synthesis-record/run-synthesis.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    items: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '20' },
    json: { type: 'boolean', default: false },
    out: {
      type: 'string',
      default: fileURLToPath(new URL('../docs/evidence/synthesis-record.md', import.meta.url)),
    },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('name a folder for the databases');
mkdirSync(folder, { recursive: true });
const items = Number(values.items);
const kills = Number(values.kills);
const SEED = 20261122;
/** A tenth of the requests. Few of those that make a client ask less at a time: each would halve what is in flight. */
const FAULTS = { '429': 0.01, '500': 0.03, cut: 0.03, garbage: 0.03 };
const ABILITIES = { amber: 1.6, birch: 0.8, cedar: 0.1, dune: -0.6, elm: -1.3 };
/** Generations, debates and reflections of an item: 5 + 20 + 20. */
const CALLS = 45;

// Before anything runs: what is changed meanwhile is not what made the figures. The command line is a part of it.
const code = codeKey([':!src/charts']);
const exam = writeExam(folder, 'synthesis record', items, {}, 4);
const study: RecordStudy = {
  folder,
  exam,
  calls: CALLS * items,
  concurrency: 16,
  seed: SEED,
  setting: { items: exam.items, abilities: ABILITIES, faults: FAULTS, seed: SEED },
};
const say = (line: string) => console.error(line);
// At the same time: much of either is waiting.
const [calm, killed] = await Promise.all([
  runSynthesis(study, 'undisturbed', 0, say),
  runSynthesis(study, 'killed', kills, say),
]);
say('comparing');
const difference = compareRecords(
  await keptAnswers(calm.database, true),
  await keptAnswers(killed.database, true),
);
const read = (folder: string) => readFileSync(join(folder, 'responses.csv'), 'utf8');
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
writeFileWhole(values.out, page);
console.log(values.json ? JSON.stringify(summary, null, 2) : page);
if (!isSound(summary)) process.exitCode = 1;

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
