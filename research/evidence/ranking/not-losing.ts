import { type ComparedResult, compareStudies, MARGINS } from 'thetarank/study';
import { figure, markdownTable } from '../../text.ts';
import type { StudyResult } from './ranking.ts';
import { COMPARED, SEED } from './studies.ts';
import { USED_IN_DEVELOPMENT } from './study-section.ts';

/** Whether the default strategy is worse than random items: recorded banks, whole families left out, many and few models. */
export function notLosing(results: readonly StudyResult[]): string {
  const asked = results.filter(
    ({ study, report }) => study.split === 'family' && !report.simulated,
  );
  if (asked.length === 0) return '';
  const compared = compareStudies(
    COMPARED,
    asked.map(({ study, tests }) => ({
      population: study.bank,
      families: tests.families,
      actual: tests.actual,
      outcomes: COMPARED.map((name) => tests.outcomes[tests.strategies.indexOf(name)]),
    })),
    SEED,
  );
  const row = (heads: readonly string[], { errorRatio, kendallDifference }: ComparedResult) => [
    ...heads,
    `${figure(errorRatio.value, 2)} (at most ${figure(errorRatio.high, 2)})`,
    errorRatio.verdict,
    `${figure(kendallDifference.value, 3)} (at least ${figure(kendallDifference.low, 3)})`,
    kendallDifference.verdict,
  ];
  const rows = asked.flatMap(({ study, report }, s) =>
    compared.studies[s].map((result, l) =>
      row(
        [
          study.bank,
          study.calibrationModels === null ? 'all' : String(study.calibrationModels),
          // Results are ordered by strategy, then by length.
          String(report.results[l].length),
        ],
        result,
      ),
    ),
  );
  return `## Is \`${COMPARED[0]}\` worse than random items?

\`${COMPARED[0]}\` against calibrated random items (\`${COMPARED[1]}\`), whole families left out, each figure with its one-sided 95% bound (paired
bootstrap over families; all rows of a bank have the same families, so rows are not independent). It counts as not worse with a ratio of errors up to
${MARGINS.errorRatio} and a difference of τ from ${figure(MARGINS.kendallDifference, 2)}. Pooled: geometric mean of the ratios, mean of the differences, families
drawn within each bank.

${USED_IN_DEVELOPMENT}

${markdownTable(
  ['bank', 'calibration models:', 'items:', 'ratio of errors', '', 'difference of τ', ''],
  [...rows, row(['all', 'all rows', 'all'], compared.pooled)],
)}`;
}
