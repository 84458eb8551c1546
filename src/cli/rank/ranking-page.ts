import type { Alarm } from '../../cat/robust/alarm.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { count, decimal, intervalText, isExact, percent, plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import { present } from '../../present.ts';
import { scoreOrder } from '../../ranking/board/score-order.ts';
import type { ScoreWithInterval } from '../../ranking/further-scores.ts';
import type { ItemsRight } from '../../ranking/items-right.ts';
import type { OwnRandom } from '../../ranking/own-random.ts';
import { LEAST_PLACED } from '../../ranking/recorded/test-model.ts';
import { type WordsOfTags, wordsOf } from '../../tag-words.ts';
import { alarmMark, answeredMark, testedInterval } from '../alarm-notes.ts';
import { type PageSection, studyPage } from '../simulate/study-page/study-page.ts';
import type { PageTable } from '../simulate/study-page/table.ts';

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
  /** How items were found: by the answers so far, at random, or by somebody else. */
  readonly asked: keyof typeof SHARE_HELP;
  /** Warnings and what the numbers mean, a paragraph each. */
  readonly notes: readonly string[];
  /** What the reader must know before all else, such as that answers are simulated; empty if there is nothing. */
  readonly caution?: string;
}

/** Larger tables of pairs are not legible. */
const MOST_PAIRED = 30;
const LINES = 'Lines are 90% intervals.';
const PARTIAL =
  '* The model answered only some of the items, which may be easier or harder than the others.';
const HOLLOW = 'Hollow marks are recorded scores of models that were not tested here.';
const ALONE =
  'Among the recorded models and this model alone. In brackets the places that its interval allows.';

/** What the share right is of. */
const SHARE_HELP = {
  chosen: 'Of the items asked. They are chosen to tell models apart, so this is not the score.',
  random: 'Of the items asked, which were drawn at random.',
  given:
    'Of the items answered. They may be easier or harder than the whole bank, so this is not the score.',
};

