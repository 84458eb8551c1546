import type { PretestChoice, PretestDesign, PretestLook } from 'thetarank/study';
import type { Replicated } from '../../study.ts';
import { figure, markdownTable } from '../../text.ts';

/** Repetitions of each choice. */
export const RUNS = 40;

export const DESIGN: PretestDesign = {
  ...{ items: 200, fresh: 20, areas: 5, areaEffect: 0.6 },
  ...{ length: 40, pretest: 4, looks: [25, 50, 100, 200, 400] },
};

type Kept = readonly Replicated<PretestChoice, readonly PretestLook[]>[];

/** docs/evidence/pretest.md */
export function pretestPage(kept: Kept): string {
  const { items, fresh, areas, areaEffect, length, pretest } = DESIGN;
  const runs = looksOf(kept, 'near').length;
  return `# Evidence for pretest items

How well is the difficulty of a new item known after n models, if [tests ask it](../banks.md#pretest-items) near its likely difficulty, and if
they ask it of models at random? The truth is known because all answers are simulated.

## The simulation

${items} calibrated items and ${fresh} new ones: a lognormal(0, 0.3), b N(0, 1), of which a tag of ${areas} values explains a standard deviation of ${areaEffect}.
Abilities are N(0, 1). Each model has an adaptive test of ${length} items, and ${pretest} pretest items among them. Tests come one after another, and each knows the
answers of those before it. "Near" is the rule of thetarank. "At random" asks the pretest item with the fewest answers, one at random among equals. Both estimate difficulties in
the same way: the prediction from the tag, then the answers, with the usual slope of the bank. Each entry is a root mean square over the new items and ${runs} repetitions, ± its standard error over the
repetitions.

${table(kept)}

- The first row is the prediction from the tag, before any answer. With N(0, 1) difficulties, no prediction would have an error of 1.
- "Stated" is the standard error that thetarank states. It assumes the usual slope. Far from its difficulty, an item with another slope shows a difficulty that is
  wrong by more than that, which costs random places most.
- After ${DESIGN.looks.at(-1)} models the mean square error at random is ${figure(squareRatio(kept), 2)} times that near the likely difficulty.
- "Fewest" is the least number of answers of any new item, averaged over the repetitions.

## What it costs the test

Nothing but the ${pretest} answers. The items that count, abilities, scores, intervals and the end of a test are those of the same test without pretest items, bit by bit:
property tests compare them over strategies without learned settings, lags, lengths, a stopping rule and orders of arrival, and one test compares a robust test that
grows (\`test/ranking/pretest\`).

## Limits

One ability explains all answers here, and calibrated parameters have no errors. A real bank has both, so real errors are larger. Models of one family do not
count as so many independent ones.
`;
}

/** The repetitions of a choice. */
const looksOf = (kept: Kept, choice: PretestChoice) =>
  kept.find(({ cell }) => cell === choice)?.results ?? [];

function table(kept: Kept): string {
  const looks = [0, ...DESIGN.looks];
  const of = (choice: PretestChoice, value: (look: PretestLook) => number, k: number) =>
    looksOf(kept, choice).map((run) => value(run[k]));
  const error = (look: PretestLook) => look.error;
  return markdownTable(
    ['models:', 'answers per item:', 'near:', 'stated:', 'fewest:', 'at random:', 'stated:'],
    looks.map((examinees, k) => [
      `${examinees}`,
      `${(examinees * DESIGN.pretest) / DESIGN.fresh}`,
      rootMean(of('near', error, k)),
      figure(root(of('near', ({ stated }) => stated, k)), 3),
      figure(average(of('near', ({ fewest }) => fewest, k)), 1),
      rootMean(of('random', error, k)),
      figure(root(of('random', ({ stated }) => stated, k)), 3),
    ]),
  );
}

/** Of the mean square errors of both choices at the last look. */
function squareRatio(kept: Kept): number {
  const square = (choice: PretestChoice) =>
    average(looksOf(kept, choice).map((run) => run[run.length - 1].error ** 2));
  return square('random') / square('near');
}

const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const root = (values: readonly number[]) =>
  Math.sqrt(average(values.map((value) => value * value)));

/** A root mean square with its standard error by the delta method. */
function rootMean(values: readonly number[]): string {
  const squares = values.map((value) => value * value);
  const mean = average(squares);
  const variance =
    squares.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  const se = Math.sqrt(variance / values.length) / (2 * Math.sqrt(mean));
  return `${figure(Math.sqrt(mean), 3)} ± ${figure(se, 3)}`;
}
