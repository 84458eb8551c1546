// Writes docs/paper-evidence.md, its plots and the part of README.md on the paper's Figure 11: the rapid assessment of CliMedBench
// on simulated banks of its shape. Run it with `npm run evidence:paper`; 200 seeds take hours, and it goes on where it was
// interrupted, as long as the code that makes the figures is the same.
//
//   npm run evidence:paper -- --seeds 3 --recorded-seeds 1 --out trial
//
// `--run` names the folder of the study (.evidence/paper). A study that is whole becomes a page by later code too: the page
// names the code that simulated it. With other --seeds than those of the evidence, or --out, README.md is left as it is. A recorded
// seed takes as long as ten others: with fewer of them the page says how many.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { PUBLISHED_SCORES, PUBLISHED_SIZE } from '../item-bank/builtin/climedbench-published.ts';
import { PARTS } from '../sim/paper/methods.ts';
import { blockAt } from '../sim/paper/paper-block.ts';
import { paperReport, paperTimes } from '../sim/paper/paper-report.ts';
import { paperFiles } from '../src/cli/simulate/paper/paper-files.ts';
import { studyProgress } from '../src/cli/simulate/study-interrupt.ts';
import { writeFileWhole } from '../src/files/write.ts';
import { openPaperFolder } from '../src/workflow/studies/paper/paper-folder.ts';
import { runPaperStudy } from '../src/workflow/studies/paper/run-paper-study.ts';
import { codeKey } from './evidence/code-key.ts';
import { paperEvidencePage } from './paper-evidence/page.ts';
import { withReadmePart } from './paper-evidence/readme-part.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SEEDS = 200;
const RECORDED_SEEDS = 20;
const LENGTHS = [20, 50, 100, 243, 500, 1000, 2000];

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: String(SEEDS) },
    'recorded-seeds': { type: 'string', default: String(RECORDED_SEEDS) },
    workers: { type: 'string', default: String(availableParallelism()) },
    run: { type: 'string', default: join(ROOT, '.evidence', 'paper') },
    out: { type: 'string' },
  },
});

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}

function wholeNumber(option: 'seeds' | 'recorded-seeds' | 'workers', least: number): number {
  const text = values[option];
  if (!/^\d{1,4}$/.test(text) || Number(text) < least)
    stop(`--${option}: found ${text}; accepted: a whole number from ${least}`);
  return Number(text);
}

/** What simulated a study, and when that began. */
interface Made {
  readonly code: string;
  readonly begun: string;
}

const seeds = { published: wholeNumber('seeds', 1), recorded: wholeNumber('recorded-seeds', 0) };
if (seeds.recorded > seeds.published) stop('--recorded-seeds: at most as many as --seeds');
const models = PUBLISHED_SCORES.map(({ model }) => model);
const study = { items: PUBLISHED_SIZE, lengths: LENGTHS };
const folder = openPaperFolder(values.run, study, models.length, true);
const file = join(values.run, 'code.json');
const now: Made = { code: codeKey(), begun: new Date().toISOString().slice(0, 10) };
if (!existsSync(file)) writeFileWhole(file, `${JSON.stringify(now)}\n`);
const made = JSON.parse(readFileSync(file, 'utf8')) as Made;
const needed = PARTS.flatMap((part) =>
  Array.from({ length: seeds[part] }, (_, k) => blockAt({ seed: k + 1, part })),
);
const isWhole = needed.every((block) => folder.blocks.includes(block));
if (!isWhole && made.code !== now.code)
  stop(`${values.run} is by code ${made.code}; finish it by that, or name another --run`);
const blocks = await runPaperStudy(
  study,
  seeds,
  folder,
  wholeNumber('workers', 1),
  studyProgress(),
);
const report = paperReport(study, models, blocks);
const times = paperTimes(models.length, blocks);
const out = values.out ?? join(ROOT, 'docs');
const files = await paperFiles(report, times, blocks);
const plots = { 'figure-11.svg': 'paper-figure-11.svg', 'by-length.svg': 'paper-by-length.svg' };
for (const [name, as] of Object.entries(plots))
  writeFileWhole(join(out, 'evidence', as), files.find((one) => one.name === name)!.text);
writeFileWhole(join(out, 'paper-evidence.md'), paperEvidencePage(report, times, made));
const isEvidence = seeds.published === SEEDS;
if (isEvidence && values.out === undefined) {
  const readme = join(ROOT, 'README.md');
  writeFileWhole(readme, withReadmePart(readFileSync(readme, 'utf8'), report));
}
console.log(`Written: paper-evidence.md and its plots in ${out}`);
