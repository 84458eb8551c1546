import { mean, shareWithInterval } from 'thetarank';
import type { Replicated } from '../../study.ts';
import { markdownTable, percentWithEnds } from '../../text.ts';
import {
  BIAS_RUNS,
  type BiasRun,
  EFFECTIVE_RUNS,
  type EffectiveRun,
  JUDGES,
  MODELS,
  NOISE,
  PER_ITEM,
  SHARED,
  TASTE,
  UNLIKE,
  type Unlike,
} from './replicate.ts';

/** docs/evidence/judges.md */
export function judgesPage({
  bias,
  unlike,
  effective,
}: {
  readonly bias: readonly Replicated<{ items: number; planted: number }, BiasRun>[];
  readonly unlike: readonly Replicated<Unlike, BiasRun>[];
  readonly effective: readonly Replicated<
    { answers: number; rho: number; isByItem: boolean },
    EffectiveRun
  >[];
}): string {
  const biasRows = bias.map(({ cell: { items, planted }, results: runs }) => [
    String(items),
    decimals(planted),
    decimals(mean(runs.map((run) => run.bias[0]))),
    shareOf(runs.map(({ low, high }) => low[0] <= planted && planted <= high[0])),
    planted === 0 ? '–' : shareOf(runs.map(({ low }) => low[0] > 0)),
    found(runs, [1, 2]),
  ]);
  const unlikeRows = unlike.map(({ cell: { name }, results: runs }) => [
    name,
    decimals(mean(runs.map((run) => run.bias[0]))),
    found(runs, [0]),
    found(runs, [1, 2]),
  ]);
  const effectiveRows = effective.flatMap(({ cell: { answers, rho, isByItem }, results }, k) => {
    if (isByItem) return [];
    const truth = JUDGES / (1 + (JUDGES - 1) * rho);
    return [
      [
        String(answers),
        decimals(rho),
        truth.toFixed(1),
        mean(results.map((run) => run.effective)).toFixed(2),
        // The next cell is the same by item.
        ...[results, effective[k + 1]?.results ?? []].map((all) =>
          shareOf(all.map(({ low, high }) => low <= truth && truth <= high)),
        ),
      ],
    ];
  });
  return `# Evidence for judges

Does \`thetarank judges\` find a bias for the own family, does it invent one, and does it count judges rightly? All scores are simulated, so
the truth is known.

## Own-family bias

Four judges, three of them of the family of ${MODELS} models each; ${4 * MODELS} models of four families answer the items. Scores are the quality of the answer (standard deviation 1), what a judge
thinks of the item (${TASTE}), a constant of each judge, and noise (${NOISE}). The first judge gives answers of its family the planted bias; the others have none.
${BIAS_RUNS} runs per row; intervals are 95%.

${markdownTable(
  [
    'items:',
    'planted:',
    'mean estimate:',
    'interval holds it:',
    'found:',
    'false findings, judges without bias:',
  ],
  biasRows,
)}

### Where judges or answers are unlike

No judge is biased, and ${UNLIKE[0].items} items. Of a case, 64% of the variance of the quality and an error of each judge (${SHARED}) are those of all its questions.

${markdownTable(
  ['what', 'mean estimate, first judge:', 'false findings, first judge:', 'other judges:'],
  unlikeRows,
)}

Two rows do not hold. The best grade hides how good the answers are, and judges who share their errors seem to spread their scores more than the others.

## Effective number of judges

${JUDGES} judges whose errors have one correlation, against people without errors of their own; ${PER_ITEM} answers to each item. In the last column half of the variance of each
error is that of all answers to the item. ${EFFECTIVE_RUNS} runs per row; intervals are 90%.

${markdownTable(
  [
    'answers:',
    'correlation:',
    'true number:',
    'mean estimate:',
    'interval holds it:',
    'answers to an item dependent:',
  ],
  effectiveRows,
)}

With independent judges the number is at most ${JUDGES}, so estimates and intervals lie below the truth more often than above it.

## Limits

- Errors of judges are independent given the answer, its quality is one number, and scores are linear in it. If a judge likes one model of its family, whatever it answers, the interval takes that for a bias of the family.
- People's own errors count as errors that all judges share. They lower the number.
`;
}

/** How often some judges are found biased. */
function found(runs: readonly BiasRun[], judges: readonly number[]): string {
  return shareOf(runs.flatMap(({ low, high }) => judges.map((j) => low[j] > 0 || high[j] < 0)));
}

const decimals = (x: number) => (Math.abs(x) < 0.005 ? 0 : x).toFixed(2).replace(/^(-?)0\./, '$1.');

function shareOf(flags: readonly boolean[]): string {
  const { value, low, high } = shareWithInterval(flags.filter(Boolean).length, flags.length);
  return percentWithEnds(value, low, high);
}
