import { decimal, plural } from '../../numbers.ts';
import { CORRELATIONS } from '../../ranking/two-boards/compare-boards.ts';
import type { RankingComparison, RankingPair } from '../../workflow/agreement/compare-rankings.ts';
import { textTable } from '../output/table.ts';
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

/** Models that are listed as those that disagree most. */
const LISTED = 10;
/** Unmatched models that are listed of each ranking. */
const MOST_UNMATCHED = 15;

/** The comparison for a terminal. */
export function agreementText({ pairs, rankings, confidence }: RankingComparison): string {
  const leftOut = rankings.filter((ranking) => ranking.leftOut.length > 0);
  return [
    ...pairs.map((pair) => pairText(pair, confidence)),
    ...leftOut.map(
      ({ name, leftOut: own }) => `Left out of ${name} by the list of names: ${own.join(', ')}.`,
    ),
  ].join('\n\n');
}

function pairText(pair: RankingPair, confidence: number): string {
  const { first, second, coefficients, models } = pair;
  const hasTrue = coefficients.pearson.these !== null;
  const above = models.filter(({ exceedsErrors }) => exceedsErrors === true).length;
  const shown = models.slice(0, LISTED);
  return [
    `${first} and ${second}: ${plural(models.length, 'model')} in both`,
    '',
    textTable(
      [
        { head: '' },
        { head: 'measured' },
        ...(hasTrue
          ? [{ head: 'without errors, these models' }, { head: 'models like these' }]
          : []),
      ],
      CORRELATIONS.map((name) => {
        const { measured, interval, these, like } = coefficients[name];
        return [
          COEFFICIENT_NAMES[name],
          withInterval(measured, interval),
          ...(these === null || like === null
            ? []
            : [withInterval(these.value, these), withInterval(like.value, like)]),
        ];
      }),
    ),
    '',
    ...pairNotes(pair, confidence),
    ...(shown.length === 0
      ? []
      : [
          '',
          `Models that disagree most${models.some(({ p }) => p !== null) ? `; ${plural(above, 'model')} of ${models.length} by more than the errors of both` : ''}. Difference: on the scale of ${first}:`,
          textTable(
            [
              { head: 'model' },
              { head: 'rank', align: 'right' },
              { head: 'rank', align: 'right' },
              { head: 'score', align: 'right' },
              { head: 'score', align: 'right' },
              { head: 'difference', align: 'right' },
              { head: 'verdict' },
            ],
            shown.map((model) => [
              modelText(model),
              rankText(model.firstRank),
              rankText(model.secondRank),
              decimal(model.firstScore, 2),
              decimal(model.secondScore, 2),
              differenceText(model),
              verdictText(model),
            ]),
          ),
        ]),
    ...matchedText(pair),
    ...unmatchedText(pair),
  ].join('\n');
}

/** Names that were not written alike: for the reader to check. */
function matchedText({ models }: RankingPair): string[] {
  const dated = models.filter(({ matchedBy }) => matchedBy === 'date');
  return dated.length === 0
    ? []
    : [
        '',
        `Matched although only one name has a date: ${dated.map((model) => modelText(model)).join('; ')}.`,
      ];
}

function unmatchedText({ first, second, unmatched }: RankingPair): string[] {
  return [first, second].flatMap((name, k) => {
    const own = unmatched[k];
    if (own.length === 0) return [];
    const more = own.length - MOST_UNMATCHED;
    return [
      '',
      `Only in ${name}: ${plural(own.length, 'model')}`,
      ...own.slice(0, MOST_UNMATCHED).map((one) => `  ${onlyOneText(one)}`),
      ...(more > 0 ? [`  and ${more} more (--names-out lists all)`] : []),
    ];
  });
}
