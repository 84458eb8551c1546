import type { Command } from 'commander';
import { checkFolder, checkWritable, writeFileWhole } from '../../files/write/write.ts';
import { panelDetail } from '../../workflow/ratings/panel-views.ts';
import { ratingComments } from '../../workflow/ratings/rating-comments.ts';
import { type RatingReport, ratingReport } from '../../workflow/ratings/rating-report.ts';
import { ratingPanel, readRatings } from '../../workflow/ratings/read-ratings.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  readStore,
} from '../options/database-option.ts';
import { lateProgress } from '../output/late-progress.ts';
import { printedAnyway } from '../output/printed-anyway.ts';
import { printText } from '../output/typed-commands.ts';
import { wordsOfReports } from '../output/words-of-reports.ts';
import { ratingsPage } from './ratings-page.ts';
import { commentsText, detailText, reportText } from './ratings-text.ts';
import { withJudges } from './with-judges.ts';

interface ShowOptions extends DatabaseOptions {
  readonly json?: boolean;
  readonly report?: string;
}

/** `thetarank ratings show`. */
export function addShowCommand(ratings: Command): void {
  addDatabaseOption(
    ratings
      .command('show')
      .description(
        'Show how far raters are, and how they agree with each other and with judging models.',
      ),
  )
    .argument('<panel>', 'its number (thetarank ratings list)')
    .option('--json', 'print JSON')
    .option('--report <file>', 'also write one HTML page there that can be sent to others')
    .action(show);
}

async function show(id: string, options: ShowOptions): Promise<void> {
  const { report: out } = options;
  if (out !== undefined) {
    checkFolder(out);
    checkWritable([out]);
  }
  const { panel, ratings, comments } = await readStore(options, async (store) => {
    const found = await ratingPanel(store, id);
    return {
      panel: await panelDetail(store, found),
      ratings: await readRatings(store, found),
      comments: await ratingComments(store, found.id),
    };
  });
  const progress = lateProgress('drawing items');
  let report: RatingReport;
  try {
    report = ratingReport(ratings, progress.reach);
  } finally {
    progress.stop();
  }
  const write = async () => {
    if (out !== undefined) writeFileWhole(out, await ratingsPage(panel, report, wordsOfReports()));
    return true;
  };
  await printedAnyway(write, (written) => {
    if (options.json === true)
      return console.log(JSON.stringify({ panel, report, comments }, null, 2));
    printText(`${detailText(panel)}\n\n${reportText(report)}${commentsText(comments)}`);
    const database = databaseOf(options);
    const people = panel.progress.filter(({ rated }) => rated > 0).map(({ name }) => name);
    const judges = withJudges(panel, 'people.csv', people, database);
    printText(
      [
        ...(out === undefined || written === null ? [] : [`\nReport: ${out}`]),
        report.ratings === 0
          ? `\nNext: raters open the links that thetarank keys add --role expert --panel ${id} --name NAME --url ADDRESS${database} prints; thetarank serve${database} shows them their work`
          : `\nNext: thetarank ratings export ${id}${database} --out people.csv${judges === undefined ? '' : `; then ${judges}`}`,
      ].join('\n'),
    );
  });
}
