import { twoScoresSvg } from '../../charts/two-scores.ts';
import { decimal, percent, plural } from '../../numbers.ts';
import { CORRELATIONS } from '../../ranking/two-boards/compare-boards.ts';
import type { RankingComparison, RankingPair } from '../../workflow/agreement/compare-rankings.ts';
import { type PageSection, studyPage } from '../simulate/study-page/study-page.ts';
import {
  COEFFICIENT_NAMES,
  differenceText,
  modelText,
  onlyOneText,
  pairNotes,
  rankText,
  verdictText,
  withInterval,
} from './agreement-words.ts';

/** Models in the table of a pair. */
const MOST_ROWS = 200;

/** The comparison as one page that needs no other. */
export async function agreementPage(comparison: RankingComparison): Promise<string> {
  const { rankings, pairs, confidence } = comparison;
  return studyPage({
    title: `Agreement of ${plural(rankings.length, 'ranking')}`,
    lead: pairs
      .map(
        ({ first, second, coefficients, models }) =>
          `${first} and ${second}: Kendall's τ-b ${withInterval(coefficients.kendall.measured, coefficients.kendall.interval)} over ${plural(models.length, 'model')}.`,
      )
      .join(' '),
    facts: rankings.map(({ name, models, errorsFrom }) => [
      name,
      `${plural(models, 'model')}; errors: ${errorsFrom}`,
    ]),
    sections: (await Promise.all(pairs.map((pair) => pairSections(pair, confidence)))).flat(),
    next: 'If names are matched wrongly, `thetarank agreement … --names-out names.csv` writes a list to correct.',
  });
}

async function pairSections(pair: RankingPair, confidence: number): Promise<PageSection[]> {
  const { first, second, coefficients, models } = pair;
  const heading = `${first} and ${second}`;
  const hasTrue = coefficients.pearson.these !== null;
  return [
    {
      heading,
      paragraphs: pairNotes(pair, confidence),
      table: {
        caption: 'Agreement',
        columns: [
          { name: 'coefficient' },
          { name: 'measured' },
          ...(hasTrue
            ? [
                { name: 'without errors, these models' },
                { name: 'without errors, models like these' },
              ]
            : []),
        ],
        rows: CORRELATIONS.map((name) => {
          const { measured, interval, these, like } = coefficients[name];
          return [
            COEFFICIENT_NAMES[name],
            withInterval(measured, interval),
            ...(these === null || like === null
              ? []
              : [withInterval(these.value, these), withInterval(like.value, like)]),
          ];
        }),
      },
      charts: models.length === 0 ? [] : [await scatter(pair)],
    },
    ...modelSection(pair),
    ...unmatchedSection(pair),
  ];
}

async function scatter(pair: RankingPair) {
  const { first, second, models } = pair;
  const marked = models.filter(({ exceedsErrors }) => exceedsErrors === true).length;
  return {
    title: `Scores of ${first} and ${second}`,
    caption: `Each point is a model of both rankings; lines are one standard error to each side.${marked > 0 ? ` Filled: ${plural(marked, 'model')} with a difference that exceeds the errors of both.` : ''}`,
    svg: await twoScoresSvg({
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

function modelSection({ first, second, models }: RankingPair): PageSection[] {
  if (models.length === 0) return [];
  return [
    {
      heading: `Models that disagree most: ${first} and ${second}`,
      table: {
        caption:
          models.length > MOST_ROWS
            ? `The ${MOST_ROWS} of ${models.length} models that disagree most`
            : 'All models of both, the largest difference first',
        columns: [
          { name: 'model' },
          { name: `rank in ${first}`, numeric: true },
          { name: `rank in ${second}`, numeric: true },
          { name: `score in ${first}`, numeric: true },
          { name: `score in ${second}`, numeric: true },
          {
            name: 'difference',
            numeric: true,
            help: `The score in ${first} minus that in ${second} on the scale of ${first}, with its standard error.`,
          },
          {
            name: 'verdict',
            help: "Of the difference after Holm's correction for the number of models.",
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
            verdictText(model),
          ]),
      },
    },
  ];
}

function unmatchedSection({ first, second, unmatched, models }: RankingPair): PageSection[] {
  if (unmatched.every((side) => side.length === 0)) return [];
  const all = models.length + Math.max(...unmatched.map((side) => side.length));
  return [
    {
      heading: `Models of one ranking only: ${first} and ${second}`,
      paragraphs: [
        `${percent(models.length / all)} of the models of the longer ranking are in both.`,
        ...[first, second].flatMap((name, k) =>
          unmatched[k].length === 0
            ? []
            : [`Only in ${name}: ${unmatched[k].map(onlyOneText).join('; ')}.`],
        ),
      ],
    },
  ];
}
