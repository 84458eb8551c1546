import { randomNormal, randomStream } from 'thetarank';
import { compareRankings, repeatDrift } from 'thetarank/study';
import { type Replicated, study, table } from '../../study.ts';
import { markdownTable } from '../../text.ts';
import {
  ABILITIES,
  BACKWARDS,
  BANKS,
  type BackwardsCell,
  type BankCell,
  CHANGED,
  COPIES,
  type CopyCell,
  EXTREME,
  FAMILY,
  LEVEL_RUNS,
  levelOfDoubts,
  namesBackwards,
  namesCopy,
  namesReversed,
  PANELS,
  POWER_RUNS,
  RATED,
  type RaterCell,
} from './doubts.ts';

interface DriftCell {
  readonly items: number;
  readonly repeats: number;
  /** Points by which the probability of a right answer falls in the last repeat. */
  readonly fall: number;
}
interface OrderCell {
  readonly models: number;
  /** True correlation of the scores. */
  readonly r: number;
}

const RUNS = 1000;
const FALLS = [0, 10, 20];
const CORRELATIONS = [0.5, 0, -0.8, -0.95, -1];

const DRIFTS: readonly DriftCell[] = [15, 30, 100, 300].flatMap((items) =>
  [2, 3, 8].flatMap((repeats) => FALLS.map((fall) => ({ items, repeats, fall }))),
);
const ORDERS: readonly OrderCell[] = [4, 5, 6, 8, 12, 20].flatMap((models) =>
  CORRELATIONS.map((r) => ({ models, r })),
);

/** Named shares of simulated files in which one model answers. */
function driftShare({ items, repeats, fall }: DriftCell): number {
  return share((run) => {
    const random = randomStream(1, 'warnings', 'drift', items, repeats, fall, run);
    const n = items * repeats;
    const right = Float64Array.from({ length: items }, () => 0.2 + 0.6 * random());
    const of = Int32Array.from({ length: n }, (_, k) => k % repeats);
    const item = Int32Array.from({ length: n }, (_, k) => Math.floor(k / repeats));
    const score = Float64Array.from(of, (r, k) =>
      Number(random() < right[item[k]] - (r === repeats - 1 ? fall / 100 : 0)),
    );
    const [found] = repeatDrift({
      ...{ models: ['m'], items: Array.from(right, (_, i) => `${i}`), conditions: [''] },
      ...{ model: new Int32Array(n), item, condition: new Int32Array(n), score, answer: null },
      repeats: { names: Array.from({ length: repeats }, (_, r) => `${r + 1}`), of },
    });
    return found.isFound;
  });
}

function orderShare({ models, r }: OrderCell): number {
  const names = Array.from({ length: models }, (_, k) => `model ${k}`);
  return share((run) => {
    const random = randomStream(1, 'warnings', 'orders', models, r, run);
    const x = Float64Array.from(names, () => randomNormal(random));
    const y = x.map((one) => r * one + Math.sqrt(1 - r * r) * randomNormal(random));
    const boards = [x, y].map((scores, k) => ({
      ...{ file: `${k}.csv`, models: names, scores, errors: null, errorsFrom: 'none' },
    }));
    const { pairs } = compareRankings({ boards, names: null, confidence: 0.9, seed: 1 });
    return pairs[0].isReversed;
  });
}

function share(isNamed: (run: number) => boolean): number {
  let named = 0;
  for (let run = 1; run <= RUNS; run++) named += Number(isNamed(run));
  return named / RUNS;
}

const percent = (value: number) => `${(100 * value).toFixed(1)}%`;

/** One row per group of cells, a column per level. */
function rows<Cell>(
  results: readonly Replicated<Cell, number>[],
  headOf: (cell: Cell) => readonly string[],
): string[][] {
  const byHead = new Map<string, string[]>();
  for (const { cell, results: own } of results) {
    const head = headOf(cell);
    const row = byHead.get(head.join()) ?? [...head];
    byHead.set(head.join(), row);
    row.push(percent(own[0]));
  }
  return [...byHead.values()];
}

interface Found {
  readonly drift: readonly Replicated<DriftCell, number>[];
  readonly orders: readonly Replicated<OrderCell, number>[];
  readonly banks: readonly Replicated<BankCell, ReturnType<typeof levelOfDoubts>>[];
  readonly backwards: readonly Replicated<BackwardsCell, boolean>[];
  readonly copies: readonly Replicated<CopyCell, boolean>[];
  readonly panels: readonly Replicated<RaterCell, boolean>[];
}

/** Shares of the runs of each cell. */
function shares<Cell>(
  results: readonly Replicated<Cell, boolean>[],
): readonly Replicated<Cell, number>[] {
  return results.map(({ cell, results: own }) => ({
    cell,
    results: [own.filter(Boolean).length / own.length],
  }));
}

