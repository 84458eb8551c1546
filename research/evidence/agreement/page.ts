import { CORRELATIONS } from 'thetarank';
import { markdownTable, percentOf } from '../../text.ts';
import {
  type Cell,
  CONFIDENCE,
  type Coefficient,
  type FEW,
  FEW_RUNS,
  RUNS,
  type Run,
  SAME_RUNS,
  type Way,
} from './replicate.ts';

/** How often any model was said to disagree, of rankings with the same true scores. */
export interface SameRuns {
  readonly cell: Cell;
  readonly share: number;
}

export interface CellRuns {
  readonly cell: Cell;
  readonly runs: readonly Run[];
}

/** How often measured intervals of few models without errors held. */
export interface FewRuns {
  readonly cell: (typeof FEW)[number];
  readonly held: Readonly<Record<Coefficient, number>>;
}

/** docs/evidence/agreement.md */
export function agreementPage(
  all: readonly CellRuns[],
  same: readonly SameRuns[],
  few: readonly FewRuns[],
): string {
  const runs = all.reduce((sum, own) => sum + own.runs.length, 0);
  return `# Evidence for agreement of rankings

Do the ${percentOf(CONFIDENCE)} intervals of [\`thetarank agreement\`](../agreement.md) hold? ${runs.toLocaleString('en-US')} simulated pairs of rankings, ${RUNS} per row of
the tables, with known true scores. Reliability is the share of the variance of each ranking that is not error. Errors are normal with known standard errors.

## In short

${inShort(all)}

## True scores of these models

Shares of the intervals that hold for the coefficient of the true scores of the simulated models, for Kendall's τ. "Without errors" is what the
command prints; the other three are what is often done instead: errors added to the measured scores, models drawn with replacement, or
both.

${theseTable(all)}

The three alternatives are about the scores as measured, or add errors to scores that have them already. Errors make agreement look
smaller, so their intervals miss the truth the more models there are.

## Models like these

Normal scores, for which the coefficients of the population are known. "Without errors" is for the true scores of other models, "measured" (Fisher's transformation) for
scores of other models with the same errors.

${likeTable(all)}

## Few models

Measured intervals of normal scores without errors, ${FEW_RUNS.toLocaleString('en-US')} simulated pairs of rankings per row. Few models have few possible values of τ and ρ, often 1. Each end of
an interval is therefore taken half a step further out; without that, equal orders would have the interval [1, 1], which never holds.

${fewTable(few)}

At r = .99 intervals of τ and ρ of eight and more models are too narrow. Such rankings hardly differ; Pearson's r, whose intervals hold, then says more.

## Models that disagree

Rankings with the same true scores (r = 1): the share of ${SAME_RUNS} simulated pairs in which any model was said to disagree by more than the errors. At most
${percentOf(1 - CONFIDENCE)} is intended.

${verdictTable(same)}

## What limits these figures

- Errors are known and independent between the rankings. Rankings that share questions or judges agree by their errors too.
- Models are independent. In families of models, "models like these" is too narrow.
- At r = 1 a coefficient lies at its bound, which an interval between two percentiles cannot reach.
`;
}

function rateOf(all: readonly CellRuns[], name: Coefficient, way: Way) {
  const found = all.flatMap(({ runs }) => runs.flatMap(({ held }) => held[`${name} ${way}`] ?? []));
  return {
    count: found.length,
    held: found.reduce((sum, one) => sum + one.held, 0) / found.length,
    width: found.reduce((sum, one) => sum + one.width, 0) / found.length,
  };
}

function inShort(all: readonly CellRuns[]): string {
  const share = (name: Coefficient, way: Way) => percentOf(rateOf(all, name, way).held);
  return markdownTable(
    ['interval', "Kendall's τ:", "Spearman's ρ:", "Pearson's r:"],
    [
      ['without errors, these models', ...CORRELATIONS.map((name) => share(name, 'these'))],
      ['without errors, models like these', ...CORRELATIONS.map((name) => share(name, 'like'))],
      ['measured', ...CORRELATIONS.map((name) => share(name, 'measured'))],
      ['not done: errors added', ...CORRELATIONS.map((name) => share(name, 'noise'))],
      ['not done: models drawn', ...CORRELATIONS.map((name) => share(name, 'bootstrap'))],
      ['not done: both', ...CORRELATIONS.map((name) => share(name, 'bootstrap and noise'))],
    ],
  );
}

const heads = ['scores', 'true r:', 'reliability', 'models:'];

function cellHead({ shape, r, reliability, n }: Cell): string[] {
  return [shape, String(r), reliability.join(' and '), String(n)];
}

function theseTable(all: readonly CellRuns[]): string {
  const ways = ['these', 'noise', 'bootstrap', 'bootstrap and noise'] as const;
  return markdownTable(
    [...heads, 'without errors:', 'its width:', 'errors added:', 'models drawn:', 'both:'],
    all.map((own) => {
      const rates = ways.map((way) => rateOf([own], 'kendall', way));
      return [
        ...cellHead(own.cell),
        percentOf(rates[0].held),
        rates[0].width.toFixed(2),
        ...rates.slice(1).map(({ held }) => percentOf(held)),
      ];
    }),
  );
}

function likeTable(all: readonly CellRuns[]): string {
  return markdownTable(
    [...heads, ...['without errors, τ:', 'ρ:', 'r:', 'measured, τ:', 'ρ:', 'r:']],
    all
      .filter(({ cell }) => cell.shape === 'normal')
      .map((own) => [
        ...cellHead(own.cell),
        ...(['like', 'measured'] as const).flatMap((way) =>
          CORRELATIONS.map((name) => percentOf(rateOf([own], name, way).held)),
        ),
      ]),
  );
}

function verdictTable(same: readonly SameRuns[]): string {
  return markdownTable(
    [...heads.filter((head) => head !== 'true r:'), 'any model:'],
    same.map(({ cell, share }) => [...cellHead(cell).filter((_, k) => k !== 1), percentOf(share)]),
  );
}

function fewTable(few: readonly FewRuns[]): string {
  return markdownTable(
    ['models:', 'true r:', "Kendall's τ:", "Spearman's ρ:", "Pearson's r:"],
    few.map(({ cell: { n, r }, held }) => [
      String(n),
      String(r),
      ...CORRELATIONS.map((name) => percentOf(held[name])),
    ]),
  );
}
