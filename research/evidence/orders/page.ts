import { mean, shareWithInterval } from 'thetarank';
import {
  type DeclaredBy,
  ORDER_CONFIDENCE,
  type OrderDesign,
  type OrderOutcome,
} from 'thetarank/study';

/** A design with the results of its repetitions. */
export interface DesignResults {
  readonly name: string;
  readonly title: string;
  readonly design: OrderDesign;
  readonly repetitions: readonly (readonly OrderOutcome[])[];
}

const percent = (share: number) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)}%`;

/** Repetitions of a whole run. */
const FULL = 200;
/** From this share of a bank on, a difference has little error other than chance in the answers. */
const NEARLY_ALL = 0.8;

/** docs/evidence/orders.md from the repetitions. */
export function orderPage(results: readonly DesignResults[]): string {
  const made = results.filter(({ repetitions }) => repetitions.length > 0);
  return `${[HEAD, verdict(made), ...made.map(section), FOOT].join('\n\n')}\n`;
}

const HEAD = `# Evidence: orders and expected scores

"A beats B" can refer to two scores. The **recorded score** is the score on the items of this bank with the given answers. The
**expected score** is a model's mean score on items like these, answered again. This page measures
how often declared orders are wrong about expected scores. The truth is known because banks, examinees and models are simulated.

In each repetition a bank is drawn: slopes are lognormal (standard deviation .35 of the logarithm), difficulties normal (1.2),
guessing uniform. Examinees with standard normal abilities calibrate it as for \`rank\`. Then new models with the same distance
between neighbours are drawn, tested by robust tests and put into order with ${percent(ORDER_CONFIDENCE)} confidence over all pairs and no margin:

- **recorded**: the rule for recorded scores (\`--target recorded\`);
- **expected**: the rule for expected scores (\`--target expected\`);
- **paired**: a paired t-test on the items that both models were asked, two-sided, at .05 divided by the number of pairs (Bonferroni).

"Any false" is the share of repetitions with at least one declared order that is false for the expected scores. Between models
0 logits apart every order is false. "Ordered" is the share of pairs that were ordered. The repetitions of a section share
their banks, so its rows are not independent. "z" is the root mean square of the errors of differences, in standard errors:
1 if these are right, below 1 if they are too large.`;

const FOOT = `## What this does not show

- Items, abilities and effects of tags follow the types of distribution that the calibration assumes. Real models also differ in ways
  that no tag explains. The expected scores of real models are unknown, so error rates cannot be measured for them.
- All models of a section are new to the calibration and answer independently of each other.
- A paired test does not keep its error rate if the answers determine the items: each model is asked items that depend on its own
  answers, so the common items are not a fair sample. The effect is largest with few items; there the paired test also orders the most
  pairs that the rule for expected scores leaves undecided.`;

function verdict(results: readonly DesignResults[]): string {
  const cells = results.flatMap((result) =>
    cellsOf(result).map((cell) => ({ ...cell, name: result.name })),
  );
  // Between equal models every order is false, so ordering fewer pairs is better.
  const equal = cells.filter(({ spacing }) => spacing === 0);
  const apart = cells.filter(({ spacing }) => spacing > 0);
  const nearlyAll = equal.filter(({ share }) => share >= NEARLY_ALL);
  const above = cells.filter(({ by }) => by.expected.anyFalse.value > 1 - ORDER_CONFIDENCE);
  const surely = above.filter(({ by }) => by.expected.anyFalse.low > 1 - ORDER_CONFIDENCE);
  const worst = (by: DeclaredBy, of = cells) =>
    Math.max(...of.map((cell) => cell.by[by].anyFalse.value));
  const meanFalse = mean(nearlyAll.map(({ by }) => by.expected.anyFalse.value));
  const fair = apart.filter(({ by }) => by.paired.anyFalse.value <= 1 - ORDER_CONFIDENCE);
  const fewer = (list: typeof cells) =>
    list.filter(({ by }) => by.expected.ordered < by.paired.ordered);
  const named = (cell: (typeof cells)[number]) =>
    `${cell.name}: ${cell.models} models ${cell.spacing} apart, ${percent(cell.share)} asked`;
  const behind = fewer(fair);
  return [
    '## In short',
    '',
    `- False declarations by the rule for expected scores: in more than ${percent(1 - ORDER_CONFIDENCE)} of the repetitions in ${above.length} of ${cells.length} designs, at most ${percent(worst('expected'))}; in ${surely.length} of these the 95% interval is above ${percent(1 - ORDER_CONFIDENCE)}. In the ${apart.length} designs with models of different strength: at most ${percent(worst('expected', apart))}. In the ${equal.length} designs with equal models every order is false, and the error rate is that of the test itself; where ${percent(NEARLY_ALL)} of the bank or more was asked it is ${percent(meanFalse)} on average over ${nearlyAll.length} designs, which share their banks. So it may be slightly above ${percent(1 - ORDER_CONFIDENCE)} there: ${FULL} repetitions cannot tell ${percent(1 - ORDER_CONFIDENCE)} from 7%. By the rule for recorded scores: up to ${percent(worst('recorded'))}; by the paired test: up to ${percent(worst('paired'))}.`,
    ...above.map(
      (cell) =>
        `    - ${named(cell)}: ${percent(cell.by.expected.anyFalse.value)} (95% interval ${percent(cell.by.expected.anyFalse.low)} to ${percent(cell.by.expected.anyFalse.high)}).`,
    ),
    `- Of the ${fair.length} designs with models of different strength in which the paired test keeps its error rate, the rule for expected scores orders at least as many pairs in ${fair.length - behind.length}. It orders fewer in:`,
    ...(behind.length === 0 ? ['    - none.'] : []),
    ...behind.map(
      (cell) =>
        `    - ${named(cell)}: ${percent(cell.by.expected.ordered)} of the pairs against ${percent(cell.by.paired.ordered)} (false in ${percent(cell.by.expected.anyFalse.value)} and ${percent(cell.by.paired.anyFalse.value)} of the repetitions).`,
    ),
    `- In the other ${apart.length - fair.length} of these designs the paired test is false in more than ${percent(1 - ORDER_CONFIDENCE)} of the repetitions, so that the number of pairs it orders is no comparison.`,
  ].join('\n');
}