const runsOf = (of: readonly Replicated<unknown, unknown>[]) => of[0]?.results.length ?? 0;
const ofBank = ({ examinees, items }: BankCell) => [`${examinees}`, `${items}`];

/** The part of the page about doubtful examinees and raters. */
function doubtsText({ banks, backwards, copies, panels }: Found): string {
  const named = (kind: 'backwards' | 'copies') =>
    shares(
      banks.map(({ cell, results }) => ({ cell, results: results.map((found) => found[kind]) })),
    );
  const levels = (['backwards', 'copies'] as const).map((kind) => ({ kind, own: named(kind) }));
  const raters = shares(panels);
  const panelRows = rows(raters, (cell) => [`${cell.raters}`, `${cell.items}`]);
  return `## Backwards examinees and copies

Banks follow the Rasch model, with abilities of standard deviation 1. Without doubtful examinees \`doubts\` names backwards ones in at most ${largest(levels[0].own, () => true)} of the ${runsOf(banks)} banks of a row, and
copies in at most ${largest(levels[1].own, () => true)}; it should be at most 1 in 1,000. *families*: the ${FAMILY} models of a family also share what they know of each item, and no family is
given. *extreme scores*: ${EXTREME} examinees have all right and ${EXTREME} all wrong; rows of all or none are the same, and say nothing.

${markdownTable(
  ['bank', 'examinees:', 'items:', 'backwards:', 'copies:'],
  banks.map(({ cell }, k) => [
    cell.world,
    ...ofBank(cell),
    ...levels.map(({ own }) => percent(own[k].results[0])),
  ]),
)}

How often an examinee with the opposite scores is named, by its ability before (${runsOf(backwards)} plain banks per figure):

${markdownTable(
  ['examinees:', 'items:', ...ABILITIES.map((ability) => `${ability}:`.replace('-', '−'))],
  rows(shares(backwards), ofBank),
)}

How often a copy is named, by the share of its answers that are changed:

${markdownTable(
  ['examinees:', 'items:', ...CHANGED.map((changed) => `${100 * changed}%:`)],
  rows(shares(copies), ofBank),
)}

## Reversed raters

Raters see the quality of one answer per item with errors, and grade it from 1 to 5; columns give the share of the variance of what they see that is quality. ${runsOf(panels)} panels per figure. Without reversed
raters \`judges\` names one in at most ${largest(raters, ({ isReversed }) => !isReversed)} of the panels; it should be at most 1 in 1,000 pairs. *reversed*: the first rater is, and is named. Of two raters it is
not known which one is reversed: both are named.

${markdownTable(
  [
    ...['raters:', 'items:'],
    ...RATED.map((r) => `${r}:`),
    ...RATED.slice(1).map((r) => `reversed, ${r}:`),
  ],
  panelRows,
)}
`;
}

function largest<Cell>(
  results: readonly Replicated<Cell, number>[],
  among: (cell: Cell) => boolean,
) {
  return percent(
    results
      .filter(({ cell }) => among(cell))
      .reduce((most, { results: own }) => Math.max(most, own[0]), 0),
  );
}

export const warnings = study({
  question:
    'How often do results warn of drift of repeats, opposite rankings, doubtful examinees and reversed raters, with and without a cause? On simulated answers. About two minutes.',
  page: 'warnings.md',
  tables: () => ({
    drift: table(DRIFTS, 1, driftShare),
    orders: table(ORDERS, 1, orderShare),
    banks: table(BANKS, LEVEL_RUNS, levelOfDoubts),
    backwards: table(BACKWARDS, POWER_RUNS, namesBackwards),
    copies: table(COPIES, POWER_RUNS, namesCopy),
    panels: table(PANELS, LEVEL_RUNS, namesReversed),
  }),
  write: ({ drift, orders, ...doubts }: Found) => `# Evidence for warnings

Each figure is the share of simulations, of seed 1, in which the result has the warning: of ${RUNS} unless another number is given. The standard error of ${RUNS} is at most 1.6 points, near 1% 0.3 points; of ${POWER_RUNS} at most 5 points.

## Drift of repeats

Without a fall \`noise\` names at most ${largest(drift, ({ fall }) => fall === 0)} of the models; it should be at most 1%.

One model; the probability of a right answer is uniform from .2 to .8 over items, and falls by so many points in the last repeat.

${markdownTable(
  ['items:', 'repeats:', ...FALLS.map((fall) => `${fall} points:`)],
  rows(drift, ({ items, repeats }) => [`${items}`, `${repeats}`]),
)}

## Opposite rankings

\`agreement\` names at most ${largest(orders, ({ r }) => r >= 0)} of rankings that are unrelated or agree.

Scores are normal with this correlation, and have no stated errors.

${markdownTable(
  ['models:', ...CORRELATIONS.map((r) => `r = ${r}:`)],
  rows(orders, ({ models }) => [`${models}`]),
)}

${doubtsText({ drift, orders, ...doubts })}`,
});
