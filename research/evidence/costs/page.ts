import { mean, type RecordedBank } from 'thetarank';
import { compareStudies, reportOf } from 'thetarank/study';
import { figure, markdownTable, percentWithEnds } from '../../text.ts';
import type { KeptTests } from './costs.ts';
import { CORRELATION, COST_KINDS, type CostKind, MEAN_COST, SIGMA } from './drawn-costs.ts';

const HEADS = [
  ...['budget:', 'test', 'error:', 'τ:', '90% hold:', 'width:', 'items:', 'dollars:'],
  ...['error ÷ `robust` without costs:'],
];

const TITLES: Readonly<Record<CostKind, string>> = {
  independent: 'Simulated costs, independent of difficulty',
  rising: 'Simulated costs that rise with difficulty',
};

interface Bank {
  readonly bank: RecordedBank;
  readonly families: readonly string[] | null;
}

/** docs/evidence/costs.md */
export function costsPage(source: Bank, kept: readonly KeptTests[]): string {
  const { name, responses } = source.bank;
  const repetitions = new Set(kept.map(({ repetition }) => repetition)).size;
  const budgetsOf = (own: readonly KeptTests[]) =>
    [...new Set(own.map(({ budget }) => budget))].sort((x, y) => x - y);
  const whole = MEAN_COST * responses.items.length;
  const sections = COST_KINDS.map((kind) => {
    const own = kept.filter((one) => one.kind === kind);
    const rows = budgetsOf(own).flatMap((budget) =>
      rowsOf(
        source,
        budget,
        own.filter((one) => one.budget === budget),
      ),
    );
    return `## ${TITLES[kind]}\n\n${markdownTable(HEADS, rows)}\n`;
  });
  return `# Evidence for tests by information per dollar

**The costs are simulated**; the answers are recorded. What a task of ${name} costs differs between agents and is not in the bank. Here the
${responses.items.length} tasks have log-normal costs (SD ${SIGMA} of the logarithm) with a mean of exactly $${MEAN_COST.toFixed(2)}, so that the whole bank costs $${whole.toFixed(0)} a model. They
are drawn anew in each repetition: once independent of difficulty, once correlated ${CORRELATION} with it (normal scores of the share of
wrong answers).

Each of the ${responses.examinees.length} recorded models is tested on a calibration without its family (5 folds of whole families, ${repetitions} repetitions) until no
task is left that the rest of its budget pays for. Budgets are ${budgetsOf(kept).join(', ')} times the mean cost. Costs are known exactly beforehand and are the same for
all models: the best case, since a real agent's bill also depends on the agent and on chance.

- \`robust\` per dollar: \`rank --costs FILE --max-cost DOLLARS\`. Chosen items are those with the greatest reduction of the score's variance
  per dollar; the random share is drawn with equal probability.
- \`robust\`: the same without knowing costs when it chooses. \`random-irt\`: random items, scored by a calibration. \`random\`: their plain mean.
  Random tests end at the first item that the money does not pay for, robust ones when nothing is left that it pays for.
- *error* is the mean absolute error of the predicted score in points and *τ* Kendall's τ-b, both ± a standard error over families and
  repetitions. *90% hold* is the share of the test's own intervals that hold (95% interval over families), *width* their mean width in points when
  they hold about 90%.
- The last column is the ratio of errors to \`robust\` without costs and its 90% interval, a paired bootstrap over families.

${sections.join('\n')}`;
}

function rowsOf(source: Bank, budget: number, kept: readonly KeptTests[]): string[][] {
  const repetitionsOf = (perDollar: boolean, strategy: string) =>
    kept
      .filter((one) => one.perDollar === perDollar)
      .sort((x, y) => x.repetition - y.repetition)
      .map(({ tests }) => tests.outcomes[tests.strategies.indexOf(strategy)][0][0]);
  const plain = repetitionsOf(false, 'robust');
  const designs: [string, string, boolean][] = [
    ['`robust` per dollar', 'robust', true],
    ['`robust`', 'robust', false],
    ['`random-irt`', 'random-irt', true],
    ['`random`', 'random', true],
  ];
  const [{ tests }] = kept;
  return designs.flatMap(([name, strategy, perDollar]) => {
    if (kept.every((one) => one.perDollar !== perDollar)) return [];
    const outcomes =
      strategy === 'robust' && !perDollar ? plain : repetitionsOf(perDollar, strategy);
    const request = {
      ...source,
      lengths: [source.bank.responses.items.length],
      strategies: [strategy],
      folds: 5,
      seeds: outcomes.length,
      seed: 1,
    };
    const report = reportOf(request, { ...tests, strategies: [strategy], outcomes: [[outcomes]] });
    const [result] = report.results;
    return [
      [
        `$${(budget * MEAN_COST).toFixed(2)}`,
        name,
        `${figure(result.mae, 2)} ± ${figure(result.seMae, 2)}`,
        `${figure(result.kendall, 3)} ± ${figure(result.seKendall, 3)}`,
        percentWithEnds(result.ownCoverage90, result.ownCoverage90Low, result.ownCoverage90High),
        figure(result.width90, 1),
        figure(mean(outcomes.flat().map(({ items }) => items)), 0),
        figure(result.cost ?? null, 2),
        plain.length === 0 ? '–' : ratioTo(plain, outcomes),
      ],
    ];
  });

  function ratioTo(others: typeof plain, outcomes: typeof plain): string {
    if (outcomes === others) return '1';
    const { families, actual } = tests;
    const compared = [{ population: '', families, actual, outcomes: [[outcomes], [others]] }];
    const { value, low, high } = compareStudies(['', 'robust'], compared, 1).studies[0][0]
      .errorRatio;
    return `${figure(value, 2)} (${figure(low, 2)}–${figure(high, 2)})`;
  }
}
