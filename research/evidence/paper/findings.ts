import { NORMAL_95, studentQuantile } from 'thetarank';
import type { Figure } from 'thetarank/study';
import { figure, figureText, percentOf } from '../../text.ts';
import type { FigureMethod, FigureSummary } from './figure-eleven.ts';
import type { CalibrationName } from './methods.ts';
import type { PaperReport, PaperResult } from './paper-report.ts';

/** Two-sided 95% of a normal figure. */
/** The least correlation that gets a sentence. */
const CLOSE = 0.5;
/** A share of seeds further than this from 0 and 1 is not unusual. */
const UNUSUAL = 0.025;

export function resultAt(
  { results }: PaperReport,
  strategy: string,
  calibration: CalibrationName,
  length: number,
): PaperResult | undefined {
  return results.find(
    (row) => row.strategy === strategy && row.calibration === calibration && row.length === length,
  );
}

/** The findings, one or two sentences each, with words that depend on the figures. */
export function findings(report: PaperReport): string[] {
  const { figure: eleven } = report;
  const of = (strategy: string, calibration: CalibrationName) =>
    eleven.methods.find((one) => one.strategy === strategy && one.calibration === calibration);
  const paper = of('paper', 'participants')!;
  return [
    shiftText(paper),
    ...participantsText(report, paper),
    likenessText(paper),
    orderText(paper, of('random', 'none')!, of('robust', 'recorded')),
    ...besideRandom(report),
    ...whereItComesFrom(report),
  ];
}

function shiftText(paper: FigureMethod): string {
  const { published, simulated, atMost } = summary(paper, 'mean');
  const isBiased = simulated.se !== null && Math.abs(simulated.mean) > NORMAL_95 * simulated.se;
  const direction = simulated.mean < 0 ? 'below' : 'above';
  const isUsual = atMost >= UNUSUAL && atMost <= 1 - UNUSUAL;
  return `**The shift.** Published: ${figure(published, 2)} points on average, all six below. The published method here: ${figureText({ value: simulated.mean, se: simulated.se }, 2)}, ${isBiased ? `so that it lies ${direction} on average` : 'so that no bias is seen'}; but from ${figure(simulated.low, 1)} to ${figure(simulated.high, 1)} in 95% of the seeds, with half of them between ${figure(simulated.quartiles[0], 1)} and ${figure(simulated.quartiles[1], 1)}. It is as low as published in ${percentOf(atMost)} of the seeds, and all six are below in ${percentOf(paper.allBelow)}: ${isUsual ? 'a single draw like the published one is not unusual, and is no sign of bias' : 'the published shift lies outside of what this simulation gives'}.`;
}

/** Only if the correlation is high. */
function participantsText({ figure: eleven }: PaperReport, paper: FigureMethod): string[] {
  const { byParticipants } = paper;
  if (byParticipants === null || Math.abs(byParticipants.correlation) < CLOSE) return [];
  const { correlation, slope, scoreAsPublished } = byParticipants;
  const { median, low, high } = eleven.participants;
  return [
    `**What makes the shift** is mainly the ability of the participants: the ${slope > 0 ? 'stronger' : 'weaker'} they are, the higher the rapid scores of the six models. The correlation over seeds of the mean difference with the participants' mean score on the whole bank (median ${figure(median, 0)}, ${figure(low, 0)} to ${figure(high, 0)} in 95% of the seeds) is ${figure(correlation, 2)}; one point more for the participants changes the difference by ${figure(slope, 2)}. Participants of about ${figure(scoreAsPublished, 0)} points would give the published shift on average. The paper does not say how strong its participants were.`,
  ];
}

function likenessText(paper: FigureMethod): string {
  const [largest, sd] = [summary(paper, 'largest'), summary(paper, 'standardDeviation')];
  return `**The similarity of the differences.** The six published differences lie close together: standard deviation ${figure(sd.published, 2)}, the largest ${figure(largest.published, 1)} points. Here the medians are ${figure(sd.simulated.median, 1)} and ${figure(largest.simulated.median, 1)}; ${percentOf(sd.atMost)} of the seeds have a standard deviation as small as the published one, and ${percentOf(largest.atMost)} a largest difference as small.`;
}

