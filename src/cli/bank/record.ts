import type { Command } from 'commander';
import { readFamilies } from '../../files/responses/read-families.ts';
import { readResponses } from '../../files/responses/read-responses.ts';
import { count, plural } from '../../numbers.ts';
import { FEWEST_RANKED } from '../../ranking/recorded-bank.ts';
import { recordAnswers } from '../../workflow/bank/record-answers.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  withStore,
} from '../options/database-option.ts';
import { printText } from '../output/typed-commands.ts';
import { bankName, ownBankName } from './bank-name.ts';

interface RecordOptions extends DatabaseOptions {
  readonly to: string;
  readonly families?: string;
  readonly onlyNew?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Example:
  thetarank bank record answers.csv --to mine

The file is what rank --responses reads: examinee (or model), then one column per item; or examinee,item,score. If a model
already has recorded answers, they are replaced. Tests of a model do not ask items for which it has no answer.`;

/** `thetarank bank record`: keeps recorded answers with a bank. */
export function addBankRecordCommand(bank: Command): void {
  addDatabaseOption(
    bank
      .command('record')
      .description('Add recorded answers to a bank.')
      .argument('<file>', 'recorded answers, CSV')
      .requiredOption('--to <bank>', 'a bank of your own', bankName)
      .option('--families <file>', 'CSV: examinee, family (default: the column "family")'),
  )
    .option('--only-new', 'keep nothing if a model already has recorded answers')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runRecord);
}

async function runRecord(file: string, options: RecordOptions): Promise<void> {
  const name = ownBankName(options.to, '--to');
  const { matrix, families: own } = readResponses(file);
  const { examinees, items, scores } = matrix;
  const families = options.families === undefined ? own : readFamilies(options.families, examinees);
  const answers = scores.reduce((sum, score) => sum + Number(!Number.isNaN(score)), 0);
  await withStore(options, async (store) => {
    const isOnlyNew = options.onlyNew === true;
    const { replaced, all } = await recordAnswers(store, name, { matrix, families }, isOnlyNew);
    if (options.json) {
      const data = { bank: name, examinees: examinees.length, items: items.length, answers };
      console.log(JSON.stringify({ ...data, replaced, examineesInAll: all }, null, 2));
      return;
    }
    printText(
      `Bank ${name}: ${plural(answers, 'answer')} of ${plural(examinees.length, 'model')} to ${plural(items.length, 'item')} kept${replaced.length > 0 ? `; ${count(replaced.length)} of the models replaced` : ''}. ${plural(all, 'model')} in all.`,
    );
    const few = FEWEST_RANKED - all;
    printText(
      few > 0
        ? `Next: record answers of ${plural(few, 'more model')}; a ranking needs ${FEWEST_RANKED}`
        : `Next: thetarank rank --bank ${name}${databaseOf(options)}`,
    );
  });
}
