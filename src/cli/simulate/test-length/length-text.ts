import type {
  CurveFigure,
  LengthPoint,
  LengthReport,
} from '../../../../sim/test-length/length-report.ts';
import { MEASURES, type MeasureName } from '../../../../sim/test-length/measures.ts';
import { count, decimal, percent, plural } from '../../../numbers.ts';
import { RANK_STRATEGIES } from '../../../ranking/recorded/rank-request.ts';
import { type TextColumn, textTable } from '../../../report/text-table.ts';
import type { LengthSource } from '../../../workflow/studies/test-length/length-source.ts';

/** Rows of the curve that people are shown. */
const ROWS = 16;

/** What `rank` uses unless another strategy is named. */
const [RANK_DEFAULT] = RANK_STRATEGIES;

/** The answer, in a sentence or two. */
export function answerText(report: LengthReport): string {
  const { status, length, interval, confidence, longest } = report;
  const target = report.target.join(' and ');
  const sure = percent(confidence);
  const last = report.curve[report.curve.length - 1];
  const there = figuresText(last);
  if (status === 'unreached')
    return `No test of up to ${plural(longest, 'item')} reaches ${target}: with ${plural(last.length, 'item')} ${there}.`;
  if (interval.high === null)
    return `Open: ${target} takes at least ${plural(interval.low, 'item')} (${sure}), and ${plural(longest, 'item')} may or may not be enough; with ${plural(last.length, 'item')} ${there}.`;
  if (interval.high === 1) return `Take 1 item: it reaches ${target} already.`;
  const best = length ?? interval.high;
  const open =
    interval.low >= interval.high
      ? ''
      : ` Shorter tests from ${plural(interval.low, 'item')} on are open; the best estimate of the shortest one that reaches it is ${count(best)}.`;
  return `Take ${plural(interval.high, 'item')}: with them ${target} is reached (${sure}).${open}`;
}

/** Notes for reading the answer. */
export function notes(report: LengthReport, source: LengthSource): string[] {
  const { study, examinees } = source;
  const simulated = study.kind === 'simulated';
  const lines: string[] = [];
  if (report.models !== null) {
    const { low, high } = report.models;
    const to = high === null ? `more than ${count(report.longest)}` : count(high);
    lines.push(
      `This interval is for these ${count(examinees)} models. For other families like theirs, the length may be ${count(low)} to ${to} items.`,
    );
  }
  if (study.kind === 'recorded' && study.strategy !== RANK_DEFAULT)
    lines.push(
      `These are tests by the strategy ${study.strategy}; rank uses ${RANK_DEFAULT} unless another one is named. --strategy ${RANK_DEFAULT} studies that, in minutes per replication.`,
    );
  if (report.targets.length > 1)
    lines.push(
      `Each target alone: ${report.targets.map(({ target, length }) => `${target} ${length === null ? `more than ${count(report.longest)}` : count(length)}`).join(', ')}.`,
    );
  if (study.targets.some(({ measure }) => !MEASURES[measure].improves))
    lines.push(
      `A longer test can be worse here. The length is the shortest one from which all longer tests, up to ${plural(report.longest, 'item')} (--max-items), reach the target.`,
    );
  if (study.targets.some(({ measure }) => measure === 'se'))
    lines.push(
      'se is the mean over the examinees. A few tests with very large standard errors (above 12 they count as 12) can change this mean a lot; median-se is not affected by them.',
    );
  if (report.replicationsNeeded !== null)
    lines.push(
      `The interval is wider than requested: about ${plural(report.replicationsNeeded, 'replication')} would be enough (--max-replications; with --out and --resume the study continues from here).`,
    );
  if (simulated)
    lines.push(
      study.calibratedOn === null
        ? 'SIMULATED, with exactly right item parameters. Real answers fit less well and real calibrations have errors, so treat this as a lower bound. --calibrated-on N estimates the parameters from N simulated examinees.'
        : `SIMULATED, with item parameters estimated from ${count(study.calibratedOn)} simulated examinees in each replication. Real answers fit less well, so treat this as a lower bound.`,
    );
  else if (!source.hasRealAnswers) lines.push('The recorded answers of this bank are SIMULATED.');
  return lines;
}

