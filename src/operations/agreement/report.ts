import { twoScoresSvg } from '../../charts/two-scores.ts';
import { listed, sentences, type Words } from '../../languages/words.ts';
import { decimal, percent } from '../../numbers.ts';
import { CORRELATIONS } from '../../ranking/two-boards/compare-boards.ts';
import type { Chart, Document, Section } from '../../report/document.ts';
import type { RankingComparison, RankingPair } from '../../workflow/agreement/compare-rankings.ts';
import type { Reading } from '../operation.ts';
import type { AgreementOptions } from './agreement.ts';
import {
  COEFFICIENT_NAMES,
  differenceText,
  errorsFromText,
  modelText,
  onlyOneText,
  pairNotes,
  rankText,
  verdictText,
  withInterval,
} from './words.ts';

/** Models in the table of a pair. */
const MOST_ROWS = 200;

/** What a comparison says. */
export function agreementDocument(
  comparison: RankingComparison,
  reading: Reading<AgreementOptions>,
): Document {
  const { rankings, pairs, confidence } = comparison;
  const { t } = reading;
  const next = nextStep(comparison, reading);
  return {
    title: t('Agreement of {n, plural, one {# ranking} other {# rankings}}', {
      n: rankings.length,
    }),
    lead: sentences(
      pairs.flatMap((pair) => leadTexts(pair, t)),
      t,
    ),
    facts: rankings.map(({ name, models, errorsFrom, leftOut }) => [
      name,
      listed(
        [
          t('{n, plural, one {# model} other {# models}}; errors: {from}', {
            n: models,
            from: errorsFromText(errorsFrom, t),
          }),
          ...(leftOut.length === 0
            ? []
            : [t('left out by the list of names: {models}', { models: leftOut.join(', ') })]),
        ],
        t,
      ),
    ]),
    sections: pairs.flatMap((pair) => pairSections(pair, confidence, t)),
    ...(next === undefined ? {} : { next }),
  };
}

function leadTexts(pair: RankingPair, t: Words): string[] {
  const { first, second, coefficients, shared, isReversed } = pair;
  const { measured, interval } = coefficients.kendall;
  return [
    t(
      "{first} and {second}: Kendall's τ-b {value} over {n, plural, one {# model} other {# models}}.",
      { first, second, value: withInterval(measured, interval, t), n: shared },
    ),
    ...(isReversed
      ? [
          t(
            '{first} and {second} rank these models in opposite orders: in one of them a low score is probably a good one, such as an error rate. Change its sign, then compare again.',
            { first, second },
          ),
        ]
      : []),
  ];
}

function nextStep(
  { pairs }: RankingComparison,
  { options: { names, namesOut }, reader, hasPage, t }: Reading<AgreementOptions>,
): string | undefined {
  if (reader === 'others')
    return t(
      'If names are matched wrongly, `thetarank agreement … --names-out names.csv` writes a list to correct.',
    );
  const isOpen = pairs.some(({ unmatched }) => unmatched.some((side) => side.length > 0));
  const steps = [
    ...(namesOut !== undefined
      ? [`correct the column model of ${namesOut}, then the same with --names ${namesOut}`]
      : isOpen && names === undefined
        ? ['--names-out names.csv writes a list of names to correct']
        : []),
    ...(hasPage ? [] : ['--report agreement.html writes a page with charts']),
  ];
  return steps.length === 0 ? undefined : steps.join('; or ');
}

function pairSections(pair: RankingPair, confidence: number, t: Words): Section[] {
  const { first, second, coefficients, models } = pair;
  const heading = t('{one} and {other}', { one: first, other: second });
  const hasTrue = coefficients.pearson.these !== null;
  return [
    {
      heading,
      paragraphs: [...pairNotes(pair, confidence, t), ...datedNotes(pair, t)],
      table: {
        caption: t('Agreement'),
        columns: [
          { name: t('coefficient') },
          { name: t('measured') },
          ...(hasTrue
            ? [
                { name: t('without errors, these models') },
                { name: t('without errors, models like these') },
              ]
            : []),
        ],
        rows: CORRELATIONS.map((name) => {
          const { measured, interval, these, like } = coefficients[name];
          return [
            t(COEFFICIENT_NAMES[name]),
            withInterval(measured, interval, t),
            ...(these === null || like === null
              ? []
              : [withInterval(these.value, these, t), withInterval(like.value, like, t)]),
          ];
        }),
      },
      charts: models.length === 0 ? [] : [scatter(pair, t)],
    },
    ...modelSection(pair, t),
    ...unmatchedSection(pair, t),
  ];
}

