import type { CurveFigure, LengthPoint } from '../../../../sim/test-length/length-report.ts';
import { MEASURES, type MeasureName } from '../../../../sim/test-length/measures.ts';
import { readTargets } from '../../../../sim/test-length/target.ts';
import { lengthCurveSvg } from '../../../charts/length-curve.ts';
import type { Words } from '../../../languages/words.ts';
import { count, decimal, percent, plural } from '../../../numbers.ts';
import { RANK_STRATEGIES } from '../../../ranking/recorded/rank-request.ts';
import type { Chart, Document } from '../../../report/document.ts';
import { retoldDocument, retoldLengthCurve } from '../../../report/retold-document.ts';
import { shellWord } from '../../../shell-word.ts';
import type { Reading } from '../../operation.ts';
import { sourceOf } from '../../recorded-bank.ts';
import { curveChart } from './curve-chart.ts';
import type { LengthOptions } from './options.ts';
import type { LengthResult } from './run-test-length.ts';

/** Rows of the curve that a terminal shows. */
const ROWS = 16;

/** What `rank` uses unless another strategy is named. */
const [RANK_DEFAULT] = RANK_STRATEGIES;

/** What a result says. */
export function lengthDocument(result: LengthResult, reading: Reading<LengthOptions>): Document {
  const told = notes(result);
  const measures = Object.keys(result.curve[0].measures) as MeasureName[];
  const { command, why } = nextStep(result, reading);
  return retoldDocument(
    {
      title: 'How long must a test be?',
      lead: answerText(result),
      facts: facts(result),
      sections: [
        ...(told.length === 0 ? [] : [{ heading: 'How to read it', paragraphs: told }]),
        {
          heading: 'The curve',
          paragraphs: ['The interval of the length is valid however often the study checks it.'],
          charts: targetCharts(result, reading.t),
          table: {
            caption: 'All lengths that were tested',
            columns: [
              { name: 'items', numeric: true },
              ...measures.map((name) => ({
                name,
                numeric: true,
                help: `${MEASURES[name].title}, ± Monte Carlo standard error`,
              })),
              { name: 'replications', numeric: true },
              { name: 'target', words: true },
            ],
            rows: result.curve.map((point) => [
              count(point.length),
              ...measures.map((name) => figureText(name, point.measures[name]!)),
              count(point.replications),
              { reaches: 'reached', misses: 'missed', open: 'open' }[point.verdict],
            ]),
            limit: ROWS,
            isSpread: true,
          },
        },
      ],
      next: reading.reader === 'others' ? `\`${command}\` (${why})` : `${why}: ${command}`,
    },
    reading.t,
  );
}

/** Each target as a chart of its own, which a phone can show. */
function targetCharts(result: LengthResult, t: Words): Chart[] {
  const chart = curveChart(result);
  const { targets, confidence, simulated } = result;
  return chart.panels.map((panel, k) => {
    const { target, length } = targets[k];
    const answer = length === null ? 'not reached' : plural(length, 'item');
    const title = `${target}: ${answer}${simulated ? ' (SIMULATED)' : ''}`;
    return {
      title,
      caption: `Shaded: the ${percent(confidence)} interval of the length${targets.length > 1 ? ' that reaches all targets' : ''}. Bands: ±1.96 Monte Carlo standard errors. Dashed: the target, and the length.`,
      svg: () =>
        lengthCurveSvg(retoldLengthCurve({ ...chart, title, caption: [], panels: [panel] }, t)),
    };
  });
}

