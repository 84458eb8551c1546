import { z } from 'zod';
import { plural } from '../../numbers.ts';
import { LONGEST_NAME, NAME } from '../../plain-text.ts';
import { plainTable } from '../../report/plain-table.ts';
import { shellWord } from '../../shell-word.ts';
import { addRater } from '../../workflow/ratings/add-rater.ts';
import {
  type PanelDetail,
  panelDetail,
  panelSummaries,
} from '../../workflow/ratings/panel-views.ts';
import { ratingCsv } from '../../workflow/ratings/rating-csv.ts';
import { configurationOf } from '../../workflow/ratings/rating-panel.ts';
import { ratingPanel } from '../../workflow/ratings/read-ratings.ts';
import { wholeNumber } from '../fields.ts';
import { type Context, operation } from '../operation.ts';
import { withJudges } from './with-judges.ts';

export const panelArgument = z
  .string()
  .describe('its number (thetarank ratings list)')
  .meta({ isArgument: true });

export const raterName = z
  .string()
  .refine((name) => name !== '' && name.length <= LONGEST_NAME && NAME.test(name), {
    error: 'names of at most 200 characters, without characters that are not shown',
  });

export const ratingsList = operation({
  name: 'ratings list',
  summary: 'List all rating panels, newest first.',
  options: z.object({}),
  database: 'existing',
  outputs: ['json'],
  run: (_, { store }) =>
    store(async (open) => panelSummaries(open, await open.panels.list('rating'))),
  report: (panels, { where }) =>
    panels.length === 0
      ? {
          lead: 'No rating panels.',
          next: `thetarank runs list${where}, then thetarank ratings create --run NUMBER --raters anna,ben${where}`,
        }
      : {
          sections: [
            {
              table: plainTable(
                ['panel', 'title', 'bank', 'run', 'answers', 'raters', 'ratings', ''],
                panels.map((one) => [
                  ...[one.id, one.title, one.bank, one.run === null ? 'file' : String(one.run)],
                  ...[one.answers, one.raters, `${one.rated} of ${one.assigned}`],
                  one.closedAt === null ? '' : 'closed',
                ]),
                ['run', 'ratings'],
              ),
            },
          ],
          next: `thetarank ratings show ${panels[0].id}${where}`,
        },
});

export const ratingsExport = operation({
  name: 'ratings export',
  summary: 'Print the ratings as CSV, as thetarank judges reads them.',
  options: z.object({ panel: panelArgument }),
  database: 'existing',
  outputs: ['json', 'out'],
  run: ({ panel: id }, { store }) =>
    store(async (open) => {
      const { run, judges } = configurationOf(await ratingPanel(open, id));
      const [answers, ratings] = [await open.ratings.answers(id), await open.ratings.latest(id)];
      return { panel: id, run, judges, answers, ratings };
    }),
  text: ({ answers, ratings }) => ratingCsv(answers, ratings),
  report({ panel, ratings, ...asked }, { out, where }) {
    if (out === undefined) return {};
    const raters = [...new Set(ratings.map(({ rater }) => rater))].sort();
    const show = `thetarank ratings show ${panel}${where}`;
    return {
      lead: `${plural(ratings.length, 'rating')}.`,
      next: withJudges(asked, out, raters, where) ?? show,
    };
  },
});

export const ratingsAddRater = operation({
  name: 'ratings add-rater',
  summary: 'Add a rater to a panel; the answers of the others stay as they are.',
  options: z.object({
    panel: panelArgument,
    name: z.string().describe('name of the rater').meta({ value: 'name' }),
    answers: wholeNumber(1)
      .optional()
      .describe('how many answers (default: as many as the others)'),
  }),
  database: 'existing',
  outputs: ['json'],
  run: ({ panel: id, name, answers = null }, { store }) =>
    store(async (open) => {
      const panel = await ratingPanel(open, id);
      await addRater(open, panel, name, answers);
      return panelDetail(open, panel);
    }),
  report: ({ id, progress }, { options: { name }, where }) => {
    const own = progress.find((one) => one.name === name);
    return {
      lead: `${name} has ${plural(own?.assigned ?? 0, 'answer')} to rate.`,
      next: `thetarank keys add --role expert --panel ${id} --name ${shellWord(name)}${where}`,
    };
  },
});

export const ratingsClose = operation({
  name: 'ratings close',
  summary: 'Close a panel: it takes no more ratings.',
  options: z.object({ panel: panelArgument }),
  database: 'existing',
  outputs: ['json'],
  run: ({ panel }, context) => changed(panel, context, true),
  report: ({ id }, { where }) => ({
    lead: `Panel ${id} is closed.`,
    next: `thetarank ratings show ${id}${where}`,
  }),
});

export const ratingsReopen = operation({
  name: 'ratings reopen',
  summary: 'Reopen a closed panel: raters can go on, and change their ratings.',
  options: z.object({ panel: panelArgument }),
  database: 'existing',
  outputs: ['json'],
  run: ({ panel }, context) => changed(panel, context, false),
  report: ({ id }, { where }) => ({
    lead: `Panel ${id} is open again.`,
    next: `thetarank ratings close ${id}${where} when all are done`,
  }),
});

function changed(id: string, { store }: Context, isClosed: boolean): Promise<PanelDetail> {
  return store(async (open) => {
    await ratingPanel(open, id);
    if (isClosed) await open.panels.close(id, new Date().toISOString());
    else await open.panels.reopen(id);
    return panelDetail(open, await ratingPanel(open, id));
  });
}
