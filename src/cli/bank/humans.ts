import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { HUMAN_WEIGHTS, type HumanWeights } from '../../../item-bank/humans/human-item.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { fail } from '../../errors.ts';
import { checkFolder, checkWritable, writeFileWhole } from '../../files/write/write.ts';
import { shellWord } from '../../shell-word.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { baselineOf } from '../../workflow/bank/humans/baseline-of.ts';
import { type BankHumans, readHumans } from '../../workflow/bank/humans/read-humans.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  readStore,
} from '../options/database-option.ts';
import { names } from '../options/options.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { wordsOfReports } from '../output/words-of-reports.ts';
import { scoreTarget } from '../rank/target-options.ts';
import { humansCsv } from './humans/humans-csv.ts';
import { humansPage } from './humans/humans-page.ts';
import { humansReport } from './humans/humans-report.ts';

interface HumansOptions extends DatabaseOptions {
  readonly model?: readonly string[];
  readonly divideBy?: string[];
  readonly weights?: HumanWeights;
  readonly clusterBy?: string;
  readonly target: ScoreTarget;
  readonly csv?: string;
  readonly html?: string;
  readonly json?: boolean;
}

/** More models beside people are not legible. */
const MOST_MODELS = 6;

const EXAMPLES = `
Examples:
  thetarank bank humans cmexam
  thetarank bank humans cmexam --model gpt-4 --model qwen2-7b --html people.html
  thetarank bank humans cmexam --cluster-by case_id
  thetarank bank humans cmexam --divide-by clinical_department,medical_competency+difficulty_level --csv people.csv

The accuracy of people is the mean over items, weighted by respondents as in CMExam. docs/humans.md says what its intervals mean.`;

/** `thetarank bank humans`: what people score on the items of a bank, and recorded models beside them. */
export function addBankHumansCommand(bank: Command): void {
  addDatabaseOption(
    bank
      .command('humans')
      .description(
        'Show the accuracy of people, overall and by tag, and recorded models on the same items.',
      )
      .argument('<name>', 'a bank whose items have the accuracy of people')
      .option(
        '--model <name>',
        'a recorded model to compare with people; may be given several times',
        (model: string, models: readonly string[] = []) => [...models, model],
      )
      .option(
        '--divide-by <tags>',
        'tags to divide the items by, separated by commas; several together are joined by + (default: each tag)',
        names,
      )
      .addOption(
        new Option(
          '--weights <how>',
          'how items count: by respondents, or all alike (default: respondents if they are known)',
        ).choices(HUMAN_WEIGHTS),
      )
      .option(
        '--cluster-by <tag>',
        'a tag whose values say which items hang together, such as questions of one case; none: each item by itself (default: what the bank knows)',
      )
      .option(
        '--target <score>',
        'intervals to print: expected (on items like these) or recorded (on these items)',
        scoreTarget,
        'expected',
      )
      .option('--csv <file>', 'also write a line per stratum and model there')
      .option('--html <file>', 'also write a page with charts there'),
  )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runHumans);
}

async function runHumans(name: string, options: HumansOptions): Promise<void> {
  const { model: models = [], divideBy: strata, weights, clusterBy } = options;
  const { target, csv, html, json } = options;
  checkOptions(options);
  const humans = await readStore(options, async (store) => {
    if ((await store.bank(name)) === undefined && isBuiltinBank(name)) return null;
    await bankOf(store, name);
    return readHumans(store, name);
  });
  if (humans === null) return fail('BANK_WITHOUT_HUMANS', { bank: name });
  const { baseline, words } = baselineOf(name, humans, { models, strata, weights, clusterBy });
  if (csv !== undefined) writeFileWhole(csv, humansCsv(baseline));
  if (html !== undefined)
    writeFileWhole(html, await humansPage(name, baseline, words, target, wordsOfReports()));
  const say = json ? printNote : printText;
  if (json) console.log(JSON.stringify({ bank: name, ...baseline, tagWords: words }, null, 2));
  else printText(humansReport(name, baseline, words, target));
  if (csv !== undefined) say(`\nWritten to ${csv}: all strata.`);
  if (html !== undefined) say(`\nWritten to ${html}: a page.`);
  if (!json) printText(`\nNext: ${nextStep(name, humans, options)}`);
}

/** @throws OPTIONS_CONFLICT, OPTION_INVALID, FILE_UNWRITABLE */
function checkOptions({ model = [], csv, html }: HumansOptions): void {
  if (model.length > MOST_MODELS)
    fail('OPTION_INVALID', {
      option: '--model',
      found: `${model.length} models`,
      accepted: `at most ${MOST_MODELS}`,
    });
  if (csv !== undefined && html !== undefined && resolve(csv) === resolve(html))
    fail('OPTIONS_CONFLICT', {
      options: '--csv, --html',
      reason: `both are ${csv}. Choose two files.`,
    });
  const written = [csv, html].filter((file) => file !== undefined);
  for (const file of written) checkFolder(file);
  checkWritable(written);
}

function nextStep(name: string, { models }: BankHumans, options: HumansOptions): string {
  const database = databaseOf(options);
  if (models.length === 0)
    return `record answers of models to set beside people: thetarank bank record ANSWERS.csv --to ${name}${database}`;
  if (options.model === undefined)
    return `thetarank bank humans ${name} --model ${shellWord(models[0])}${database}`;
  return `thetarank rank --bank ${name}${database}`;
}