function orderText(
  paper: FigureMethod,
  random: FigureMethod,
  robust: FigureMethod | undefined,
): string {
  const beside = [
    `for the plain mean of random items in ${percentOf(random.sameOrder)}`,
    ...(robust === undefined
      ? []
      : [`for \`robust\` in ${percentOf(robust.sameOrder)} of its ${robust.seeds} seeds`]),
  ];
  return `**The order of the six** is the same by both published scores. Here the two orders agree for the published method in ${percentOf(paper.sameOrder)} of the seeds, ${beside.join(', ')}. GPT-4 and Qwen are half a point apart.`;
}

/** By length: errors compared seed by seed. */
function besideRandom(report: PaperReport): string[] {
  const line = (strategy: string, calibration: CalibrationName, name: string) => {
    const rows = report.lengths.flatMap((length) => {
      const row = resultAt(report, strategy, calibration, length);
      return row === undefined ? [] : [row];
    });
    if (rows.length === 0) return [];
    const { seeds } = rows[0];
    // By Student's t, because seeds may be few.
    const reach = seeds < 2 ? Number.POSITIVE_INFINITY : studentQuantile(0.025, seeds - 1);
    const verdict = ({ value, se }: Figure) => {
      if (value === null || se === null || Math.abs(value) <= reach * se) return 'undecided';
      return value < 0 ? 'less' : 'more';
    };
    const lengths = (wanted: string) =>
      rows
        .filter((row) => verdict(row.errorBesideRandom) === wanted)
        .map(({ length }) => length.toLocaleString('en-US'));
    const parts = (['less', 'undecided', 'more'] as const).flatMap((wanted) => {
      const at = lengths(wanted);
      return at.length === 0 ? [] : [`${wanted} at ${at.join(', ')} items`];
    });
    const few = seeds < 10 ? ` (${seeds} seed${seeds === 1 ? '' : 's'})` : '';
    return [`${name}${few}: ${parts.join('; ')}`];
  };
  const lines = [
    ...line('paper', 'participants', 'the published method'),
    ...line('random-irt', 'participants', 'random items calibrated on the participants'),
    ...line('paper', 'recorded', 'the published method on recorded answers of other models'),
    ...line('random-irt', 'recorded', 'random items calibrated on these'),
    ...line('robust', 'recorded', '`robust`'),
    ...line('paper', 'true', 'the published method with true parameters'),
  ];
  return [
    `**Errors compared with the plain mean of the same number of random items** (mean absolute error over all models, seed by seed, with 95% confidence by Student’s t): ${lines.join('. ')}.`,
  ];
}

/** The published method with better and better parameters. */
function whereItComesFrom(report: PaperReport): string[] {
  const { length } = report.figure;
  const errors = (
    [
      ['on the participants', 'participants'],
      ['on recorded answers of other models', 'recorded'],
      ['with true parameters', 'true'],
    ] as const
  ).flatMap(([name, calibration]) => {
    const row = resultAt(report, 'paper', calibration, length);
    return row === undefined ? [] : [`${figureText(row.error, 2)} points ${name}`];
  });
  if (errors.length < 3) return [];
  const random = resultAt(report, 'random', 'none', length)!;
  return [
    `**Sources of error.** With ${length} items the mean error of the published method is ${errors.join(', ')}; that of the plain mean of random items is ${figureText(random.error, 2)}. The error with true parameters arises because a model has not one ability but one per scenario, and because the most informative items are not spread over the scenarios; the rest comes from the calibration.`,
  ];
}

function summary({ summaries }: FigureMethod, name: FigureSummary['name']): FigureSummary {
  return summaries.find((one) => one.name === name)!;
}
