import { type Command, Option } from 'commander';
import { TOKENISATIONS, type Tokenisation } from '../../../item-bank/items/metric/tokenisations.ts';
import { runExplanations } from '../../workflow/grading/run-explanations.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  readStore,
} from '../options/database-option.ts';
import { wholeNumber } from '../options/options.ts';
import { lateProgress } from '../output/late-progress.ts';
import { printText } from '../output/typed-commands.ts';
import { explanationText } from './explanation-text.ts';

interface ExplanationsOptions extends DatabaseOptions {
  readonly tokens: Tokenisation;
  readonly seed: number;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  thetarank evaluate --bank cmexam --model NAME@ADDRESS -T variant=explain
  thetarank runs explanations 3
  thetarank runs explanations 3 --json > explanations.json

The explanations are those of the bank's items (import them with a field explanation). Scores are of the words alone: an explanation in other words scores
low, whether it is right or wrong.`;

/** `thetarank runs explanations`: how near the explanations of a run are to those of the items. */
export function addRunExplanationsCommand(runs: Command): void {
  addDatabaseOption(
    runs
      .command('explanations')
      .description(
        'Score the explanations of a run with the prompt variant "explain" by BLEU and ROUGE.',
      ),
  )
    .argument('<run>', 'its number', wholeNumber(1))
    .addOption(tokensOption())
    .option('--seed <n>', 'seed of the intervals', wholeNumber(0), 1)
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(printExplanations);
}

/** How explanations are cut into tokens. */
export function tokensOption(): Option {
  return new Option('--tokens <rule>', 'how texts are cut into tokens (docs/metrics.md)')
    .choices(TOKENISATIONS)
    .default('characters');
}

async function printExplanations(run: number, options: ExplanationsOptions): Promise<void> {
  const { tokens, seed } = options;
  await readStore(options, async (store) => {
    const { bank, strategy, explanations } = await runExplanations(store, run);
    const progress = lateProgress('scoring explanations');
    const models = explanations.scores(tokens, seed, progress.reach);
    progress.stop();
    if (options.json === true)
      return console.log(JSON.stringify({ run, bank, strategy, tokens, seed, models }, null, 2));
    printText(explanationText(models, tokens));
    if (strategy !== 'random')
      printText(
        `${strategy === null ? 'The run' : `The strategy ${strategy}`} chose the items by the answers, so they are no sample of the bank. For one: thetarank evaluate, or rank --strategy random.`,
      );
    printText(`\nNext: thetarank runs answers ${run} --outputs${databaseOf(options)}`);
  });
}
