import type { Command } from 'commander';
import { checkFolder, checkWritable } from '../../files/write/write.ts';
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
import { tell } from '../output/tell.ts';
import { printText } from '../output/typed-commands.ts';
import { ratingsDocument } from './ratings-document.ts';
import { commentSection, detailText } from './ratings-text.ts';
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
  const people = panel.progress.filter(({ rated }) => rated > 0).map(({ name }) => name);
  const database = databaseOf(options);
  const judges = withJudges(panel, 'people.csv', people, database);
  const next =
    report.ratings === 0
      ? `raters open the links that thetarank keys add --role expert --panel ${id} --name NAME --url ADDRESS${database} prints; thetarank serve${database} shows them their work`
      : `thetarank ratings export ${id}${database} --out people.csv${judges === undefined ? '' : `; then ${judges}`}`;
  if (options.json !== true) printText(`${detailText(panel)}\n`);
  await tell({ panel, report, comments }, options, (reader, t) => {
    const document = ratingsDocument(panel, report, t);
    if (reader === 'others') return document;
    const said = report.ratings === 0 ? [] : document.sections;
    return { ...document, facts: [], sections: [...said, ...commentSection(comments)], next };
  });
}
