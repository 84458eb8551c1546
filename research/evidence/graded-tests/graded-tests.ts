import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { checkWritable, writeFileWhole } from 'thetarank';
import { progressBar } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { DATA, INNER_FOLDS, type Measured, measure, measureRobust, type Row } from './measure.ts';
import { gradedTestsPage } from './page.ts';

/** `npm run research -- graded-tests` */
export function addGradedTestsCommand(evidence: Command): void {
  evidence
    .command('graded-tests')
    .description(
      'Do adaptive tests on graded scores err less than random items, and do their intervals hold? On recorded scores. Some three minutes of processor time; it goes on from the banks in --raw.',
    )
    .argument('<matrices>', 'folder with algotune and ikp')
    .option('--raw <file>', 'keep the figures there, JSON Lines', 'graded-tests-evidence.jsonl')
    .option('--no-measure', 'make the page of the banks that are in --raw')
    .addOption(pageOption('graded-tests.md'))
    .action(makePage);
}

/** A line of the file of figures: the graded tests of a bank, or its robust tests. */
type Kept = { readonly graded: Measured } | { readonly name: string; readonly robust: Row[] };

function makePage(
  matrices: string,
  { raw, measure: isMeasured, out }: { raw: string; measure: boolean; out: string },
): void {
  checkWritable([raw, out]);
  const keep = (line: Kept) => appendFileSync(raw, `${JSON.stringify(line)}\n`);
  for (const data of isMeasured ? DATA : []) {
    const { graded, robust } = keptOf(raw, data.name);
    if (graded !== undefined && robust !== undefined) continue;
    const bar = progressBar();
    // Calibrations of the folds, as for the choice of the model, for intervals and for tests.
    bar.start(data.folds * (INNER_FOLDS + 3), data.name);
    const step = (doing: string) => bar.advance(`${data.name}: ${doing}`);
    if (graded === undefined) keep({ graded: measure(matrices, data, step) });
    if (robust === undefined)
      keep({ name: data.name, robust: measureRobust(matrices, data, step) });
    bar.stop();
  }
  const banks = DATA.flatMap(({ name }): Measured[] => {
    const { graded, robust = [] } = keptOf(raw, name);
    return graded === undefined ? [] : [{ ...graded, rows: [...graded.rows, ...robust] }];
  });
  writeFileWhole(out, gradedTestsPage(banks));
}

function keptOf(raw: string, name: string): { graded?: Measured; robust?: Row[] } {
  if (!existsSync(raw)) return {};
  const lines = readFileSync(raw, 'utf8').split('\n');
  const all = lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Kept]));
  const found: { graded?: Measured; robust?: Row[] } = {};
  for (const line of all)
    if ('graded' in line) {
      if (line.graded.name === name) found.graded = line.graded;
    } else if (line.name === name) found.robust = line.robust;
  return found;
}
