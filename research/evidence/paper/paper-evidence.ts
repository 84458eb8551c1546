import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { writeFileWhole } from 'thetarank';
import { PUBLISHED_SCORES, PUBLISHED_SIZE } from 'thetarank/study';
import { fail, studyProgress, wholeNumber, workersOption } from '../../../src/cli/command-kit.ts';
import { openPaperFolder } from '../../paper/paper-folder.ts';
import { paperFiles } from '../../paper/report/paper-files.ts';
import { runPaperStudy } from '../../paper/run-paper-study.ts';
import { PARTS } from '../../paper/simulate/methods.ts';
import { blockAt } from '../../paper/simulate/paper-block.ts';
import { paperReport, paperTimes } from '../../paper/simulate/paper-report.ts';
import { codeKey } from '../code-key.ts';
import { PAGES, ROOT } from '../page-option.ts';
import { withIndexPart } from './index-part.ts';
import { paperEvidencePage } from './page.ts';

/** Seeds of the evidence. */
const SEEDS = 200;
const RECORDED_SEEDS = 20;
const LENGTHS = [20, 50, 100, 243, 500, 1000, 2000];
const PLOTS = { 'figure-11.svg': 'paper-figure-11.svg', 'by-length.svg': 'paper-by-length.svg' };

interface PaperEvidenceOptions {
  readonly seeds: number;
  readonly recordedSeeds: number;
  readonly workers?: number;
  readonly study: string;
  readonly out?: string;
}

/** The code that simulated a study, and when it began. */
interface Made {
  readonly code: string;
  readonly begun: string;
}

/** `npm run research -- paper`: the page, its plots, and the part of docs/evidence/README.md on Figure 11. */
export function addPaperEvidenceCommand(evidence: Command): void {
  evidence
    .command('paper-page')
    .description(
      'Does the published method give the published scores? 200 seeds take hours; it goes on where it was interrupted, by the same code.',
    )
    .option('--seeds <n>', 'seeds from 1', wholeNumber(1), SEEDS)
    .option(
      '--recorded-seeds <n>',
      'the first so many also with recorded answers; each takes as long as ten others',
      wholeNumber(0),
      RECORDED_SEEDS,
    )
    .addOption(workersOption())
    .addOption(
      new Option('--study <folder>', 'keep finished seeds there').default(
        join(ROOT, '.evidence/paper'),
        '.evidence/paper',
      ),
    )
    .option(
      '--out <folder>',
      'write the page and its plots there, and leave docs/evidence/README.md as it is',
    )
    .action(makePage);
}

async function makePage(options: PaperEvidenceOptions): Promise<void> {
  const { study: path, workers = availableParallelism(), out = PAGES } = options;
  const seeds = { published: options.seeds, recorded: options.recordedSeeds };
  if (seeds.recorded > seeds.published)
    fail('OPTIONS_CONFLICT', {
      options: '--recorded-seeds, --seeds',
      reason: `${seeds.recorded} of ${seeds.published} seeds; give at most as many.`,
    });
  const models = PUBLISHED_SCORES.map(({ model }) => model);
  const study = { items: PUBLISHED_SIZE, lengths: LENGTHS };
  const isBegun = existsSync(join(path, 'study.json'));
  const folder = openPaperFolder(path, study, models.length, isBegun);
  const needed = PARTS.flatMap((part) =>
    Array.from({ length: seeds[part] }, (_, k) => blockAt({ seed: k + 1, part })),
  );
  const made = madeBy(
    path,
    needed.every((block) => folder.blocks.includes(block)),
  );
  const blocks = await runPaperStudy(study, seeds, folder, workers, studyProgress());
  const report = paperReport(study, models, blocks);
  const times = paperTimes(models.length, blocks);
  const files = await paperFiles(report, times, blocks);
  for (const [name, as] of Object.entries(PLOTS))
    writeFileWhole(join(out, as), files.find((one) => one.name === name)!.text);
  writeFileWhole(join(out, 'paper.md'), paperEvidencePage(report, times, made));
  if (seeds.published === SEEDS && options.out === undefined) {
    const index = join(out, 'README.md');
    writeFileWhole(index, withIndexPart(readFileSync(index, 'utf8'), report));
  }
  console.log(`Written: paper.md and its plots in ${out}`);
}

/**
 * The code that simulates a study. Later code can also make the page of a complete study; the page names the code that
 * simulated it.
 * @throws OPTIONS_CONFLICT if another code began it and it is incomplete
 */
function madeBy(study: string, isWhole: boolean): Made {
  const file = join(study, 'code.json');
  const now: Made = { code: codeKey(), begun: new Date().toISOString().slice(0, 10) };
  if (!existsSync(file)) writeFileWhole(file, `${JSON.stringify(now)}\n`);
  const made = JSON.parse(readFileSync(file, 'utf8')) as Made;
  if (!isWhole && made.code !== now.code)
    fail('OPTIONS_CONFLICT', {
      options: '--study',
      reason: `${study} is by code ${made.code}; finish it by that, or name another folder.`,
    });
  return made;
}
