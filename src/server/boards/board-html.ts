import type { Leaderboard } from '../../api/leaderboards.ts';
import { forestList } from '../../charts/forest-list.ts';
import { htmlFacts, htmlPage, htmlSection, htmlTable, htmlText } from '../../html/html.ts';
import { dateText } from '../../languages/date-text.ts';
import { sentences, type Words } from '../../languages/words.ts';
import { count, decimal } from '../../numbers.ts';
import { peopleText } from '../../workflow/bank/humans/people-text.ts';
import { boardPlot, simulatedTexts } from './board-svg.ts';

function kindWords(
  { kind, complete, person, form }: Leaderboard['rows'][number],
  t: Words,
): string {
  if (kind === 'recorded') return t('recorded');
  const words = person
    ? complete
      ? t('a person, tested')
      : t('a person, tested, ended early')
    : complete
      ? t('tested')
      : t('tested, ended early');
  return form === 'given' ? t('{kind}, chosen questions', { kind: words }) : words;
}

/** A leaderboard as one page that needs no other file: a forest plot, the numbers, and which scores these are. */
export function boardHtml(board: Leaderboard, t: Words): string {
  const { bank, rows, target, strategy, bankVersion, calibration, calibrationVersion } = board;
  const hasPeople = rows.some(({ person }) => person);
  const points = (value: number | null) => (value === null ? t('exact') : decimal(value, 1));
  return htmlPage(
    t('Leaderboard of {bank}', { bank }),
    [
      htmlText(leadText(board, t)),
      ...simulatedTexts(board, t).map((text) => htmlText(text)),
      forestList({
        ...boardPlot(board, t),
        title: t('Scores with 90% intervals'),
        caption: t('"?" marks unverified intervals, hollow marks recorded models.'),
      }),
      ...(board.humans === null ? [] : [humansSection(board.humans, t)]),
      htmlSection(
        t('Numbers'),
        htmlTable(
          [
            ...[hasPeople ? t('examinee') : t('model'), t('score'), t('low'), t('high')],
            ...[t('rank'), t('possible ranks')],
            ...[t('interval'), t('kind'), t('answered')],
          ],
          rows.map((row) => [
            row.examinee,
            ...[row.score, row.low, row.high].map(points),
            String(row.rank),
            `${row.bestRank}–${row.worstRank}`,
            row.verified ? t('verified') : t('unverified'),
            kindWords(row, t),
            count(row.items),
          ]),
        ),
      ),
      htmlSection(
        t('About these scores'),
        htmlText(t('Only scores with the same settings can be compared.')),
        ...(hasPeople ? [htmlText(t(BESIDE_PEOPLE))] : []),
        ...(board.formsDiffer ? [htmlText(t(FORMS_DIFFER))] : []),
        ...(board.changedItems > 0 ? [htmlText(changedText(board, t))] : []),
        htmlFacts([
          [t('bank'), bank],
          [t('bank version'), bankVersion],
          [
            t('calibration'),
            calibration === null ? t('from recorded answers') : String(calibration),
          ],
          [t('calibration version'), calibrationVersion],
          [t('strategy'), strategy],
          [t('scores'), target === 'expected' ? t('expected') : t('recorded')],
        ]),
        htmlText(t('Made with thetarank.')),
      ),
    ],
    t,
  );
}

/** What must be known where people stand beside models. */
const BESIDE_PEOPLE =
  /*T*/ 'People stand beside models here. Difficulties were learned from models, so people as a group may stand too high or too low, unless their questions were drawn at random or as a representative form. They may have had a time limit and breaks. Questions that they skipped do not count as wrong. Of people only intervals that follow from such a draw are verified.';

const FORMS_DIFFER =
  /*T*/ 'Forms differ: some of these tests had chosen questions, and their scores depend on which these are. Others had a drawn form or other chosen questions. Differences between them may come from the forms.';

function leadText({ bank, rows, target, newestAt }: Leaderboard, t: Words): string {
  const facts = { n: count(rows.length), bank };
  const people = rows.filter(({ person }) => person).length;
  const both = { models: rows.length - people, people, bank };
  return sentences(
    [
      people > 0
        ? target === 'expected'
          ? t(
              '{models, plural, one {# model} other {# models}} and {people, plural, one {# person} other {# people}} in the order of their expected scores on the bank {bank}.',
              both,
            )
          : t(
              '{models, plural, one {# model} other {# models}} and {people, plural, one {# person} other {# people}} in the order of their recorded scores on the bank {bank}.',
              both,
            )
        : target === 'expected'
          ? t('{n} models in the order of their expected scores on the bank {bank}.', facts)
          : t('{n} models in the order of their recorded scores on the bank {bank}.', facts),
      t('The score is the percentage of the whole bank that an examinee has right.'),
      newestAt === null ? '' : t('The newest result is of {day}.', { day: dateText(newestAt, t) }),
    ],
    t,
  );
}

function changedText({ changedItems }: Leaderboard, t: Words): string {
  return t(
    'The review of the bank has changed {n, plural, one {# item} other {# items}} since these tests. The scores are those of the bank as it was.',
    { n: changedItems },
  );
}

/** People as a reference: no model, so they have no rank. */
function humansSection(humans: NonNullable<Leaderboard['humans']>, t: Words): string {
  return htmlSection(
    t('People'),
    htmlText(peopleText(humans, t)),
    htmlText(
      t(
        'The mean share of people who were right on {n} of these {of} questions, weighted by respondents, with its 90% interval. It is a reference without a rank.',
        { n: count(humans.items), of: count(humans.of) },
      ),
    ),
  );
}
