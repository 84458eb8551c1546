import { mean, shareWithInterval } from 'thetarank';
import type { Replicated } from '../../study.ts';
import { figure, markdownTable, percentOf, percentWithEnds } from '../../text.ts';
import {
  AGREEMENT_RUNS,
  type agreementHeld,
  MANY_ANSWERS,
  MEASURE_NAMES,
  type RatedPanels,
} from './agreement.ts';
import { type EQUAL_DESIGNS, EQUAL_RUNS, type EqualRun } from './assignments.ts';
import {
  ANSWER_SD,
  ASPECT_SD,
  ASPECTS,
  BIAS,
  CENTRAL,
  type DESIGNS,
  GRADES,
  HALO,
  ITEM_SD,
  MODEL_SD,
  MODELS,
} from './designs.ts';
import { type RaterRun, SPREAD_ANSWERS, type SpreadRun } from './replicate.ts';
import { KINDS, SEVERAL_RUNS, type SeveralRaters, type severalHeld, WAYS } from './several.ts';

export const RUNS = 40;
export const SPREAD_RUNS = 40;
export const SPREAD_RATERS = [2, 4, 8];

/** docs/evidence/raters.md */
export function ratersPage({
  found,
  spread,
  equal,
  agreement,
  several,
}: {
  readonly found: readonly Replicated<(typeof DESIGNS)[number], RaterRun>[];
  readonly spread: readonly Replicated<number, SpreadRun>[];
  readonly equal: readonly Replicated<(typeof EQUAL_DESIGNS)[number], EqualRun>[];
  readonly agreement: readonly Replicated<RatedPanels, ReturnType<typeof agreementHeld>>[];
  readonly several: readonly Replicated<SeveralRaters, ReturnType<typeof severalHeld>>[];
}): string {
  const fits = found.flatMap(({ results }) => results);
  const halo = found.filter(({ cell }) => cell.misfit === 'halo').flatMap(({ results }) => results);
  const rows = (of: (runs: readonly RaterRun[]) => readonly string[]) =>
    found.map(({ cell, results }) => [cell.name, ...of(results)]);
  return `# Evidence for severities of raters

Does taking raters' severity out of scores ([\`fitFacets\`](../mathematics.md#severity-of-raters-calibrationfacets)) help, when does it not, and do its intervals hold? All ratings are simulated, so
the truth is known.

${MODELS} models answer the same items, in ${ASPECTS} aspects of ${GRADES} grades each. Standard deviations in logits: models ${MODEL_SD}, items ${ITEM_SD}, answers beside both ${ANSWER_SD}, aspects of an
answer ${ASPECT_SD}. Unless a row says otherwise: 4 raters, 200 answers, each by 2 raters that chance names, severities with standard deviation 0.5. \`unbalanced\`: strict raters get the better models more
often. The fit has a mean per model and clusters by item; ${RUNS} runs per row; intervals are 90%.

## Scores: plain mean or fair score?

Errors are root mean squares in grades, ρ the rank correlation with the truth: what raters of mean severity would give to the same answers.

${markdownTable(
  [
    'design',
    ...['answers, plain:', 'fair:', 'ρ, plain:', 'fair:'],
    ...['models, plain:', 'fair:', 'ρ, plain:', 'fair:'],
  ],
  rows((runs) =>
    (['answerErrors', 'answerRanks', 'modelErrors', 'modelRanks'] as const).flatMap((which) =>
      [0, 1].map((k) => short(mean(runs.map((run) => run[which][k])))),
    ),
  ),
)}

- Errors of answers are smaller for two reasons: severity is gone, and a fair score is drawn towards the mean of its model as far as its ratings are noisy. ρ shows more of the first.
- **Where it does not help:** if raters are equally severe, or every answer has all raters, fair scores order models as plain means do. They cost nothing that can be seen.
- **Where it helps a little:** raters by chance. Severities are then noise in plain means, and the more answers a model has, the less.
- **Where plain means mislead:** strict raters get the better models. With severities of sd 1 plain means put the models in no order or the wrong one.
- A fit without means by model takes a part of the models' differences for severity. It is still far better than plain means, but its intervals of severities are too short (below).

## Severities and intervals

${markdownTable(
  [
    'design',
    ...['severity error, logits:', 'held, robust:', 'held, if the model is true:'],
    ...['answers held:', 'models held:'],
  ],
  rows((runs) => [
    short(mean(runs.map((run) => run.severityError))),
    percentOf(mean(runs.map((run) => run.severityHeld))),
    percentOf(mean(runs.map((run) => run.severityHeldModel))),
    percentOf(mean(runs.map((run) => run.answersHeld))),
    !Number.isFinite(runs[0].modelsHeld) ? '–' : percentOf(mean(runs.map((run) => run.modelsHeld))),
  ]),
)}

Robust errors go by items; the others hold if the model is true. The truth of models is over all items that there could be, of answers that of these answers.

## What tests find

Shares of runs in which a test at 5% over all raters finds something: 5% are expected where there is nothing. Halo: impressions of standard deviation ${HALO} that a rater's grades of one answer share;
the fit chose \`rater\` deviations in ${percentOf(mean(halo.map(({ isRater }) => (isRater ? 1 : 0))))} of these runs. Central tendency: grades of one rater follow quality by ${CENTRAL}. The stricter aspect is ${BIAS} logit.
The test of halo is of more than the fit's deviations explain. If all raters show halo, these explain it, and the test finds nothing; the command then says so.

${markdownTable(
  [
    'design',
    'severities differ:',
    'halo:',
    'follows quality little:',
    'bias by aspect:',
    'misfit:',
  ],
  rows((runs) =>
    [0, 1, 2, 3, 4].map((which) => {
      const flags = runs.map(({ finds }) => finds[which]);
      const { value, low, high } = shareWithInterval(flags.filter(Boolean).length, flags.length);
      return percentWithEnds(value, low, high);
    }),
  ),
)}

## Equally severe raters

${MODELS} models, one aspect, nobody is stricter than others; ${EQUAL_RUNS} runs per row of what \`thetarank judges\` shows, which does not know who chose the assignments. *Found to differ*: the test at 5%; it is not told between raters without common
answers.

${markdownTable(
  ['design', 'severities held:', 'found to differ:'],
  equal.map(({ cell, results }) => {
    const told = results.flatMap(({ differ }) => differ ?? []);
    return [
      cell.name,
      percentOf(mean(results.map(({ held }) => held))),
      told.length === 0 ? '–' : percentOf(told.filter(Boolean).length / told.length),
    ];
  }),
)}

## Agreement: do intervals hold?

Two raters, five grades; answers to one item depend on each other. Shares of 90% intervals that had the value of ${MANY_ANSWERS} answers, of ${AGREEMENT_RUNS} panels per row; in brackets the share of panels that had an interval, if not all had.

${markdownTable(
  ['raters', 'items × answers', ...MEASURE_NAMES.map((name) => `${name}:`)],
  agreement.map(
    ({
      cell: {
        who,
        size: [items, answers],
      },
      results: [ofMeasures],
    }) => [
      who.name,
      `${items} × ${answers}`,
      ...ofMeasures.map(({ held, known }) =>
        known === 1 ? percentOf(held) : `${percentOf(held)} (${percentOf(known)})`,
      ),
    ],
  ),
)}

## α of three and five raters

Items with one answer; two or five labels, or five grades in order; equally frequent, or rare (the most frequent 90% of two and 75% of five); true α of .3, .6 or .9; raters err each
for themselves, or all on the same items. ${KINDS.length} kinds of panels per row, ${SEVERAL_RUNS} panels of each: the smallest and the mean share of 90% intervals that held, over panels that had one, and the mean
width. *Before*: leaving out one item, with Student's t. *After*: with one more item of the rarest grade instead ([\`alphaInterval\`](../mathematics.md#judges-srcscoringjudges)).

${markdownTable(
  [
    ...['raters:', 'items:', 'categories'],
    ...WAYS.flatMap((way) => [`${way}, least:`, 'mean:', 'width:', 'had one:']),
  ],
  several.map(({ cell, results: [kinds] }) => [
    ...[String(cell.raters), String(cell.items), cell.frequencies],
    ...WAYS.flatMap((way) => {
      const own = kinds.map((kind) => kind[way]);
      return [
        percentOf(Math.min(...own.map(({ held }) => held))),
        percentOf(mean(own.map(({ held }) => held))),
        mean(own.map(({ width }) => width)).toFixed(2),
        percentOf(mean(own.map(({ known }) => known))),
      ];
    }),
  ]),
)}

## Why not joint maximum likelihood

Two grades, one aspect, ${SPREAD_ANSWERS} answers, severities with standard deviation 1: the slope of estimated on true severities, 1 where they are right (the usual programs take the quality of each answer for a parameter).

${markdownTable(
  [
    'raters, all rate all answers:',
    'joint maximum likelihood:',
    'marginal (`fitFacets`, no priors):',
  ],
  spread.map(({ cell, results }) => [
    String(cell),
    figure(slope(results, 'joint'), 2),
    figure(slope(results, 'marginal'), 2),
  ]),
)}

## Limits

- Qualities, deviations and severities are normal or fixed as the model says; real raters also drift, tire and talk to each other.
- One kind of deviation is fitted at a time. With deviations by aspect and halo together, the likelier one is taken, and intervals of answers are too short (row \`halo\`). A rater who hardly follows quality
  shortens them too.
- ${fits.filter(({ converged }) => !converged).length} of ${fits.length} fits did not converge.
`;
}

function slope(runs: readonly SpreadRun[], which: 'joint' | 'marginal'): number {
  return mean(runs.map((run) => run[which])) / mean(runs.map(({ truth }) => truth));
}

/** Without the zero before the point, as in the other pages. */
function short(value: number): string {
  return value.toFixed(3).replace(/^(-?)0\./, '$1.');
}