/** The answer, in a sentence or two. */
export function answerText(report: LengthResult): string {
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
function notes(result: LengthResult): string[] {
  const { models, examinees, longest, targets, replicationsNeeded, simulated } = result;
  const { strategy, calibratedOn = null } = result;
  const measures = readTargets(result.target).map(({ measure }) => measure);
  const lines: string[] = [];
  if (models !== null) {
    const to = models.high === null ? `more than ${count(longest)}` : count(models.high);
    lines.push(
      `This interval is for these ${count(examinees)} models. For other families like theirs, the length may be ${count(models.low)} to ${to} items.`,
    );
  }
  if (strategy !== undefined && strategy !== RANK_DEFAULT)
    lines.push(
      `These are tests by the strategy ${strategy}; rank uses ${RANK_DEFAULT} unless another one is named. --strategy ${RANK_DEFAULT} studies that, in minutes per replication.`,
    );
  if (targets.length > 1)
    lines.push(
      `Each target alone: ${targets.map(({ target, length }) => `${target} ${length === null ? `more than ${count(longest)}` : count(length)}`).join(', ')}.`,
    );
  if (measures.some((measure) => !MEASURES[measure].improves))
    lines.push(
      `A longer test can be worse here. The length is the shortest one from which all longer tests, up to ${plural(longest, 'item')} (--max-items), reach the target.`,
    );
  if (measures.includes('se'))
    lines.push(
      'se is the mean over the examinees. A few tests with very large standard errors (above 12 they count as 12) can change this mean a lot; median-se is not affected by them.',
    );
  if (replicationsNeeded !== null)
    lines.push(
      `The interval is wider than requested: about ${plural(replicationsNeeded, 'replication')} would be enough (--max-replications; with --out and --resume the study continues from here).`,
    );
  if (simulated)
    lines.push(
      calibratedOn === null
        ? 'SIMULATED, with exactly right item parameters. Real answers fit less well and real calibrations have errors, so treat this as a lower bound. --calibrated-on N estimates the parameters from N simulated examinees.'
        : `SIMULATED, with item parameters estimated from ${count(calibratedOn)} simulated examinees in each replication. Real answers fit less well, so treat this as a lower bound.`,
    );
  else if (!result.hasRealAnswers) lines.push('The recorded answers of this bank are SIMULATED.');
  return lines;
}

/** The setting of the study, as names and values. */
function facts(result: LengthResult): [string, string][] {
  return [
    ['Bank', `${result.bank}, ${plural(result.items, 'item')}`],
    ['Target', result.target.join(', ')],
    ...testFacts(result),
    ['Replications', `${count(result.replications)}, seed ${result.seed}`],
    ['Work', workText(result)],
  ];
}

function testFacts({ examinees, ...test }: LengthResult): [string, string][] {
  if (test.strategy !== undefined)
    return [
      [
        'Tests',
        `${plural(examinees, 'recorded model')} on calibrations without them and their families, ${test.strategy}, ${test.folds} folds`,
      ],
    ];
  const { abilities, estimator, selector, calibratedOn } = test;
  const drawn =
    abilities === 'models'
      ? 'with abilities of the recorded models'
      : `abilities normal(${abilities.normal.mean}, ${abilities.normal.sd})`;
  return [
    [
      'Examinees',
      `${count(examinees)}, ${drawn}${examinees > 1 ? ', ranked against each other' : ''}`,
    ],
    ['Tests', `${estimator}, ${selector.rule}`],
    [
      'Parameters',
      calibratedOn === null
        ? 'the true ones'
        : `from ${plural(calibratedOn, 'simulated examinee')} in each replication`,
    ],
  ];
}

/** The work of the race, compared with a fixed design. */
function workText({ work, longest }: LengthResult): string {
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

/** A figure with its standard error: `.951 ± .001`. */
function figureText(name: MeasureName, { value, se }: CurveFigure): string {
  const places = name === 'mae' ? 2 : 3;
  const own = decimal(value, places);
  return se === null ? own : `${own} ± ${decimal(se, places + 1)}`;
}

function figuresText({ measures }: LengthPoint): string {
  return Object.entries(measures)
    .map(([name, figure]) => `${name} is ${figureText(name as MeasureName, figure!)}`)
    .join(', ');
}

interface NextStep {
  readonly why: string;
  readonly command: string;
}

function nextStep(result: LengthResult, { options, where }: Reading<LengthOptions>): NextStep {
  const bank = options.parameters === undefined ? sourceOf(options, where) : '';
  const goal = shellWord(result.target.join(','));
  const { strategy, calibratedOn } = result;
  if (strategy !== undefined) {
    const isKnown = (RANK_STRATEGIES as readonly string[]).includes(strategy);
    const by = isKnown ? ` --strategy ${strategy}` : '';
    return {
      why: 'a ranking with tests of this length',
      command: `thetarank rank ${bank} --items ${result.interval.high ?? result.longest}${by}`,
    };
  }
  const canRecord = readTargets(result.target).every(({ measure }) => MEASURES[measure].recorded);
  if (result.hasRealAnswers && canRecord)
    return {
      why: 'the same question for real answers, tested as rank does (takes minutes; --dry-run prints how many)',
      command: `thetarank simulate test-length ${bank} --goal ${goal} --recorded --strategy robust`,
    };
  const from =
    options.parameters === undefined ? bank : `--parameters ${shellWord(options.parameters)}`;
  const again = `thetarank simulate test-length ${from} --goal ${goal}`;
  if (options.out === undefined)
    return { why: 'keep the results, with the curve and a page', command: `${again} --out length` };
  if (calibratedOn === null)
    return {
      why: 'how much longer the test must be if its parameters are estimated',
      command: `${again} --calibrated-on 500 --out length-calibrated`,
    };
  return {
    why: 'which tests of this length do best',
    command: 'thetarank simulate monte-carlo --help',
  };
}
