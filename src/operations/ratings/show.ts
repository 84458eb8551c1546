import { z } from 'zod';
import type { Told } from '../../report/document.ts';
import type { PanelDetail } from '../../workflow/ratings/panel-views.ts';
import { panelDetail } from '../../workflow/ratings/panel-views.ts';
import { type RatingComment, ratingComments } from '../../workflow/ratings/rating-comments.ts';
import { type RatingReport, ratingReport } from '../../workflow/ratings/rating-report.ts';
import { ratingPanel, readRatings } from '../../workflow/ratings/read-ratings.ts';
import { operation, type Reading } from '../operation.ts';
import { panelArgument } from './panel.ts';
import { commentSection, panelText } from './panel-text.ts';
import { ratingsDocument } from './report.ts';
import { withJudges } from './with-judges.ts';

export const ratingsShow = operation({
  name: 'ratings show',
  summary: 'Show how far raters are, and how they agree with each other and with judging models.',
  options: z.object({ panel: panelArgument }),
  database: 'existing',
  outputs: ['json', 'report'],
  doing: 'drawing items',
  async run({ panel: id }, { store, progress }): Promise<Shown> {
    const { ratings, ...rest } = await store(async (open) => {
      const found = await ratingPanel(open, id);
      return {
        panel: await panelDetail(open, found),
        ratings: await readRatings(open, found),
        comments: await ratingComments(open, found.id),
      };
    });
    const report = ratingReport(ratings, progress);
    return { panel: rest.panel, report, comments: rest.comments };
  },
  report: told,
});

interface Shown {
  readonly panel: PanelDetail;
  readonly report: RatingReport;
  readonly comments: readonly RatingComment[];
}

function told({ panel, report, comments }: Shown, { reader, where, t }: Reading<unknown>): Told {
  const document = ratingsDocument(panel, report, t);
  if (reader === 'others') return document;
  const own = panelText(panel);
  return {
    ...own,
    sections: [
      ...(own.sections ?? []),
      ...(report.ratings === 0
        ? [{ paragraphs: [document.lead] }]
        : [{ paragraphs: [document.lead] }, ...document.sections]),
      ...commentSection(comments),
    ],
    next: nextStep(panel, report, where),
  };
}

function nextStep(panel: PanelDetail, { ratings }: RatingReport, where: string): string {
  if (ratings === 0)
    return `raters open the links that thetarank keys add --role expert --panel ${panel.id} --name NAME --url ADDRESS${where} prints; thetarank serve${where} shows them their work`;
  const people = panel.progress.filter(({ rated }) => rated > 0).map(({ name }) => name);
  const judges = withJudges(panel, 'people.csv', people, where);
  return `thetarank ratings export ${panel.id}${where} --out people.csv${judges === undefined ? '' : `; then ${judges}`}`;
}
