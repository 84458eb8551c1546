import type { Command } from 'commander';
import { textTable } from '../../report/text-table.ts';
import { panelSummaries } from '../../workflow/ratings/panel-views.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseArgument,
  readStore,
} from '../options/database-option.ts';
import { printText } from '../output/typed-commands.ts';

/** `thetarank ratings list`. */
export function addListCommand(ratings: Command): void {
  addDatabaseOption(ratings.command('list').description('List all rating panels, newest first.'))
    .option('--json', 'print JSON')
    .action(list);
}

async function list(options: DatabaseOptions & { readonly json?: boolean }): Promise<void> {
  await readStore(options, async (store) => {
    const panels = await panelSummaries(store, await store.panels.list('rating'));
    if (options.json === true) return console.log(JSON.stringify(panels, null, 2));
    const database = databaseArgument(store.location);
    if (panels.length === 0)
      return printText(
        `No rating panels in ${store.location}.\n\nNext: thetarank runs list${database}, then thetarank ratings create --run NUMBER --raters anna,ben${database}`,
      );
    printText(
      textTable(
        [
          { head: 'panel' },
          { head: 'title' },
          { head: 'bank' },
          { head: 'run', align: 'right' },
          { head: 'answers', align: 'right' },
          { head: 'raters', align: 'right' },
          { head: 'ratings', align: 'right' },
          { head: '' },
        ],
        panels.map((one) => [
          ...[one.id, one.title, one.bank ?? '–', one.run === null ? 'file' : String(one.run)],
          ...[String(one.answers), String(one.raters), `${one.rated} of ${one.assigned}`],
          one.closedAt === null ? '' : 'closed',
        ]),
      ),
    );
    printText(`\nNext: thetarank ratings show ${panels[0].id}${database}`);
  });
}
