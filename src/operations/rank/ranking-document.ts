import type { Alarm } from '../../cat/robust/alarm.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { type ReportText, sentences, type Words } from '../../languages/words.ts';
import { count, decimal, intervalText, isExact, money2, percent } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { present } from '../../present.ts';
import type { IntervalScore } from '../../ranking/board/interval-errors.ts';
import { beatMatrix, scoreOrder } from '../../ranking/board/score-order.ts';
import type { ScoreWithInterval } from '../../ranking/further-scores.ts';
import type { ItemsRight } from '../../ranking/items-right.ts';
import type { OwnRandom } from '../../ranking/own-random.ts';
import { LEAST_PLACED } from '../../ranking/recorded/test-model.ts';
import type { Column, Section, Table, Told } from '../../report/document.ts';
import { type WordsOfTags, wordsOf } from '../../tag-words.ts';
import { alarmMark, answeredMark, testedInterval } from '../alarm-notes.ts';
import type { Reading } from '../operation.ts';
import { rightCount } from './items-right.ts';

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
  /** Whether the ability is on a bound of those looked for. */
  readonly atBound?: keyof typeof BOUND_MARKS | null;
  /** Null for a model that answered too little to have one. */
  readonly rank?: number | null;
  /** Dollars that its items cost by the file of costs. */
  readonly itemsCost?: number | undefined;
  /** Why its test ended, for whoever gave it. */
  readonly remark?: string;
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

/** What a ranking says. */
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
  /** What stands between the models and the notes. */
  readonly further?: readonly Section[];
  /** Whether a terminal shows scores by tag too. */
  readonly byTag?: boolean;
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

const RANGES =
  /*T*/ 'Among the tested models. All ranges together have 90% confidence, if the intervals hold and their errors are independent.' satisfies ReportText;
const PREDICTED =
  /*T*/ 'Predicted for the whole bank. What the marks behind it mean is said below.' satisfies ReportText;
const UNVERIFIED =
  /*T*/ 'A question mark means that the interval is unverified.' satisfies ReportText;
const ITS_RECORDED =
  /*T*/ 'The recorded score of the same model. The answers of its test are a part of it.' satisfies ReportText;
const ANOTHER_RECORDED =
  /*T*/ 'The recorded score of the same model, which its test did not use.' satisfies ReportText;
const SCALE =
  /*T*/ 'The recorded models have mean 0 and standard deviation 1. ± is a standard error.' satisfies ReportText;
const EXPECTED_SHARE =
  /*T*/ 'The share of these items that the calibration expects at the ability of the model.' satisfies ReportText;

/** What the share right is of. */
const SHARE_HELP = {
  chosen:
    /*T*/ 'Of the items asked. They are chosen to tell models apart, so this is not the score.',
  random: /*T*/ 'Of the items asked, which were drawn at random.',
  all: /*T*/ 'Of all items of the bank that could be asked.',
  given:
    /*T*/ 'Of the items answered. They may be easier or harder than the whole bank, so this is not the score.',
} as const satisfies Record<string, ReportText>;

type Shows = Pick<Reading<unknown>, 'reader' | 't'>;

