import { shareWithInterval } from 'thetarank';
import type { Replicated } from '../../study.ts';
import { figure, markdownTable, percentWithEnds } from '../../text.ts';
import {
  CHOICE_CATEGORIES,
  CHOICE_EXAMINEES,
  type Choice,
  COMPARED,
  type Errors,
  ITEMS,
  type Recovery,
  TRUTHS,
} from './replicate.ts';

interface GradedCell {
  readonly model: string;
  readonly categories: number;
  readonly examinees: number;
}
interface Made {
  readonly truth: (typeof TRUTHS)[number];
  readonly examinees: number;
}
type RecoveryCell = GradedCell & { readonly banks: readonly Recovery[] };
type ChoiceCell = Made & { readonly banks: readonly Choice[] };

/** docs/evidence/graded.md */
export function gradedPage(of: {
  readonly recovery: readonly Replicated<GradedCell, Recovery>[];
  readonly choices: readonly Replicated<Made, Choice>[];
}): string {
  const recovery = of.recovery.map(({ cell, results: banks }) => ({ ...cell, banks }));
  const choices = of.choices.map(({ cell, results: banks }) => ({ ...cell, banks }));
  const banks = recovery[0]?.banks.length ?? 0;
  const all = (kind: Kind) =>
    sumOf(recovery.flatMap((cell) => cell.banks.map((bank) => bank[kind])));
  const held = (kind: Kind) => {
    const { held: hits, count } = all(kind);
    return `${Math.round((100 * hits) / count)}%`;
  };
  const lost = recovery.map((cell) => ({ cell, ratio: ratio(cell) }));
  const worst = lost.reduce((one, other) => (other.ratio > one.ratio ? other : one));
  const least = lost.reduce((one, other) => (other.ratio < one.ratio ? other : one));
  const failed = recovery.reduce(
    (sum, cell) => sum + cell.banks.filter(({ converged }) => !converged).length,
    0,
  );
  const beta = recovery.filter(({ model }) => model === 'beta');
  const dispersions = parameterTable(beta, 'dispersions');
  const chosen = CHOICE_EXAMINEES.map((examinees) => {
    const own = choices.filter((cell) => cell.examinees === examinees);
    const rights = own.map(({ truth, banks: ofTruth }) => {
      const right = ofTruth.filter(({ best }) => best === truth).length;
      return `${right} of ${ofTruth.length} ${truth} banks`;
    });
    return `with ${examinees} examinees the model that made the answers is chosen for ${rights.join(', ')}`;
  }).join('; ');
  const convergence =
    failed === 0
      ? 'All calibrations converged.'
      : `${failed} of ${recovery.length * banks} calibrations did not converge.`;
  return `# Evidence for items with several categories

${banks} banks of each kind.

Do calibrations of graded, partial credit, nominal and beta items find the parameters and the abilities that made the answers, as well as theory
allows, and do their intervals hold? The truth is known because all answers are simulated.

## In short

- **Parameters**: over all cells 95% intervals hold for ${held('slopes')} of the slopes, ${held('locations')} of the thresholds, steps and intercepts, and ${held('dispersions')} of the dispersions.
- **Abilities**: 90% intervals hold for ${held('abilities')}. Their errors are ${figure(least.ratio, 2)} to ${figure(worst.ratio, 2)} times those with the true items, most with ${name(worst.cell)}.
- ${convergence}
- **Choice of the model**: ${chosen}.

## Recovery

${ITEMS} items. a is lognormal(0, 0.3), halved for gpcm; the middle of the thresholds is N(0, 0.8²) and their distance 1 with 3 categories and 0.6 with 5, in steps of gpcm
items with N(0, 0.3²) added; slopes of nominal items are a/2 apart with N(0, 0.3²) added, intercepts N(0, 0.6²); dispersions of beta items are uniform in [0.1, 0.4]. Abilities are N(0, 1).
Calibrations have the default priors. "Expected" is the root mean square of the reported standard errors: what theory says of the error. Priors make the bias of slopes
with few examinees. Items with a category that no examinee is in, and parameters without a standard error, do not count.

### Slopes

${parameterTable(recovery, 'slopes')}

### Thresholds, steps and intercepts

${parameterTable(recovery, 'locations')}

### Dispersions

${dispersions}

### Abilities

EAP. The ratio is of the first ${COMPARED} examinees of each bank; no calibration can be below 1 on average.

${abilityTable(recovery)}

## Choice of the model

${ITEMS} items with ${CHOICE_CATEGORIES} categories, 5 folds. "binary": right and wrong answers of the graded model, and beyond that categories by chance. A choice is clear if every other model
is lower by at least two standard errors of the difference (more of fewer than 60 examinees: the 97.5% point of Student's t).

The choice is of the model that predicts new examinees best, and that need not be the one that made the answers. Here thresholds are evenly spaced, which beta items with three
parameters come near to. They predict better than the five parameters of a graded or gpcm item until there are enough examinees to estimate these. The last column says
how little is lost.

${choiceTable(choices)}

## What limits this

- Answers follow the model that is fitted. Recorded scores of language models depend on more than one ability.
- With ${ITEMS} items and 5 categories, 100 examinees leave some categories to a handful of answers: the likelihood of a threshold is then skew, and intervals are symmetric.
- The sample of examinees has not exactly the mean 0 and the standard deviation 1. That error is common to all items of a bank, and intervals of abilities do not include it.
- Intervals of abilities do not include the errors of item parameters either.
`;
}