/** One HTML page that needs no other file: a forest plot of the scores, who beats whom, scores by tag, items asked, warnings. */
export async function rankingPage(page: RankingPage): Promise<string> {
  const { title, facts, target, tested, notes, caution = '' } = page;
  const recorded = page.recorded.filter(({ answered = 1 }) => answered >= LEAST_PLACED);
  const hidden = page.recorded.length - recorded.length;
  const isPartial = recorded.some(({ answered = 1 }) => answeredMark({ answered }) !== '');
  const shown = tested.map((own) => ({
    own,
    ...((target === 'expected' ? own.expected : null) ?? own),
  }));
  const best = shown.toSorted((x, y) => y.score - x.score)[0];
  const order = scoreOrder(
    shown.map(({ score, low, high }) => ({ score: score / 100, low: low / 100, high: high / 100 })),
    [],
    target,
  );
  const rows = [
    ...shown.map(({ own, score, low, high }, i) => ({
      name: plainText(own.model),
      value: score,
      low: low < high ? low : null,
      high: low < high ? high : null,
      label: `${scoreText({ score, low, high }, own.verified)}${answeredMark(own)}`,
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
    xTitle: `${nameOf(target)}, points`,
    rows,
    title: 'Scores with 90% intervals',
    caption: [
      LINES,
      ...(recorded.length === 0 ? [] : [HOLLOW]),
      ...(isPartial ? [PARTIAL] : []),
      ...(hidden > 0
        ? [
            `${plural(hidden, 'recorded model')} with answers to less than half of the bank ${hidden === 1 ? 'is' : 'are'} not shown, but counted in places.`,
          ]
        : []),
    ].join(' '),
  };
  const sections: PageSection[] = [
    {
      heading: 'Leaderboard',
      forest,
      table: leaderboardTable(shown, order, page),
    },
    ...pairSection(shown, order),
    ...tagSections(page, target),
    { heading: 'Items asked', table: itemsTable(page) },
    { heading: 'What the numbers mean', paragraphs: notes },
  ];
  return studyPage({
    title,
    lead: [
      caution,
      bestText(best, target, tested.length),
      tiesText(shown, order),
      placeText(best.own),
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    facts,
    sections,
  });
}

/** `49.6 (44.3 – 55.0)`; an exact score alone. */
function scoreText(own: ScoreWithInterval, isVerified: boolean): string {
  return `${decimal(own.score, 1)}${isExact(own) ? '' : ` (${intervalText(own, isVerified)})`}`;
}

function nameOf(target: ScoreTarget): string {
  return target === 'expected' ? 'expected score' : 'score';
}

/** `a has the highest score of 3 tested models: 70.0 points, 90% interval 66.0 – 74.0.` */
function bestText(best: Shown, target: ScoreTarget, of: number): string {
  const what =
    of === 1
      ? `The ${nameOf(target)} of ${plainText(best.own.model)} is`
      : `${plainText(best.own.model)} has the highest ${nameOf(target)} of ${count(of)} tested models:`;
  const interval =
    best.low < best.high ? `, 90% interval ${intervalText(best, best.own.verified)}` : '';
  return `${what} ${decimal(best.score, 1)} points${interval}.`;
}

/** `Among the recorded models it is at place 14 of 35; its interval allows 12 to 19.` */
function placeText({ place, bestPlace, worstPlace, places }: PageModel): string {
  if (place == null) return '';
  const range =
    bestPlace === worstPlace ? '' : `; its interval allows ${bestPlace} to ${worstPlace}`;
  return `Among the recorded models it is at place ${place} of ${places}${range}.`;
}

/** `14 of 35 (12–19)` */
export function placeCell({ place, bestPlace, worstPlace, places }: Placed): string {
  const range = bestPlace === worstPlace ? '' : ` (${bestPlace}–${worstPlace})`;
  return `${place} of ${places}${range}`;
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
function tiesText(shown: readonly Shown[], { ranks, ties }: Order): string {
  const first = ranks.indexOf(1);
  const tied = ties[first].length;
  if (shown.length === 1) return '';
  const caution = shown.every(({ own }) => own.verified)
    ? ''
    : ', by intervals of which some are unverified';
  if (tied === 0) return `It is ahead of the other tested models with 90% confidence${caution}.`;
  return `${count(tied)} of the others cannot be told from it.`;
}

function leaderboardTable(
  shown: readonly Shown[],
  order: Order,
  { target, isRecorded }: RankingPage,
): PageTable {
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
      testedInterval({ low, high }, own),
      ...(isPlaced ? [own.place == null ? null : placeCell(own)] : []),
      ...(isScaled
        ? [own.ability === null ? null : `${decimal(own.ability, 2)} ± ${decimal(own.se!, 2)}`]
        : []),
      ...(hasActual
        ? [own.actual === null ? null : `${decimal(own.actual, 1)}${answeredMark(own)}`]
        : []),
    ]);
  return {
    caption: 'Tested models',
    columns: [
      { name: 'model' },
      ...(isRanked
        ? [
            { name: 'rank', numeric: true },
            {
              name: 'possible ranks',
              numeric: true,
              help: 'Among the tested models. All ranges together have 90% confidence, if the intervals hold and their errors are independent.',
            },
          ]
        : []),
      {
        name: nameOf(target),
        unit: 'points',
        numeric: true,
        help: 'Predicted for the whole bank. What the marks behind it mean is said below.',
      },
      {
        name: '90% interval',
        numeric: true,
        help: 'A question mark means that the interval is unverified.',
      },
      ...(isPlaced ? [{ name: 'place', numeric: true, help: ALONE }] : []),
      ...(isScaled
        ? [
            {
              name: 'ability',
              numeric: true,
              help: 'The recorded models have mean 0 and standard deviation 1. ± is a standard error.',
            },
          ]
        : []),
      ...(hasActual
        ? [
            {
              name: 'whole bank',
              unit: 'points',
              numeric: true,
              help: isRecorded
                ? 'The recorded score of the same model. The answers of its test are a part of it.'
                : 'The recorded score of the same model, which its test did not use.',
            },
          ]
        : []),
    ],
    rows,
  };
}

function pairSection(shown: readonly Shown[], { ranks, beats }: Order): PageSection[] {
  if (shown.length < 2) return [];
  if (shown.length > MOST_PAIRED)
    return [
      {
        heading: 'Who beats whom',
        paragraphs: [
          `The table of pairs is left out for more than ${MOST_PAIRED} models. The possible ranks above follow from all pairs.`,
        ],
      },
    ];
  const places = shown.map((_, i) => i).sort((i, k) => ranks[i] - ranks[k]);
  return [
    {
      heading: 'Who beats whom',
      paragraphs: [
        'The probability that the model of the row has the higher score than the model of the column, each pair by itself. Columns have the numbers of the rows.',
      ],
      table: {
        caption: 'Probability that the row beats the column',
        columns: [
          { name: 'model' },
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

function tagSections({ tested, tagWords }: RankingPage, target: ScoreTarget): PageSection[] {
  const tags = [...new Set(tested.flatMap((own) => Object.keys(own.tags)))];
  return tags.flatMap((tag) => {
    const found = [...new Set(tested.flatMap((own) => Object.keys(own.tags[tag] ?? {})))];
    if (found.length === 0) return [];
    const { name, values } = wordsOf(tagWords, tag, found);
    const cell = (own: PageModel, value: string) => {
      const score = own.tags[tag]?.[value];
      if (score === undefined) return null;
      const shown = (target === 'expected' ? score.expected : undefined) ?? score;
      return scoreText(shown, score.verified);
    };
    return [
      {
        heading: `Scores by ${plainText(name)}`,
        table: {
          caption: `${target === 'expected' ? 'Expected' : 'Recorded'} scores by ${plainText(name)}, in points, with 90% intervals`,
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

function itemsTable({ tested, asked }: RankingPage): PageTable {
  const isExpected = tested.some(({ shareExpected }) => shareExpected !== null);
  const isRandom = tested.some(({ ownRandom }) => ownRandom != null);
  return {
    caption: 'Items asked, and how many were right',
    columns: [
      { name: 'model' },
      { name: 'items', numeric: true },
      { name: 'right', numeric: true },
      {
        name: 'share right',
        unit: '%',
        numeric: true,
        help: SHARE_HELP[asked],
      },
      ...(isExpected
        ? [
            {
              name: 'expected share',
              unit: '%',
              numeric: true,
              help: 'The share of these items that the calibration expects at the ability of the model.',
            },
          ]
        : []),
      ...(isRandom
        ? [
            {
              name: 'random items alone',
              numeric: true,
              help: 'The score and 90% interval by those items of the test that were drawn at random.',
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
              : `${scoreText(own.ownRandom, true)}, ${count(own.ownRandom.items)} items`,
          ]
        : []),
    ]),
  };
}
