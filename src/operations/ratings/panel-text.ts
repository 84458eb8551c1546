import { plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { Section, Told } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import type { PanelDetail } from '../../workflow/ratings/panel-views.ts';
import type { RatingComment } from '../../workflow/ratings/rating-comments.ts';

/** A panel for a terminal: its design, and how far raters are. */
export function panelText(panel: PanelDetail): Told {
  const { id, title, bank, run, answers, models, items, rubric, overlap, named, leftOut } = panel;
  const { pairs, perAnswer, connected } = overlap;
  const shared = pairs.map((pair) => pair.answers);
  const left = leftOut.empty + leftOut.changed + leftOut.pictures;
  return {
    lead: [
      `Panel ${id}: ${title}${panel.closedAt === null ? '' : ' (closed)'}`,
      `${plural(answers, 'answer')} of ${plural(models, 'model')} to ${plural(items, 'item')} of ${bank ?? 'no bank'}${run === null ? '' : `, run ${run}`}; rubric ${rubric.name}: ${rubric.aspects.join(', ')}`,
    ].join('\n'),
    sections: [
      {
        table: plainTable(
          ['rater', 'answers', 'rated', 'last rating'],
          panel.progress.map(({ name, assigned, rated, lastAt }) => [
            ...[name, assigned, rated],
            lastAt?.slice(0, 16).replace('T', ' ') ?? '–',
          ]),
        ),
      },
      {
        paragraphs: [
          `Raters per answer: ${perAnswer.map(({ raters, answers: own }) => `${raters} (${plural(own, 'answer')})`).join(', ')}`,
          ...(pairs.length === 0
            ? []
            : [
                `Answers in common per pair of raters: ${Math.min(...shared)} to ${Math.max(...shared)}${connected ? '' : '. Not all raters are linked by common answers: their severities cannot be compared'}`,
              ]),
          ...(left === 0
            ? []
            : [
                `Left out: ${leftOut.empty} empty answers, ${leftOut.changed} to changed items, ${leftOut.pictures} to items with pictures`,
              ]),
          ...(named.length === 0
            ? []
            : [
                `Warning: answers name their model, so raters may know whose they are: ${named.map(({ model, naming, answers: own }) => `${model} (${naming} of ${own})`).join(', ')}`,
              ]),
        ],
      },
    ],
  };
}
/** What raters said in words. */
export function commentSection(comments: readonly RatingComment[]): Section[] {
  if (comments.length === 0) return [];
  const paragraphs = comments.map(
    ({ rater, model, item, comment }) =>
      `${plainText(rater)} on ${plainText(model)}, ${plainText(item)}: ${plainText(comment.replaceAll(/\s+/g, ' '))}`,
  );
  return [{ heading: 'Comments', paragraphs }];
}