/** The models with a plot of their scores, and what the numbers mean; for others also who beats whom, and scores by tag. */
export function rankingDocument(page: RankingPage, { reader, t }: Shows): Told {
  const { title, facts, target, tested, notes, further = [], caution = '' } = page;
  const recorded = page.recorded.filter(({ answered = 1 }) => answered >= LEAST_PLACED);
  const hidden = page.recorded.length - recorded.length;
  const isPartial = recorded.some(({ answered = 1 }) => answeredMark({ answered }) !== '');
  const all = tested.map((own) => ({
    own,
    ...((target === 'expected' ? own.expected : null) ?? own),
  }));
  // A model that answered too little has no rank, and takes none from others.
  const shown = all.filter(({ own }) => own.rank !== null);
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
      table: leaderboardTable(shown, all, order, page, { reader, t }),
    },
    ...(reader === 'others' ? pairSection(shown, order, t) : []),
    ...(reader === 'others' || page.byTag === true ? tagSections(page, t) : []),
    ...(reader === 'others' ? randomSection(page, t) : []),
    ...further,
    { heading: t('What the numbers mean'), paragraphs: notes },
  ];
  return {
    title,
    lead: sentences(
      [
        caution,
        bestText(best, target, shown.length, t),
        tiesText(shown, order, t),
        placeText(best.own, t),
      ],
      t,
    ),
    facts,
    sections,
  };
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
function placeCell({ place, bestPlace, worstPlace, places }: Placed, t: Words): string {
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
  if (shown.some(({ own }) => answeredMark(own) !== ''))
    return t('Models marked * answered only some of the items: do not compare their ranks.');
  return shown.every(({ own }) => own.verified)
    ? t('It is ahead of the other tested models with 90% confidence.')
    : t(
        'It is ahead of the other tested models with 90% confidence, by intervals of which some are unverified.',
      );
}

/** @param shown the models with a rank, in the order of `order` @param all those without one too */
function leaderboardTable(
  shown: readonly Shown[],
  all: readonly Shown[],
  order: Order,
  { target, isRecorded, asked }: RankingPage,
  { reader, t }: Shows,
): Table {
  const has = (of: (own: PageModel) => unknown) => all.some(({ own }) => of(own) != null);
  const isPage = reader === 'others';
  const help = (text: ReportText) => (isPage ? { help: t(text) } : {});
  const columns: (Column & { readonly isShown?: boolean; cell(at: At): string | null })[] = [
    { name: t('model'), cell: ({ own }) => plainText(own.model) },
    {
      name: t('rank'),
      numeric: true,
      isShown: shown.length > 1,
      cell: ({ i }) => (i === null ? null : String(order.ranks[i])),
    },
    {
      name: t('possible ranks'),
      numeric: true,
      isShown: shown.length > 1,
      ...help(RANGES),
      cell: ({ i }) => (i === null ? null : `${order.ranges[i].best}–${order.ranges[i].worst}`),
    },
    {
      name: nameOf(target, t),
      ...(isPage ? { unit: t('points') } : {}),
      numeric: true,
      ...help(PREDICTED),
      cell: ({ own, score }) => `${decimal(score, 1)}${alarmMark(own)}${answeredMark(own)}`,
    },
    {
      name: t('90% interval'),
      numeric: true,
      ...help(UNVERIFIED),
      cell: ({ own, low, high }) => testedInterval({ low, high }, own, t),
    },
    {
      name: t('place'),
      numeric: true,
      isShown: has(({ place }) => place),
      ...help(ALONE),
      cell: ({ own }) => (own.place == null ? null : placeCell(own, t)),
    },
    {
      name: t('whole bank'),
      ...(isPage ? { unit: t('points') } : {}),
      numeric: true,
      isShown: has(({ actual }) => actual),
      ...help(isRecorded ? ITS_RECORDED : ANOTHER_RECORDED),
      cell: ({ own }) =>
        own.actual === null ? null : `${decimal(own.actual, 1)}${answeredMark(own)}`,
    },
    {
      name: t('ability'),
      numeric: true,
      isShown: has(({ ability }) => ability),
      ...help(SCALE),
      cell: ({ own }) => abilityText(own),
    },
    { name: t('items'), numeric: true, cell: ({ own }) => count(own.items) },
    {
      name: t('right'),
      numeric: true,
      ...help(SHARE_HELP[asked]),
      cell: ({ own }) => `${rightCount(own.right)} (${decimal(own.shareRight, 1)}%)`,
    },
    {
      name: t('expected share'),
      ...(isPage ? { unit: t('%') } : {}),
      numeric: true,
      isShown: has(({ shareExpected }) => shareExpected),
      ...help(EXPECTED_SHARE),
      cell: ({ own }) => (own.shareExpected === null ? null : decimal(own.shareExpected, 1)),
    },
    {
      name: t('items cost'),
      numeric: true,
      isShown: has(({ itemsCost }) => itemsCost),
      cell: ({ own }) => (own.itemsCost === undefined ? null : money2(own.itemsCost)),
    },
    {
      name: t('remark'),
      isShown: !isPage && has(({ remark }) => remark || null),
      cell: ({ own }) => own.remark ?? '',
    },
  ];
  const own = columns.filter(({ isShown = true }) => isShown);
  const rows: At[] = [
    ...shown.map((one, i) => ({ ...one, i })).sort((x, y) => order.ranks[x.i] - order.ranks[y.i]),
    ...all.filter((one) => !shown.includes(one)).map((one) => ({ ...one, i: null })),
  ];
  return {
    caption: t('Tested models'),
    columns: own.map(({ isShown: _, cell: __, ...column }) => column),
    rows: rows.map((at) => own.map(({ cell }) => cell(at))),
    limit: rows.length,
  };
}

