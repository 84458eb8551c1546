import type { Alarm } from '../../cat/robust/alarm.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { ENGLISH, type ReportText, sentences, type Words } from '../../languages/words.ts';
import { count, decimal, intervalText, isExact, percent } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { present } from '../../present.ts';
import type { IntervalScore } from '../../ranking/board/interval-errors.ts';
import { beatMatrix, scoreOrder } from '../../ranking/board/score-order.ts';
import type { ScoreWithInterval } from '../../ranking/further-scores.ts';
import type { ItemsRight } from '../../ranking/items-right.ts';
import type { OwnRandom } from '../../ranking/own-random.ts';
import { LEAST_PLACED } from '../../ranking/recorded/test-model.ts';
import type { Section, Table } from '../../report/document.ts';
import { documentPage } from '../../report/page.ts';
import { type WordsOfTags, wordsOf } from '../../tag-words.ts';
import { alarmMark, answeredMark, testedInterval } from '../alarm-notes.ts';

/** A tested model on the page; scores in percentage points. */
export interface PageModel extends ItemsRight {
  readonly model: string;
  readonly score: number;
  readonly low: number;
  readonly high: number;
  readonly expected: ScoreWithInterval | null;
  readonly verified: boolean;
  readonly alarm: Alarm | null;
  readonly ability: number | null;
  readonly se: number | null;
  readonly items: number;
  readonly ownRandom?: OwnRandom | null | undefined;
  /** By tag, then by value. */
  readonly tags: Readonly<Record<string, Readonly<Record<string, PageTagScore>>>>;
  /** The recorded score; null if there is none. */
  readonly actual: number | null;
  /** Share of the bank that `actual` is of. */
  readonly answered: number;
  /** Place among the recorded models and itself, and the places its interval allows; null, or absent, without recorded models. */
  readonly place?: number | null;
  readonly bestPlace?: number | null;
  readonly worstPlace?: number | null;
  /** How many places there are. */
  readonly places?: number;
}

interface PageTagScore extends ScoreWithInterval {
  readonly verified: boolean;
  readonly expected?: ScoreWithInterval;
}

/** A ranking as a page that can be sent to others. */
export interface RankingPage {
  readonly title: string;
  /** How models were tested. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly target: ScoreTarget;
  /** A score that is marked, such as the accuracy of people. */
  readonly reference?: number;
  readonly tested: readonly PageModel[];
  /** Names of tags and their values; without it they stand as they are written. */
  readonly tagWords?: WordsOfTags | undefined;
  /** Models that were not tested, with their recorded scores in points; those that answered less than half of the bank are left out. */
  readonly recorded: readonly {
    readonly model: string;
    readonly actual: number;
    /** Share of the bank; all of it by default. */
    readonly answered?: number;
  }[];
  /** Whether the answers of the tests are part of the recorded scores. */
  readonly isRecorded: boolean;
  /** How items were found: by the answers so far, at random, as all there are, or by somebody else. */
  readonly asked: keyof typeof SHARE_HELP;
  /** Warnings and what the numbers mean, a paragraph each. */
  readonly notes: readonly string[];
  /** What the reader must know before all else, such as that answers are simulated; empty if there is nothing. */
  readonly caution?: string;
}

/** Larger tables of pairs are not legible. */
const MOST_PAIRED = 30;
const LINES = /*T*/ 'Lines are 90% intervals.' satisfies ReportText;
const PARTIAL =
  /*T*/ '* The model answered only some of the items, which may be easier or harder than the others.' satisfies ReportText;
const HOLLOW =
  /*T*/ 'Hollow marks are recorded scores of models that were not tested here.' satisfies ReportText;
const ALONE =
  /*T*/ 'Among the recorded models and this model alone. In brackets the places that its interval allows.' satisfies ReportText;

/** What the share right is of. */
const SHARE_HELP = {
  chosen:
    /*T*/ 'Of the items asked. They are chosen to tell models apart, so this is not the score.',
  random: /*T*/ 'Of the items asked, which were drawn at random.',
  all: /*T*/ 'Of all items of the bank that could be asked.',
  given:
    /*T*/ 'Of the items answered. They may be easier or harder than the whole bank, so this is not the score.',
} as const satisfies Record<string, ReportText>;