function scatter(pair: RankingPair, t: Words): Chart {
  const { first, second, models } = pair;
  const marked = models.filter(({ exceedsErrors }) => exceedsErrors === true).length;
  return {
    title: t('Scores of {first} and {second}', { first, second }),
    caption: sentences(
      [
        t('Each point is a model of both rankings; lines are one standard error to each side.'),
        marked > 0
          ? t(
              'Filled: {n, plural, one {# model} other {# models}} with a difference that exceeds the errors of both.',
              { n: marked },
            )
          : '',
      ],
      t,
    ),
    svg: () =>
      twoScoresSvg({
        xTitle: first,
        yTitle: second,
        points: models.map((model) => ({
          name: model.first,
          x: model.firstScore,
          y: model.secondScore,
          xHalf: model.firstError,
          yHalf: model.secondError,
          isMarked: model.exceedsErrors === true,
        })),
      }),
  };
}

function modelSection({ first, second, models }: RankingPair, t: Words): Section[] {
  if (models.length === 0) return [];
  return [
    {
      heading: t('Models that disagree most: {first} and {second}', { first, second }),
      table: {
        caption:
          models.length > MOST_ROWS
            ? t('The {n} of {all} models that disagree most', {
                n: String(MOST_ROWS),
                all: String(models.length),
              })
            : t('All models of both, the largest difference first'),
        columns: [
          { name: t('model') },
          { name: t('rank in {ranking}', { ranking: first }), numeric: true },
          { name: t('rank in {ranking}', { ranking: second }), numeric: true },
          { name: t('score in {ranking}', { ranking: first }), numeric: true },
          { name: t('score in {ranking}', { ranking: second }), numeric: true },
          {
            name: t('difference'),
            numeric: true,
            help: t(
              'The score in {first} minus that in {second} on the scale of {first}, with its standard error.',
              { first, second },
            ),
          },
          {
            name: t('verdict'),
            help: t("Of the difference after Holm's correction for the number of models."),
          },
        ],
        rows: models
          .slice(0, MOST_ROWS)
          .map((model) => [
            modelText(model),
            rankText(model.firstRank),
            rankText(model.secondRank),
            decimal(model.firstScore, 2),
            decimal(model.secondScore, 2),
            differenceText(model),
            verdictText(model, t),
          ]),
      },
    },
  ];
}

/** Names that were not written alike: for the reader to check. */
function datedNotes({ models }: RankingPair, t: Words): string[] {
  const dated = models.filter(({ matchedBy }) => matchedBy === 'date');
  return dated.length === 0
    ? []
    : [
        t('Matched although only one name has a date: {models}.', {
          models: dated.map(modelText).join(t('; ')),
        }),
      ];
}

function unmatchedSection({ first, second, unmatched, shared }: RankingPair, t: Words): Section[] {
  if (unmatched.every((side) => side.length === 0)) return [];
  const all = shared + Math.max(...unmatched.map((side) => side.length));
  return [
    {
      heading: t('Models of one ranking only: {first} and {second}', { first, second }),
      paragraphs: [
        t('{share} of the models of the longer ranking are in both.', {
          share: percent(shared / all),
        }),
        ...[first, second].flatMap((name, k) =>
          unmatched[k].length === 0
            ? []
            : [
                t('Only in {ranking}: {models}.', {
                  ranking: name,
                  models: unmatched[k].map((one) => onlyOneText(one, t)).join(t('; ')),
                }),
              ],
        ),
      ],
    },
  ];
}
