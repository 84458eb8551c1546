import { holds, ownInterval } from 'thetarank/study';
import { markdownTable, percentOf } from '../../text.ts';
import type { StudyResult } from './ranking.ts';
import { COMPARED } from './studies.ts';
import { splitTitle, USED_IN_DEVELOPMENT } from './study-section.ts';

const [STRATEGY] = COMPARED;

interface Count {
  tests: number;
  alarms: number;
  missed: number;
  missedWithAlarm: number;
}

/** How often tests raise an alarm, over all tests and over those whose interval misses; empty for strategies without alarms. */
export function alarmTable(results: readonly StudyResult[]): string {
  const recorded = results.filter(
    ({ report }) =>
      !report.simulated &&
      report.results.some((r) => r.strategy === STRATEGY && r.alarmRate !== null),
  );
  if (recorded.length === 0) return '';
  const titles = [...new Set(recorded.map(({ study }) => splitTitle(study)))];
  const rows = titles.flatMap((title) => {
    const of = recorded.filter(({ study }) => splitTitle(study) === title);
    const lengths = [...new Set(of.flatMap(({ report }) => report.results.map((r) => r.length)))];
    return lengths.map((length, l) => {
      const count = countAlarms(of, l);
      return [
        title,
        String(length),
        share(count.alarms, count.tests),
        share(count.missedWithAlarm, count.missed),
      ];
    });
  });
  return `## Is there an alarm when intervals miss?

The share of \`${STRATEGY}\`'s tests with an alarm: of all tests, and of those whose interval misses the recorded score, pooled over ${[...new Set(recorded.map(({ study }) => study.bank))].join(' and ')}.
In random folds the tested models are like those of the calibration, so most alarms there are false.

${USED_IN_DEVELOPMENT}

${markdownTable(['split', 'items:', 'with an alarm:', 'intervals that miss, with an alarm:'], rows)}`;
}

function share(part: number, all: number): string {
  return all === 0 ? '– (of 0)' : `${percentOf(part / all)} (of ${all.toLocaleString('en-US')})`;
}

function countAlarms(results: readonly StudyResult[], l: number): Count {
  const count: Count = { tests: 0, alarms: 0, missed: 0, missedWithAlarm: 0 };
  for (const { tests } of results)
    for (const row of tests.outcomes[tests.strategies.indexOf(STRATEGY)][l])
      row.forEach((outcome, i) => {
        const missed = !holds(ownInterval(outcome), tests.actual[i]);
        const alarm = outcome.alarm === true;
        count.tests++;
        if (alarm) count.alarms++;
        if (missed) count.missed++;
        if (missed && alarm) count.missedWithAlarm++;
      });
  return count;
}
