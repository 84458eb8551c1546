import { z } from 'zod';
import { type OrderingReport, ordering, orderingSteps } from '../../../sim/ordering/ordering.ts';
import { count, decimal, percent, plural } from '../../numbers.ts';
import type { Told } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import { seed, wholeNumber, wholeNumbers } from '../fields.ts';
import { type Context, operation, type Reading } from '../operation.ts';
import { declaring } from '../order/order.ts';
import { readBank, recordedBank, sourceOf } from '../recorded-bank.ts';

const ORDERS = { group: 'The order' };

const options = z.object({
  ...recordedBank,
  ...declaring,
  totalItems: wholeNumbers(1)
    .optional()
    .describe(
      'numbers of items over all models at which to compare (default: only when every pair is decided)',
    )
    .meta(ORDERS),
  seeds: wholeNumber(1)
    .default(3)
    .describe('number of repetitions, each with its own folds and items')
    .meta(ORDERS),
  seed: seed.meta(ORDERS),
});
type OrderingOptions = z.output<typeof options>;

/** What `thetarank order` would have cost, and how often it would have been wrong. */
export const simulateOrdering = operation({
  name: 'simulate ordering',
  summary:
    'Compare two ways to put recorded models in order: asking items where the order is undecided, and tests of equal length. Reports items, declarations and false declarations.',
  help: `
Examples:
  thetarank simulate ordering --bank cruxeval-o
  thetarank simulate ordering --bank mmlu-pro --confidence 0.95 --margin 1 --total-items 8262,34000,100000 --seeds 3
  thetarank simulate ordering --responses answers.csv --seeds 10 --out ordering.json`,
  options,
  database: 'existing',
  outputs: ['json', 'out'],
  run: runOrdering,
  report: orderingDocument,
});

async function runOrdering(given: OrderingOptions, context: Context): Promise<OrderingReport> {
  const { confidence, margin, totalItems: budgets = [], seeds, seed } = given;
  const { bank, families } = await readBank(given, context);
  const request = { bank, families, confidence, margin, budgets, seeds, seed };
  context.steps.start(orderingSteps(request), 'calibrating');
  return ordering(request, (doing) => context.steps.advance(doing));
}

/** What a study of orders says: one line per budget and allocation. */
export function orderingDocument(
  report: OrderingReport,
  { options, where, out }: Pick<Reading<OrderingOptions>, 'options' | 'where' | 'out'>,
): Told {
  const { confidence, margin, seeds, seed, verified } = report;
  return {
    lead: [
      `${report.bank}: ${count(report.examinees)} models, ${count(report.pairs)} pairs, ${count(report.items)} items${report.simulated ? ' — SIMULATED answers' : ''}; confidence ${percent(confidence)} over all pairs, margin ${margin}; ${plural(seeds, 'seed')} from ${seed}, ± standard error over them.`,
      'Adaptive: items are asked where the order is undecided; equal: tests of equal length. The same rule decides after the same number of items. "Needs": items until the pairs that both had decided at that budget were decided; "saved": how many fewer adaptive needs.',
      'False declarations are those for these models: 95% intervals of "seeds with any false" are over seeds, not over models.',
    ].join('\n'),
    sections: [
      {
        table: resultTable(report),
        ...(!verified && {
          paragraphs: [
            'warning: some of the standard errors are based on too few models; the confidence is unverified.',
          ],
        }),
      },
    ],
    ...(out === undefined && {
      next: `to make one such order: thetarank order ${sourceOf(options, where)} --confidence ${confidence}`,
    }),
  };
}

const COLUMNS = [
  ...['budget', 'items go', 'items', 'ordered', 'tied', 'undecided', 'false orders'],
  ...['false ties', 'seeds with any false', 'needs', 'saved'],
];

function resultTable({ results }: OrderingReport) {
  const share = ({ mean }: { mean: number }) => percent(mean);
  const wrong = (of: { false: number; declared: number }) =>
    `${count(of.false)} of ${count(of.declared)}`;
  return plainTable(
    COLUMNS,
    results.map((r) => [
      r.budget === null ? 'none' : count(r.budget),
      r.allocation,
      count(Math.round(r.spent.mean)),
      ...[share(r.ordered), share(r.tied), share(r.undecided)],
      ...[wrong(r.falselyOrdered), wrong(r.falselyTied)],
      `${percent(r.anyFalse.value)} (${percent(r.anyFalse.low)}–${percent(r.anyFalse.high)})`,
      count(Math.round(r.needs.mean)),
      savingText(r.saving),
    ]),
    COLUMNS.filter((name) => name !== 'items go'),
  );
}

function savingText(saving: OrderingReport['results'][number]['saving']): string {
  if (saving === null) return '';
  const error = saving.se === null ? '' : ` ± ${decimal(100 * saving.se, 0)}`;
  return `${decimal(100 * saving.mean, 0)}%${error}`;
}
