import type { FigureMethod } from '../../paper/simulate/figure-eleven.ts';
import type { CalibrationName } from '../../paper/simulate/methods.ts';
import type { PaperReport } from '../../paper/simulate/paper-report.ts';
import { figure, markdownTable, percentOf } from '../markdown.ts';
import { resultAt } from './findings.ts';

const BEGIN = '<!-- npm run research -- paper -->';
const END = '<!-- end -->';

/** The page with a new part on Figure 11. @throws RangeError unless each mark occurs exactly once */
export function withIndexPart(page: string, report: PaperReport): string {
  const parts = page.split(BEGIN);
  const [inside, after] = parts.length === 2 ? parts[1].split(END) : [];
  if (inside === undefined || after === undefined)
    throw new RangeError(
      `docs/evidence/README.md: "${BEGIN}" and "${END}" must occur exactly once each`,
    );
  return `${parts[0]}${BEGIN}\n${indexPart(report)}\n${END}${parts[1].slice(inside.length + END.length)}`;
}

/** Figure 11 as a table, with the result. */
export function indexPart(report: PaperReport): string {
  const { models, methods, length } = report.figure;
  const of = (strategy: string, calibration: CalibrationName) =>
    methods.find((one) => one.strategy === strategy && one.calibration === calibration);
  const shown = (
    [
      ['`paper`, 20 participants', of('paper', 'participants')],
      ['`balanced`, 20 participants', of('balanced', 'participants')],
      ['`robust`, other models', of('robust', 'recorded')],
      ['random, plain mean', of('random', 'none')],
    ] as const
  ).flatMap(([name, method]) => (method === undefined ? [] : [{ name, method }]));
  const [first] = shown;
  const mean = first.method.summaries.find(({ name }) => name === 'mean')!;
  const errors = shown.map(({ name, method }) => {
    const { error } = resultAt(report, method.strategy, method.calibration, length)!;
    return `${name} ${figure(error.value, 2)} ± ${figure(error.se, 2)}`;
  });
  return `**The paper's Figure 11**, ${report.seeds.published} times: each seed draws a new simulated bank of the paper's shape, new answers, and
20 new synthesized participants that calibrate it as published ([method, all lengths and conclusions](paper.md)). Published rapid
scores lie ${figure(-mean.published, 2)} points below the regular ones on average (six models, no errors given: a comparison, not a target). The published method lies
${figure(mean.simulated.mean, 2)} ± ${figure(mean.simulated.se, 2)} points off here, from ${figure(mean.simulated.low, 1)} to ${figure(mean.simulated.high, 1)} in 95% of the seeds, and as low as published in ${percentOf(mean.atMost)} of them. With ${length}
items; medians, and ranges of 95% of the seeds:

${markdownTable(
  [
    'model',
    'published regular:',
    'published rapid:',
    'here, whole bank:',
    ...shown.map(({ name }) => `${name}:`),
  ],
  models.map(({ model, published, regular }, k) => [
    model,
    figure(published.regular, 1),
    figure(published.rapid, 1),
    figure(regular.median, 1),
    ...shown.map(({ method }) => rapidOf(method, k)),
  ]),
)}

Mean absolute error over all ${report.models.length} models, in points: ${errors.join('; ')}. The participants are of five models drawn at random.${ofRecorded(report)}`;
}

function ofRecorded({ seeds: { recorded } }: PaperReport): string {
  if (recorded === 0) return '';
  return ` \`robust\` and "other models"\nare of the first ${recorded} seeds${recorded < 10 ? ', which are few.' : '.'}`;
}

function rapidOf({ rapid }: FigureMethod, k: number): string {
  const { median, low, high } = rapid[k];
  return `${figure(median, 1)} (${figure(low, 1)}–${figure(high, 1)})`;
}
