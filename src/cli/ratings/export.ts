import type { Command } from 'commander';
import { checkFolder, checkWritable, writeFileWhole } from '../../files/write/write.ts';
import { plural } from '../../numbers.ts';
import { ratingCsv } from '../../workflow/ratings/rating-csv.ts';
import { configurationOf } from '../../workflow/ratings/rating-panel.ts';
import { ratingPanel } from '../../workflow/ratings/read-ratings.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseArgument,
  readStore,
} from '../options/database-option.ts';
import { printText } from '../output/typed-commands.ts';
import { withJudges } from './with-judges.ts';

/** `thetarank ratings export`. */
export function addExportCommand(ratings: Command): void {
  addDatabaseOption(
    ratings
      .command('export')
      .description('Print the ratings as CSV, as thetarank judges reads them.'),
  )
    .argument('<panel>', 'its number (thetarank ratings list)')
    .option('--out <file>', 'write there instead of printing; never leaves a partial file')
    .action(exportRatings);
}

async function exportRatings(
  id: string,
  options: DatabaseOptions & { readonly out?: string },
): Promise<void> {
  const { out } = options;
  if (out !== undefined) {
    checkFolder(out);
    checkWritable([out]);
  }
  await readStore(options, async (store) => {
    const panel = await ratingPanel(store, id);
    const ratings = await store.ratings.latest(id);
    const csv = ratingCsv(await store.ratings.answers(id), ratings);
    if (out === undefined) return process.stdout.write(csv);
    writeFileWhole(out, csv);
    const raters = [...new Set(ratings.map(({ rater }) => rater))].sort();
    const database = databaseArgument(store.location);
    const next =
      withJudges(configurationOf(panel), out, raters, database) ??
      `thetarank ratings show ${id}${database}`;
    return printText(`${plural(ratings.length, 'rating')} written to ${out}\n\nNext: ${next}`);
  });
}