/** One row per spacing, number of models and share of the bank. */
function cellsOf({ design, repetitions }: DesignResults) {
  const [first] = repetitions;
  const keys = first.filter(({ by }) => by === 'expected');
  return keys.map(({ spacing, models, share }) => {
    const own = (by: DeclaredBy) => {
      const outcomes = repetitions.map(
        (run) =>
          run.find(
            (outcome) =>
              outcome.by === by &&
              outcome.spacing === spacing &&
              outcome.models === models &&
              outcome.share === share,
          )!,
      );
      const meanOf = (of: (outcome: OrderOutcome) => number) => mean(outcomes.map(of));
      return {
        anyFalse: shareWithInterval(
          outcomes.filter(({ wrong }) => wrong > 0).length,
          outcomes.length,
        ),
        ordered: meanOf(({ ordered, pairs }) => ordered / pairs),
        asked: meanOf(({ spent }) => spent / (models * design.items)),
        z: Math.sqrt(meanOf(({ squaredZ }) => squaredZ ?? 0)),
      };
    };
    const by = { recorded: own('recorded'), expected: own('expected'), paired: own('paired') };
    return { items: design.items, spacing, models, share, by };
  });
}

function section(result: DesignResults): string {
  const { name, title, design, repetitions } = result;
  const isAdaptive = design.allocation === 'adaptive';
  const rows = cellsOf(result).map(({ spacing, models, share, by }) => {
    const { recorded, expected, paired } = by;
    const { low, high, value } = expected.anyFalse;
    return [
      ...[models, spacing, percent(share)],
      ...(isAdaptive ? [percent(recorded.asked), percent(expected.asked)] : []),
      percent(recorded.anyFalse.value),
      `**${percent(value)}** (${percent(low)}–${percent(high)})`,
      percent(paired.anyFalse.value),
      ...[percent(recorded.ordered), `**${percent(expected.ordered)}**`, percent(paired.ordered)],
      expected.z.toFixed(2),
    ];
  });
  const heads = [
    ...['models', 'logits apart', isAdaptive ? 'budget' : 'asked'],
    ...(isAdaptive ? ['asked, recorded', 'asked, expected'] : []),
    ...['any false: recorded', 'any false: expected (95% interval)', 'any false: paired'],
    ...['ordered: recorded', 'ordered: expected', 'ordered: paired', 'z, expected'],
  ];
  const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`;
  return [
    `## ${name}: ${title}`,
    '',
    `${repetitions.length} repetitions.${repetitions.length < FULL ? ` That is fewer than the ${FULL} of a whole run: read its intervals.` : ''}${isAdaptive ? ' The paired test is of the items that the run for expected scores asked, looked at once, at its end.' : ''}`,
    '',
    line(heads),
    line(heads.map(() => '---:')),
    ...rows.map(line),
  ].join('\n');
}
