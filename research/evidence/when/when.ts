import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { lineChartSvg, type PostHocResult, postHoc, postHocSteps, writeFileWhole } from 'thetarank';
import { progressBar, wholeNumber, wholeNumbers } from '../../../src/cli/command-kit.ts';
import { PAGES, pageOption, ROOT } from '../page-option.ts';
import { FOLDS } from '../ranking/studies.ts';
import { addBankOptions, type BankOptions, readBank } from '../read-bank.ts';
import { casesText } from './cases.ts';
import { whenChart, whenPage } from './page.ts';

interface WhenOptions extends BankOptions {
  readonly sizes: readonly number[];
  readonly lengths: readonly number[];
  readonly seeds: number;
  readonly raw: string;
  readonly out: string;
}

/** The strategies of one bank and number of calibration models, as they are kept. */
export interface KeptRows {
  readonly bank: string;
  /** Models and items of the bank. */
  readonly examinees: number;
  readonly bankItems: number;
  /** Calibration models; 0 for all outside the fold. */
  readonly models: number;
  readonly seeds: number;
  readonly results: readonly PostHocResult[];
}

const STRATEGIES = ['robust', 'random-irt', 'random', 'paper'];

/** `npm run research -- when` */
export function addWhenCommand(evidence: Command): void {
  addBankOptions(
    evidence
      .command('when')
      .description(
        'When does an adaptive test beat random items? Errors by the number of calibration models and of items. Adds one bank to --raw, where it goes on from what is there, and makes the page of all banks in it, and, unless the page is written elsewhere, the file of cases that `rank` looks things up in.',
      ),
  )
    .optionsGroup('The tests:')
    .option(
      '--sizes <a,b>',
      'calibration models; 0 for all',
      wholeNumbers(0),
      [7, 10, 12, 20, 40, 80, 0],
    )
    .option('--lengths <a,b>', 'lengths of the tests', wholeNumbers(1), [20, 50, 100, 243, 500])
    .option(
      '--seeds <n>',
      'repetitions, each of five folds with a calibration of their own',
      wholeNumber(1),
      8,
    )
    .optionsGroup('Results:')
    .option('--raw <file>', 'keep the results there, JSON Lines', 'when-evidence.jsonl')
    .addOption(pageOption('adaptive-or-random.md'))
    .action(run);
}

async function run(options: WhenOptions): Promise<void> {
  const { raw, out } = options;
  addBank(options);
  const kept = keptIn(raw);
  writeFileWhole(out, whenPage(kept));
  // A page that is written elsewhere is a trial, whose cases are not shipped.
  if (resolve(dirname(out)) === PAGES)
    writeFileWhole(join(ROOT, 'assets/adaptive-or-random.json'), casesText(kept));
  writeFileWhole(join(dirname(out), 'adaptive-or-random.svg'), await lineChartSvg(whenChart(kept)));
}

function addBank({ sizes, lengths: asked, seeds, raw, ...options }: WhenOptions): void {
  const read = readBank(options);
  if (read === null) return;
  const { bank, families } = read;
  const { examinees, items: all } = bank.responses;
  const lengths = asked.filter((length) => length <= 0.6 * all.length);
  const known = new Set(keptIn(raw).map((kept) => [kept.bank, kept.models, kept.seeds].join(' ')));
  for (const count of sizes) {
    // A fifth of the models is tested: the others must be more than those that are drawn.
    if (count > 0.7 * examinees.length || known.has([bank.name, count, seeds].join(' '))) continue;
    const request = {
      bank,
      families,
      lengths,
      strategies: STRATEGIES,
      folds: FOLDS,
      seeds,
      seed: 1,
      ...(count === 0 ? {} : { calibrationModels: count }),
    };
    const bar = progressBar();
    bar.start(postHocSteps(request), `${bank.name}, ${count === 0 ? 'all' : count} models`);
    const { results } = postHoc(request, (doing) => bar.advance(doing));
    bar.stop();
    const kept: KeptRows = {
      bank: bank.name,
      examinees: examinees.length,
      bankItems: all.length,
      models: count,
      seeds,
      results,
    };
    appendFileSync(raw, `${JSON.stringify(kept)}\n`);
  }
}

function keptIn(raw: string): KeptRows[] {
  if (!existsSync(raw)) return [];
  const lines = readFileSync(raw, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as KeptRows]));
}