/** A model, and where it stands in the order; null without a rank. */
type At = Shown & { readonly i: number | null };

const BOUND_MARKS = { lowest: '≤', highest: '≥' } as const;

/** `0.35 ± 0.21`; of an ability on a bound of those looked for `≥ 6.00`, without an error, of which nothing is known. */
function abilityText({ ability, se, atBound }: PageModel): string | null {
  if (ability === null) return null;
  return atBound == null
    ? `${decimal(ability, 2)} ± ${decimal(se!, 2)}`
    : `${BOUND_MARKS[atBound]} ${decimal(ability, 2)}`;
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

function tagSections({ tested, tagWords, target }: RankingPage, t: Words): Section[] {
  const tags = [...new Set(tested.flatMap((own) => Object.keys(own.tags)))];
  return tags.flatMap((tag) => {
    const found = [...new Set(tested.flatMap((own) => Object.keys(own.tags[tag] ?? {})))];
    if (found.length === 0) return [];
    const { name, values } = wordsOf(tagWords, tag, found);
    const part = plainText(name);
    const cell = (own: PageModel, value: string) => {
      const score = own.tags[tag]?.[value];
      if (score === undefined) return null;
      const shown = (target === 'expected' ? score.expected : undefined) ?? score;
      return `${scoreText(shown, score.verified, t)}${isExact(shown) ? answeredMark(own) : ''}`;
    };
    return [
      {
        heading: t('Scores by {part}', { part }),
        table: {
          caption:
            target === 'expected'
              ? t('Expected scores by {part}, in points, with 90% intervals', { part })
              : t('Recorded scores by {part}, in points, with 90% intervals', { part }),
          columns: [
            { name: t('model') },
            ...values.map((own) => ({ name: plainText(own.name), numeric: true })),
          ],
          rows: tested.map((own) => [
            plainText(own.model),
            ...values.map(({ value }) => cell(own, value)),
          ]),
          limit: tested.length,
        },
      },
    ];
  });
}

/** What the items alone say that each test drew at random. */
function randomSection({ tested }: RankingPage, t: Words): Section[] {
  const drawn = tested.flatMap(({ model, ownRandom }) =>
    ownRandom == null ? [] : [{ model, ownRandom }],
  );
  if (drawn.length === 0) return [];
  return [
    {
      heading: t('random items alone'),
      table: {
        caption: t(
          'The score and 90% interval by those items of the test that were drawn at random.',
        ),
        columns: [
          { name: t('model') },
          { name: t('items'), numeric: true },
          { name: t('score'), numeric: true },
        ],
        rows: drawn.map(({ model, ownRandom }) => [
          plainText(model),
          count(ownRandom.items),
          scoreText(ownRandom, true, t),
        ]),
      },
    },
  ];
}