/** One HTML page that needs no other file: a forest plot of the scores, who beats whom, scores by tag, items asked, warnings. */
export async function rankingPage(page: RankingPage, t: Words): Promise<string> {
  const { title, facts, target, tested, notes, caution = '' } = page;
  const recorded = page.recorded.filter(({ answered = 1 }) => answered >= LEAST_PLACED);
  const hidden = page.recorded.length - recorded.length;
  const isPartial = recorded.some(({ answered = 1 }) => answeredMark({ answered }) !== '');
  const shown = tested.map((own) => ({
    own,
    ...((target === 'expected' ? own.expected : null) ?? own),
  }));
  const best = shown.toSorted((x, y) => y.score - x.score)[0];
  const order = scoreOrder(shown.map(shareOf), [], target);
  const rows = [
    ...shown.map(({ own, score, low, high }, i) => ({
      name: plainText(own.model),
      value: score,
      low: low < high ? low : null,
      high: low < high ? high : null,
      label: `${scoreText({ score, low, high }, own.verified, t)}${answeredMark(own)}`,
      quiet: false,
      place: order.ranks[i],
    })),
    ...recorded.map(({ model, actual, answered = 1 }) => ({
      name: plainText(model),
      value: actual,
      low: null,
      high: null,
      label: `${decimal(actual, 1)}${answeredMark({ answered })}`,
      quiet: true,
      place: 0,
    })),
  ].sort((x, y) => y.value - x.value || x.place - y.place);
  const forest = {
    ...present({ reference: page.reference }),
    xTitle: target === 'expected' ? t('expected score, points') : t('score, points'),
    rows,
    title: t('Scores with 90% intervals'),
    caption: sentences(
      [
        t(LINES),
        recorded.length === 0 ? '' : t(HOLLOW),
        isPartial ? t(PARTIAL) : '',
        hidden > 0
          ? t(
              '{n, plural, one {# recorded model with answers to less than half of the bank is} other {# recorded models with answers to less than half of the bank are}} not shown, but counted in places.',
              { n: hidden },
            )
          : '',
      ],
      t,
    ),
  };
  const sections: Section[] = [
    {
      heading: t('Leaderboard'),
      forest,
      table: leaderboardTable(shown, order, page, t),
    },
    ...pairSection(shown, order, t),
    ...tagSections(page, target, t),
    { heading: t('Items asked'), table: itemsTable(page, t) },
    { heading: t('What the numbers mean'), paragraphs: notes },
  ];
  return documentPage(
    {
      title,
      lead: sentences(
        [
          caution,
          bestText(best, target, tested.length, t),
          tiesText(shown, order, t),
          placeText(best.own, t),
        ],
        t,
      ),
      facts,
      sections,
    },
    t,
  );
}

/** `49.6 (44.3 – 55.0)`; an exact score alone. */
function scoreText(own: ScoreWithInterval, isVerified: boolean, t: Words): string {
  return `${decimal(own.score, 1)}${isExact(own) ? '' : ` (${intervalText(own, isVerified, t)})`}`;
}

function nameOf(target: ScoreTarget, t: Words): string {
  return target === 'expected' ? t('expected score') : t('score');
}

/** `a has the highest score of 3 tested models: 70.0 points, 90% interval 66.0 – 74.0.` */
function bestText(best: Shown, target: ScoreTarget, of: number, t: Words): string {
  const points = t('{n} points', { n: decimal(best.score, 1) });
  const interval = intervalText(best, best.own.verified, t);
  const facts = {
    score: nameOf(target, t),
    model: plainText(best.own.model),
    of: count(of),
    points:
      best.low < best.high ? t('{points}, 90% interval {interval}', { points, interval }) : points,
  };
  return of === 1
    ? t('The {score} of {model} is {points}.', facts)
    : t('{model} has the highest {score} of {of} tested models: {points}.', facts);
}

/** `Among the recorded models it is at place 14 of 35; its interval allows 12 to 19.` */
function placeText({ place, bestPlace, worstPlace, places }: PageModel, t: Words): string {
  if (place == null) return '';
  const facts = {
    place: `${place}`,
    places: `${places}`,
    best: `${bestPlace}`,
    worst: `${worstPlace}`,
  };
  return bestPlace === worstPlace
    ? t('Among the recorded models it is at place {place} of {places}.', facts)
    : t(
        'Among the recorded models it is at place {place} of {places}; its interval allows {best} to {worst}.',
        facts,
      );
}