type Kind = 'slopes' | 'locations' | 'dispersions' | 'abilities';

const name = ({ model, categories, examinees }: RecoveryCell) =>
  `${model}, ${categories} categories, ${examinees} examinees`;

function sumOf(list: readonly Errors[]): Errors {
  const total = (value: (one: Errors) => number) => list.reduce((sum, one) => sum + value(one), 0);
  return {
    count: total(({ count }) => count),
    bias: total(({ bias }) => bias),
    squares: total(({ squares }) => squares),
    said: total(({ said }) => said),
    held: total(({ held }) => held),
  };
}

const ofCell = (cell: RecoveryCell, kind: Kind) =>
  sumOf(cell.banks.map((bank: Recovery) => bank[kind]));

/** How many times larger errors are than with the true items. */
function ratio({ banks }: RecoveryCell): number {
  const total = (of: 'fitted' | 'known') => banks.reduce((sum, { first }) => sum + first[of], 0);
  return Math.sqrt(total('fitted') / total('known'));
}

const heads = ['model', 'categories:', 'examinees:'];
const headCells = ({ model, categories, examinees }: RecoveryCell) => [
  model,
  `${categories}`,
  `${examinees}`,
];

function holds({ held, count }: Errors): string {
  const { value, low, high } = shareWithInterval(held, count);
  return percentWithEnds(value, low, high);
}

function parameterTable(cells: readonly RecoveryCell[], kind: Kind): string {
  const rows = cells.map((cell) => {
    const sums = ofCell(cell, kind);
    return [
      ...headCells(cell),
      `${sums.count}`,
      figure(sums.bias / sums.count, 3),
      figure(Math.sqrt(sums.squares / sums.count), 3),
      figure(Math.sqrt(sums.said / sums.count), 3),
      holds(sums),
    ];
  });
  return markdownTable(
    [...heads, 'parameters:', 'bias:', 'RMSE:', 'expected:', '95% intervals that hold:'],
    rows,
  );
}

function abilityTable(cells: readonly RecoveryCell[]): string {
  const rows = cells.map((cell) => {
    const sums = ofCell(cell, 'abilities');
    return [
      ...headCells(cell),
      figure(sums.bias / sums.count, 3),
      figure(Math.sqrt(sums.squares / sums.count), 3),
      figure(ratio(cell), 2),
      figure(Math.sqrt(sums.said / sums.count), 3),
      holds(sums),
    ];
  });
  return markdownTable(
    [
      ...heads,
      'bias:',
      'RMSE:',
      'times the error with true items:',
      'expected:',
      '90% intervals that hold:',
    ],
    rows,
  );
}

function choiceTable(cells: readonly ChoiceCell[]): string {
  const chosen = (banks: ChoiceCell['banks'], of: string) =>
    `${banks.filter(({ best }) => best === of).length}`;
  const rows = cells.map(({ truth, examinees, banks }) => [
    truth,
    `${examinees}`,
    `${banks.length}`,
    ...TRUTHS.map((of) => chosen(banks, of)),
    `${banks.filter(({ isClear }) => isClear).length}`,
    `${banks.filter(({ isClear, best }) => isClear && best !== truth).length}`,
    figure(banks.reduce((sum, { below }) => sum + below, 0) / banks.length, 4),
  ]);
  return markdownTable(
    [
      'made by',
      'examinees:',
      'banks:',
      ...TRUTHS.map((truth) => `${truth} chosen:`),
      'clear:',
      'clear, not the one that made them:',
      'true model below the best, per answer:',
    ],
    rows,
  );
}
