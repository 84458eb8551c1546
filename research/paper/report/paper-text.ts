import { count, plural, textTable } from '../../../src/cli/command-kit.ts';
import { CALIBRATIONS } from '../simulate/methods.ts';
import type { PaperReport, PaperTime } from '../simulate/paper-report.ts';
import { fewSeeds } from './few-seeds.ts';
import {
  figureTable,
  lengthTable,
  type PaperTable,
  summaryTable,
  timeTable,
} from './paper-tables.ts';

/** Figure 11 first, then the methods by length. */
export function paperText(report: PaperReport, times: readonly PaperTime[]): string {
  return [
    `SIMULATED: ${studyText(report)}`,
    ...[figureTable(report), summaryTable(report), lengthTable(report), timeTable(times)].map(
      tableText,
    ),
  ].join('\n\n');
}

/** What was done, in two sentences. */
function studyText({ seeds, items, models }: PaperReport): string {
  return [
    `${plural(seeds.published, 'seed')}, each with a bank of ${count(items)} items in the shape of CliMedBench, answers of ${models.length} models, and ${CALIBRATIONS.participants};`,
    seeds.recorded === 0
      ? 'none with calibrations on recorded answers.'
      : `the first ${count(seeds.recorded)} also with calibrations on ${CALIBRATIONS.recorded}, robust tests and true parameters.`,
    'Published rapid scores are a comparison, not a target: six models, no errors given.',
    ...fewSeeds(seeds),
  ].join(' ');
}

function tableText({ caption, columns, rows }: PaperTable): string {
  const table = textTable(
    columns.map(({ name, numeric }) => ({ head: name, align: numeric ? 'right' : 'left' })),
    rows,
  );
  return `${caption}\n${table}`;
}