/** `14 of 35 (12–19)` */
export function placeCell(
  { place, bestPlace, worstPlace, places }: Placed,
  t: Words = ENGLISH,
): string {
  const range = bestPlace === worstPlace ? '' : ` (${bestPlace}–${worstPlace})`;
  return `${t('{n} of {all}', { n: `${place}`, all: `${places}` })}${range}`;
}

type Placed = Pick<PageModel, 'place' | 'bestPlace' | 'worstPlace' | 'places'>;
type Shown = {
  readonly own: PageModel;
  readonly score: number;
  readonly low: number;
  readonly high: number;
};
type Order = ReturnType<typeof scoreOrder>;

/** Which models may be the best as well. */
function tiesText(shown: readonly Shown[], { ranks, ties }: Order, t: Words): string {
  const first = ranks.indexOf(1);
  const tied = ties[first].length;
  if (shown.length === 1) return '';
  if (tied > 0) return t('{n} of the others cannot be told from it.', { n: count(tied) });
  return shown.every(({ own }) => own.verified)
    ? t('It is ahead of the other tested models with 90% confidence.')
    : t(
        'It is ahead of the other tested models with 90% confidence, by intervals of which some are unverified.',
      );
}

function leaderboardTable(
  shown: readonly Shown[],
  order: Order,
  { target, isRecorded }: RankingPage,
  t: Words,
): Table {
  const hasActual = shown.some(({ own }) => own.actual !== null);
  const isScaled = shown.some(({ own }) => own.ability !== null);
  const isPlaced = shown.some(({ own }) => own.place != null);
  const isRanked = shown.length > 1;
  const rows = shown
    .map(({ own, score, low, high }, i) => ({ own, score, low, high, i }))
    .sort((x, y) => order.ranks[x.i] - order.ranks[y.i])
    .map(({ own, score, low, high, i }) => [
      plainText(own.model),
      ...(isRanked
        ? [String(order.ranks[i]), `${order.ranges[i].best}–${order.ranges[i].worst}`]
        : []),
      `${decimal(score, 1)}${alarmMark(own)}${answeredMark(own)}`,
      testedInterval({ low, high }, own, t),
      ...(isPlaced ? [own.place == null ? null : placeCell(own, t)] : []),
      ...(isScaled
        ? [own.ability === null ? null : `${decimal(own.ability, 2)} ± ${decimal(own.se!, 2)}`]
        : []),
      ...(hasActual
        ? [own.actual === null ? null : `${decimal(own.actual, 1)}${answeredMark(own)}`]
        : []),
    ]);
  return {
    caption: t('Tested models'),
    columns: [
      { name: t('model') },
      ...(isRanked
        ? [
            { name: t('rank'), numeric: true },
            {
              name: t('possible ranks'),
              numeric: true,
              help: t(
                'Among the tested models. All ranges together have 90% confidence, if the intervals hold and their errors are independent.',
              ),
            },
          ]
        : []),
      {
        name: nameOf(target, t),
        unit: t('points'),
        numeric: true,
        help: t('Predicted for the whole bank. What the marks behind it mean is said below.'),
      },
      {
        name: t('90% interval'),
        numeric: true,
        help: t('A question mark means that the interval is unverified.'),
      },
      ...(isPlaced ? [{ name: t('place'), numeric: true, help: t(ALONE) }] : []),
      ...(isScaled
        ? [
            {
              name: t('ability'),
              numeric: true,
              help: t(
                'The recorded models have mean 0 and standard deviation 1. ± is a standard error.',
              ),
            },
          ]
        : []),
      ...(hasActual
        ? [
            {
              name: t('whole bank'),
              unit: t('points'),
              numeric: true,
              help: isRecorded
                ? t(
                    'The recorded score of the same model. The answers of its test are a part of it.',
                  )
                : t('The recorded score of the same model, which its test did not use.'),
            },
          ]
        : []),
    ],
    rows,
  };
}

/** The interval of a score, in [0, 1]. */
function shareOf({ score, low, high }: Shown): IntervalScore {
  return { score: score / 100, low: low / 100, high: high / 100 };
}

