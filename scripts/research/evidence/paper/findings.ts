import { figureText } from '../../../../src/cli/command-kit.ts';
import { NORMAL_95, studentQuantile } from '../../../../src/index.ts';
import type { Figure } from '../../../../src/study.ts';
import type { FigureMethod, FigureSummary } from '../../paper/simulate/figure-eleven.ts';
import type { CalibrationName } from '../../paper/simulate/methods.ts';
import type { PaperReport, PaperResult } from '../../paper/simulate/paper-report.ts';
import { figure, percentOf } from '../markdown.ts';

/** Two-sided 95% of a normal figure. */
/** A correlation from which on it is worth a sentence. */
const CLOSE = 0.5;
/** A share of seeds within this far of either end is no unusual one. */
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

/** What the figures say, one sentence or two each; words follow the figures. */
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
  return `**The shift.** Published: ${figure(published, 2)} points on average, all six below. The published method here: ${figureText({ value: simulated.mean, se: simulated.se }, 2)}, ${isBiased ? `so that it lies ${direction} on average` : 'so that no bias is seen'}; but from ${figure(simulated.low, 1)} to ${figure(simulated.high, 1)} in 95% of the seeds, with half of them between ${figure(simulated.quartiles[0], 1)} and ${figure(simulated.quartiles[1], 1)}. It is as low as published in ${percentOf(atMost)} of the seeds, and all six are below in ${percentOf(paper.allBelow)}: ${isUsual ? 'one draw like the published one is nothing unusual, and tells of no bias' : 'the published shift lies outside of what this simulation gives'}.`;
}

/** Said only where it goes together closely. */
function participantsText({ figure: eleven }: PaperReport, paper: FigureMethod): string[] {
  const { byParticipants } = paper;
  if (byParticipants === null || Math.abs(byParticipants.correlation) < CLOSE) return [];
  const { correlation, slope, scoreAsPublished } = byParticipants;
  const { median, low, high } = eleven.participants;
  return [
    `**What makes the shift** is ${slope > 0 ? 'in the main how strong the participants are: the stronger, the higher' : 'in the main how weak the participants are: the weaker, the higher'} the rapid scores of the six models. The correlation over seeds of the mean difference with the participants' mean score on the whole bank (median ${figure(median, 0)}, ${figure(low, 0)} to ${figure(high, 0)} in 95% of the seeds) is ${figure(correlation, 2)}; a point more of that moves it by ${figure(slope, 2)}. Participants of about ${figure(scoreAsPublished, 0)} points would have the published shift on average. How strong the paper's were it does not say.`,
  ];
}

function likenessText(paper: FigureMethod): string {
  const [largest, sd] = [summary(paper, 'largest'), summary(paper, 'standardDeviation')];
  return `**How alike the differences are.** The six published differences lie close together: standard deviation ${figure(sd.published, 2)}, the largest ${figure(largest.published, 1)} points. Here the medians are ${figure(sd.simulated.median, 1)} and ${figure(largest.simulated.median, 1)}; as alike as published they are in ${percentOf(sd.atMost)} of the seeds, and the largest is as small in ${percentOf(largest.atMost)}.`;
}

function orderText(
  paper: FigureMethod,
  random: FigureMethod,
  robust: FigureMethod | undefined,
): string {
  const beside = [
    `by the plain mean of random items in ${percentOf(random.sameOrder)}`,
    ...(robust === undefined
      ? []
      : [`by \`robust\` in ${percentOf(robust.sameOrder)} of its ${robust.seeds} seeds`]),
  ];
  return `**The order of the six** is published as the same by both. The published method has it so in ${percentOf(paper.sameOrder)} of the seeds, ${beside.join(', ')}. GPT-4 and Qwen are half a point apart.`;
}

/** By length: who errs less, seed by seed. */
function besideRandom(report: PaperReport): string[] {
  const line = (strategy: string, calibration: CalibrationName, name: string) => {
    const rows = report.lengths.flatMap((length) => {
      const row = resultAt(report, strategy, calibration, length);
      return row === undefined ? [] : [row];
    });
    if (rows.length === 0) return [];
    const { seeds } = rows[0];
    // A few seeds tell little, by Student's t.
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
    `**Who errs less than the plain mean of equally many random items** (mean absolute error over all models, seed by seed, with 95% confidence by Student’s t): ${lines.join('. ')}.`,
  ];
}

/** The published method with ever better parameters. */
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
    `**Where the errors come from.** With ${length} items the published method errs by ${errors.join(', ')}; the plain mean of random items by ${figureText(random.error, 2)}. What is left with true parameters is that a model is not one ability, but one a scenario, and that the most informative items are not spread over the scenarios; the rest is the calibration.`,
  ];
}

function summary({ summaries }: FigureMethod, name: FigureSummary['name']): FigureSummary {
  return summaries.find((one) => one.name === name)!;
}
