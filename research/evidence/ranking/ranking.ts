import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { writeFileWhole } from 'thetarank';
import { fail, names, wholeNumber } from '../../../src/cli/command-kit.ts';
import { codeKey } from '../code-key.ts';
import { KEPT, PAGES } from '../page-option.ts';
import { pageOf } from './page.ts';
import { plotFile, plotOf } from './plots.ts';
import { progressOf } from './report-progress.ts';
import { resultFile, runStudies } from './run-studies.ts';
import { allStudies, type Study } from './studies.ts';

interface RankingOptions {
  readonly only?: readonly string[];
  readonly seeds?: number;
  readonly parallel: number;
  readonly kept: string;
  readonly out?: string;
}

const NOTES = `
With --only or --seeds the page goes to .evidence/trial, unless --out names another folder. Studies by two versions of the code do
not get onto one page: where the code is edited meanwhile, run it in a worktree of its own.

Example:
  npm run research -- ranking --only mmlu-pro-family,cruxeval-o --seeds 1`;

/** `npm run research -- ranking`: every strategy at every length on the built-in banks, and what follows from it. */
export function addRankingCommand(evidence: Command): void {
  evidence
    .command('ranking')
    .description(
      'How well does each strategy predict scores and ranks, at each length, on the built-in banks? Half an hour to an hour; it goes on where it was interrupted, by the same code.',
    )
    .option('--only <names>', 'these studies and banks alone, separated by commas', names)
    .option('--seeds <n>', 'at most so many repetitions of each study', wholeNumber(1))
    .option('--parallel <n>', 'studies at a time', wholeNumber(1), 2)
    .addOption(new Option('--kept <folder>', 'keep results there').default(KEPT, '.evidence'))
    .option('--out <folder>', 'write the page and its plots there')
    .addHelpText('after', NOTES)
    .action(makePage);
}

async function makePage(options: RankingOptions): Promise<void> {
  const { only, seeds, parallel, kept: folder } = options;
  const studies = chosen(allStudies(seeds), only);
  const isPart = only !== undefined || seeds !== undefined;
  const out = options.out ?? (isPart ? join(folder, 'trial') : PAGES);
  const key = codeKey();
  const missing = studies.filter((study) => !existsSync(resultFile(study, folder, key)));
  console.error(
    `${studies.length} studies by code ${key}, ${studies.length - missing.length} of them done before.`,
  );
  const results = await runStudies(studies, {
    folder,
    key,
    parallel,
    onStep: progressOf(missing),
  });
  for (const result of results)
    writeFileWhole(join(out, plotFile(result.study)), await plotOf(result));
  writeFileWhole(join(out, 'ranking.md'), pageOf(results, key));
  console.log(`Written: ranking.md and ${results.length} plots in ${out}`);
}

/** @throws OPTION_INVALID for a name of neither a study nor a bank */
function chosen(all: readonly Study[], only: readonly string[] | undefined): readonly Study[] {
  if (only === undefined) return all;
  const unknown = only.find((text) => !all.some(({ name, bank }) => [name, bank].includes(text)));
  if (unknown !== undefined)
    fail('OPTION_INVALID', {
      option: '--only',
      found: unknown,
      accepted: `${all.map(({ name }) => name).join(', ')}, or a bank`,
    });
  return all.filter(({ name, bank }) => only.includes(name) || only.includes(bank));
}