function pairSection(shown: readonly Shown[], { ranks }: Order, t: Words): Section[] {
  if (shown.length < 2) return [];
  if (shown.length > MOST_PAIRED)
    return [
      {
        heading: t('Who beats whom'),
        paragraphs: [
          t(
            'The table of pairs is left out for more than {n} models. The possible ranks above follow from all pairs.',
            { n: String(MOST_PAIRED) },
          ),
        ],
      },
    ];
  const beats = beatMatrix(shown.map(shareOf));
  const places = shown.map((_, i) => i).sort((i, k) => ranks[i] - ranks[k]);
  return [
    {
      heading: t('Who beats whom'),
      paragraphs: [
        t(
          'The probability that the model of the row has the higher score than the model of the column, each pair by itself. Columns have the numbers of the rows.',
        ),
      ],
      table: {
        caption: t('Probability that the row beats the column'),
        columns: [
          { name: t('model') },
          ...places.map((_, c) => ({ name: String(c + 1), numeric: true })),
        ],
        rows: places.map((i, r) => [
          `${r + 1}. ${plainText(shown[i].own.model)}`,
          ...places.map((k) => (i === k ? null : chanceText(beats[i][k]))),
        ]),
      },
    },
  ];
}

/** A share that is not certain is not rounded to certainty. */
function chanceText(share: number): string {
  if (share > 0.99) return '> 99%';
  return share < 0.01 ? '< 1%' : percent(share);
}

function tagSections({ tested, tagWords }: RankingPage, target: ScoreTarget, t: Words): Section[] {
  const tags = [...new Set(tested.flatMap((own) => Object.keys(own.tags)))];
  return tags.flatMap((tag) => {
    const found = [...new Set(tested.flatMap((own) => Object.keys(own.tags[tag] ?? {})))];
    if (found.length === 0) return [];
    const { name, values } = wordsOf(tagWords, tag, found);
    const cell = (own: PageModel, value: string) => {
      const score = own.tags[tag]?.[value];
      if (score === undefined) return null;
      const shown = (target === 'expected' ? score.expected : undefined) ?? score;
      return scoreText(shown, score.verified, t);
    };
    return [
      {
        heading: t('Scores by {part}', { part: plainText(name) }),
        table: {
          caption:
            target === 'expected'
              ? t('Expected scores by {part}, in points, with 90% intervals', {
                  part: plainText(name),
                })
              : t('Recorded scores by {part}, in points, with 90% intervals', {
                  part: plainText(name),
                }),
          columns: [
            { name: plainText(name) },
            ...tested.map(({ model }) => ({ name: plainText(model), numeric: true })),
          ],
          rows: values.map((own) => [
            plainText(own.name),
            ...tested.map((model) => cell(model, own.value)),
          ]),
        },
      },
    ];
  });
}

function itemsTable({ tested, asked }: RankingPage, t: Words): Table {
  const isExpected = tested.some(({ shareExpected }) => shareExpected !== null);
  const isRandom = tested.some(({ ownRandom }) => ownRandom != null);
  return {
    caption: t('Items asked, and how many were right'),
    columns: [
      { name: t('model') },
      { name: t('items'), numeric: true },
      { name: t('right'), numeric: true },
      {
        name: t('share right'),
        unit: t('%'),
        numeric: true,
        help: t(SHARE_HELP[asked]),
      },
      ...(isExpected
        ? [
            {
              name: t('expected share'),
              unit: t('%'),
              numeric: true,
              help: t(
                'The share of these items that the calibration expects at the ability of the model.',
              ),
            },
          ]
        : []),
      ...(isRandom
        ? [
            {
              name: t('random items alone'),
              numeric: true,
              help: t(
                'The score and 90% interval by those items of the test that were drawn at random.',
              ),
            },
          ]
        : []),
    ],
    rows: tested.map((own) => [
      plainText(own.model),
      count(own.items),
      decimal(own.right, Number.isInteger(own.right) ? 0 : 1),
      decimal(own.shareRight, 1),
      ...(isExpected ? [own.shareExpected === null ? null : decimal(own.shareExpected, 1)] : []),
      ...(isRandom
        ? [
            own.ownRandom == null
              ? null
              : t('{score}, {n} items', {
                  score: scoreText(own.ownRandom, true, t),
                  n: count(own.ownRandom.items),
                }),
          ]
        : []),
    ]),
  };
}
