import type { Command } from 'commander';
import { plural } from '../../numbers.ts';
import { shellWord } from '../../shell-word.ts';
import { addRater } from '../../workflow/ratings/add-rater.ts';
import { panelDetail } from '../../workflow/ratings/panel-views.ts';
import { ratingPanel } from '../../workflow/ratings/read-ratings.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseArgument,
  readStore,
} from '../options/database-option.ts';
import { wholeNumber } from '../options/options.ts';
import { printText } from '../output/typed-commands.ts';

interface AddOptions extends DatabaseOptions {
  readonly name: string;
  readonly answers?: number;
  readonly json?: boolean;
}

/** `thetarank ratings add-rater`. */
export function addRaterCommand(ratings: Command): void {
  addDatabaseOption(
    ratings
      .command('add-rater')
      .description('Add a rater to a panel; the answers of the others stay as they are.'),
  )
    .argument('<panel>', 'its number (thetarank ratings list)')
    .requiredOption('--name <name>', 'name of the rater')
    .option('--answers <n>', 'how many answers (default: as many as the others)', wholeNumber(1))
    .option('--json', 'print JSON')
    .action(add);
}

async function add(id: string, { name, answers, ...options }: AddOptions): Promise<void> {
  await readStore(options, async (store) => {
    const panel = await ratingPanel(store, id);
    const count = await addRater(store, panel, name, answers ?? null);
    if (options.json === true)
      return console.log(JSON.stringify(await panelDetail(store, panel), null, 2));
    printText(
      `${name} has ${plural(count, 'answer')} to rate.\n\nNext: thetarank keys add --role expert --panel ${id} --name ${shellWord(name)}${databaseArgument(store.location)}`,
    );
  });
}
