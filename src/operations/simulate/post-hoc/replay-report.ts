import { type NamedRule, ruleName, selectName } from '../../../../sim/monte-carlo/design/rules.ts';
import type { ReplayLength, ReplayRules } from '../../../../sim/replay/replay.ts';
import type { ReplaySummary } from '../../../../sim/replay/replay-summary.ts';
import { toCsv } from '../../../files/write/write.ts';
import { correlation, count, decimal, percent, plural } from '../../../numbers.ts';
import type { Told } from '../../../report/document.ts';
import { plainTable } from '../../../report/plain-table.ts';
import { shellWord } from '../../../shell-word.ts';
import type { Reading } from '../../operation.ts';
import type { PostHocOptions } from './options.ts';

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

/** What such tests say: what was done, then a line per length for adaptive tests, and one for random items. */
export function replayDocument(
  report: ReplayReport,
  { options: { out, steps } }: Pick<Reading<PostHocOptions>, 'options'>,
): Told {
  const { rules, lengths } = report;
  const { examinees } = lengths[0];
  const missing = examinees.filter((one) => one.missing > 0);
  const rows = lengths.flatMap(({ length, adaptive, random }) => [
    [count(length), 'adaptive', ...summaryCells(adaptive)],
    [count(length), 'random items', ...summaryCells(random)],
  ]);
  return {
    lead: [
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
    ].join('\n'),
    sections: [
      {
        table: plainTable(
          COLUMNS,
          rows,
          COLUMNS.filter((name) => name !== 'test'),
        ),
      },
    ],
    next:
      out === undefined && steps === undefined
        ? 'to write every test add --out tests.csv; to write every item asked add --steps steps.csv'
        : `for the same on calibrations without the tested examinee: thetarank simulate post-hoc --responses ${shellWord(report.responses)}`,
  };
}

const COLUMNS = [
  ...['length', 'test', 'items asked', 'ability: RMSE', 'bias', 'r', 'mean SE'],
  ...['score: mean |error|', 'Kendall τ-b', '90% coverage', 'width'],
];

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

const TEST_COLUMNS = [
  ...['length', 'examinee', 'items', 'ability', 'se', 'atBound', 'fullAbility', 'fullSe'],
  ...['score', 'low', 'high', 'actual', 'stopped', 'missing'],
  ...['randomAbility', 'randomSe', 'randomScore', 'randomLow', 'randomHigh'],
];

/** One row per test. */
export function testsCsv({ lengths }: ReplayReport): string {
  return toCsv(
    TEST_COLUMNS,
    lengths.flatMap(({ length, examinees }) =>
      examinees.map((one) => [
        ...[length, one.examinee, one.items, one.ability, one.se, one.atBound],
        ...[one.full.ability, one.full.se],
        ...[one.score, one.low, one.high, one.actual, one.stopped, one.missing],
        ...[one.random.ability, one.random.se],
        ...[one.random.score, one.random.low, one.random.high],
      ]),
    ),
  );
}

/** One row per item asked. */
export function stepsCsv({ lengths }: ReplayReport): string {
  return toCsv(
    ['length', 'examinee', 'place', 'item', 'score', 'ability', 'se', 'atBound'],
    lengths.flatMap(({ length, examinees }) =>
      examinees.flatMap(({ examinee, steps }) =>
        steps.map(({ item, score, ability, se, atBound }, k) => [
          ...[length, examinee, k + 1, item, score, ability, se, atBound],
        ]),
      ),
    ),
  );
}