/** The setting of the study, as names and values. */
export function facts(report: LengthReport, source: LengthSource): [string, string][] {
  const { study, examinees } = source;
  const common: [string, string][] = [
    ['Bank', `${source.bank}, ${plural(source.items, 'item')}`],
    ['Target', report.target.join(', ')],
  ];
  const own: [string, string][] =
    study.kind === 'recorded'
      ? [
          [
            'Tests',
            `${plural(examinees, 'recorded model')} on calibrations without them and their families, ${study.strategy}, ${study.folds} folds`,
          ],
        ]
      : [
          [
            'Examinees',
            `${count(examinees)}, ${study.abilities.kind === 'models' ? 'with abilities of the recorded models' : `abilities normal(${study.abilities.normal.mean}, ${study.abilities.normal.sd})`}${examinees > 1 ? ', ranked against each other' : ''}`,
          ],
          ['Tests', `${study.estimator}, ${study.select.rule}`],
          [
            'Parameters',
            study.calibratedOn === null
              ? 'the true ones'
              : `from ${plural(study.calibratedOn, 'simulated examinee')} in each replication`,
          ],
        ];
  return [
    ...common,
    ...own,
    ['Replications', `${count(report.replications)}, seed ${study.seed}`],
    ['Work', workText(report)],
  ];
}

/** The work of the race, compared with a fixed design. */
function workText({ work, longest }: LengthReport): string {
  const own = `${plural(work.items, 'item')} in ${plural(work.sessions, 'session')}`;
  if (work.bruteForce === null) return own;
  const { replications, items } = work.bruteForce;
  const ratio = items / work.items;
  const beside =
    ratio >= 1
      ? `${decimal(ratio, 1)} times as many items`
      : `${decimal(100 * ratio, 0)}% as many items`;
  return `${own}; a fixed design of ${plural(replications, 'replication')} of ${longest}-item tests takes ${count(items)} (${beside})`;
}

/** The answer, what was studied, and the curve. */
export function lengthText(report: LengthReport, source: LengthSource): string {
  const all = facts(report, source);
  const width = Math.max(...all.map(([name]) => name.length));
  return [
    answerText(report),
    '',
    ...notes(report, source).map((line) => `${line}\n`),
    ...all.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    '',
    curveTable(report),
    '± Monte Carlo standard error. The interval of the length is valid however often the study checks it.',
  ].join('\n');
}

function curveTable({ curve }: LengthReport): string {
  const measures = Object.keys(curve[0].measures) as MeasureName[];
  const right = (head: string): TextColumn => ({ head, align: 'right' });
  return textTable(
    [right('items'), ...measures.map(right), right('replications'), { head: 'target' }],
    shownPoints(curve).map((point) => [
      count(point.length),
      ...measures.map((name) => figureText(name, point.measures[name]!)),
      count(point.replications),
      { reaches: 'reached', misses: 'missed', open: 'open' }[point.verdict],
    ]),
  );
}

/** Some points of a curve: the first and the last, and others spread over it. */
function shownPoints(curve: readonly LengthPoint[]): LengthPoint[] {
  if (curve.length <= ROWS) return [...curve];
  const chosen = new Set(
    Array.from({ length: ROWS }, (_, k) => Math.round((k * (curve.length - 1)) / (ROWS - 1))),
  );
  return curve.filter((_, k) => chosen.has(k));
}

/** A figure with its standard error: `.951 ± .001`. */
export function figureText(name: MeasureName, { value, se }: CurveFigure): string {
  const places = name === 'mae' ? 2 : 3;
  const own = decimal(value, places);
  return se === null ? own : `${own} ± ${decimal(se, places + 1)}`;
}

function figuresText({ measures }: LengthPoint): string {
  return Object.entries(measures)
    .map(([name, figure]) => `${name} is ${figureText(name as MeasureName, figure!)}`)
    .join(', ');
}
