import { mean, randomStream } from 'thetarank';
import { coverageOf, heldBy, ownInterval } from 'thetarank/study';
import { figure, markdownTable, percentWithEnds } from '../../text.ts';
import type { StudyResult } from './ranking.ts';
import { COMPARED, LENGTHS, SEED } from './studies.ts';
import { splitTitle, USED_IN_DEVELOPMENT } from './study-section.ts';

const [STRATEGY] = COMPARED;

/** The coverage of the 90% intervals of the default strategy, pooled over recorded banks. */
export function coverageTable(results: readonly StudyResult[]): string {
  const recorded = results.filter(({ report }) => !report.simulated);
  if (recorded.length === 0) return '';
  const titles = [...new Set(recorded.map(({ study }) => splitTitle(study)))];
  const like = recorded.filter(({ study }) => study.split !== 'strongest');
  const groups = [
    ...titles.map((title) => ({
      title,
      of: recorded.filter(({ study }) => splitTitle(study) === title),
    })),
    { title: '**All but the strongest fifth**', of: like },
    { title: '**All**', of: recorded },
  ];
  const rows = groups
    .filter(({ of }) => of.length > 0)
    .flatMap(({ title, of }) =>
      [...LENGTHS.map((length) => [length]), [...LENGTHS]].map((lengths) => {
        const { coverage, width } = pooled(of, lengths);
        return [
          title,
          lengths.length > 1 ? 'all' : String(lengths[0]),
          percentWithEnds(coverage.share, coverage.low, coverage.high),
          figure(width, 1),
          coverage.count.toLocaleString('en-US'),
        ];
      }),
    );
  return `## Do the intervals hold?

The share of \`${STRATEGY}\`'s own 90% intervals that hold, pooled over ${[...new Set(recorded.map(({ study }) => study.bank))].join(' and ')}, with a 95% interval by a bootstrap over
families, because the models of a family depend on one another in all splits, lengths and repetitions. Widths are in points.

${USED_IN_DEVELOPMENT}

${markdownTable(['split', 'items:', 'hold (95%):', 'mean width:', 'intervals:'], rows)}`;
}

function pooled(results: readonly StudyResult[], lengths: readonly number[]) {
  const studies = results.map(({ study, report, tests }) => {
    const rows = lengths.flatMap((length) => ownIntervals({ report, tests }, length));
    return {
      population: study.bank,
      families: tests.families,
      held: heldBy(rows, tests.actual),
      each: rows.length,
      widths: rows.flat().map(({ low, high }) => 100 * (high - low)),
    };
  });
  const widths = studies.flatMap((study) => study.widths);
  return {
    coverage: coverageOf(studies, randomStream(SEED, 'evidence', 'coverage')),
    width: mean(widths),
  };
}

/** Intervals by repetition, one entry per model. */
function ownIntervals({ report, tests }: Pick<StudyResult, 'report' | 'tests'>, length: number) {
  const ofStrategy = report.results.filter(({ strategy }) => strategy === STRATEGY);
  const at = ofStrategy.findIndex((result) => result.length === length);
  const rows = tests.outcomes[tests.strategies.indexOf(STRATEGY)][at] ?? [];
  return rows.map((row) => row.map(ownInterval));
}
