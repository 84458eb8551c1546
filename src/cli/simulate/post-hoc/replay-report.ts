import { type NamedRule, ruleName, selectName } from '../../../../sim/monte-carlo/design/rules.ts';
import type { ReplayLength, ReplayRules } from '../../../../sim/replay/replay.ts';
import type { ReplaySummary } from '../../../../sim/replay/replay-summary.ts';
import { correlation, count, decimal, percent, plural } from '../../../numbers.ts';
import { textTable } from '../../../report/text-table.ts';

/** What `simulate post-hoc --parameters` found, as `--json` prints it. */
export interface ReplayReport {
  readonly parameters: string;
  readonly responses: string;
  readonly fullScore: string;
  /** Items with parameters and a column of answers. */
  readonly items: number;
  /** Items with parameters, but without a column of answers: left out. */
  readonly itemsWithoutAnswers: number;
  readonly rules: ReplayRules & {
    readonly stopping: NamedRule;
    readonly bounds: readonly [number, number];
  };
  readonly seed: number;
  readonly lengths: readonly ReplayLength[];
}

/** The same for people: what was done, then a line per length for adaptive tests, and one for random items. */
export function replayText(report: ReplayReport): string {
  const { rules, lengths } = report;
  const { examinees } = lengths[0];
  const rows = lengths.flatMap(({ length, adaptive, random }) => [
    [count(length), 'adaptive', ...summaryCells(adaptive)],
    [count(length), 'random items', ...summaryCells(random)],
  ]);
  const table = textTable(
    [
      { head: 'length', align: 'right' },
      { head: 'test' },
      { head: 'items asked', align: 'right' },
      { head: 'ability: RMSE', align: 'right' },
      { head: 'bias', align: 'right' },
      { head: 'r', align: 'right' },
      { head: 'mean SE', align: 'right' },
      { head: 'score: mean |error|', align: 'right' },
      { head: 'Kendall τ-b', align: 'right' },
      { head: '90% coverage', align: 'right' },
      { head: 'width', align: 'right' },
    ],
    rows,
  );
  const missing = examinees.filter((one) => one.missing > 0);
  return [
    `${report.responses}: ${plural(examinees.length, 'examinee')}, ${count(report.items)} items with the parameters of ${report.parameters}; ${rules.estimator}, ${selectName(rules.select)}, stopping: ${ruleName(rules.stopping)}; seed ${report.seed}.`,
    ...(missing.length === 0
      ? []
      : [
          `${plural(missing.length, 'examinee')} ${missing.length === 1 ? 'lacks' : 'lack'} answers to ${plural(
            missing.reduce((sum, one) => sum + one.missing, 0),
            'item',
          )} in all. Items without a recorded answer are not asked.`,
        ]),
    'Abilities are compared with the estimates from all recorded answers by the same estimator, scores (in points) with the recorded scores. Both include the answers of the test itself. 90% intervals come from the response model alone: ±1.645 standard errors.',
    '',
    table,
  ].join('\n');
}

function summaryCells({ items, score, ...ability }: ReplaySummary): string[] {
  const { mean, least, most } = items;
  return [
    least === most ? count(most) : `${decimal(mean, 1)} (${count(least)}–${count(most)})`,
    decimal(ability.rmse, 3),
    decimal(ability.bias, 3),
    correlation(ability.correlation),
    ability.meanSe === null ? '–' : decimal(ability.meanSe, 3),
    decimal(score.mae, 2),
    correlation(score.kendall),
    percent(score.coverage90),
    decimal(score.width90, 1),
  ];
}
