import type { Command } from 'commander';
import { panelDetail } from '../../workflow/ratings/panel-views.ts';
import { ratingPanel } from '../../workflow/ratings/read-ratings.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseArgument,
  readStore,
} from '../options/database-option.ts';
import { printText } from '../output/typed-commands.ts';

type Options = DatabaseOptions & { readonly json?: boolean };

/** `thetarank ratings close` and `reopen`. */
export function addClosingCommands(ratings: Command): void {
  for (const act of ['close', 'reopen'] as const)
    addDatabaseOption(
      ratings
        .command(act)
        .description(
          act === 'close'
            ? 'Close a panel: it takes no more ratings.'
            : 'Reopen a closed panel: raters can go on, and change their ratings.',
        ),
    )
      .argument('<panel>', 'its number (thetarank ratings list)')
      .option('--json', 'print JSON')
      .action((id: string, options: Options) => change(act, id, options));
}

async function change(act: 'close' | 'reopen', id: string, options: Options): Promise<void> {
  await readStore(options, async (store) => {
    await ratingPanel(store, id);
    if (act === 'close') await store.panels.close(id, new Date().toISOString());
    else await store.panels.reopen(id);
    if (options.json === true)
      return console.log(
        JSON.stringify(await panelDetail(store, await ratingPanel(store, id)), null, 2),
      );
    const database = databaseArgument(store.location);
    printText(
      act === 'close'
        ? `Panel ${id} is closed.\n\nNext: thetarank ratings show ${id}${database}`
        : `Panel ${id} is open again.\n\nNext: thetarank ratings close ${id}${database} when all are done`,
    );
  });
}
