import { MEASURES } from '../../../../sim/test-length/measures.ts';
import { readTargets } from '../../../../sim/test-length/target.ts';
import type { LengthCurveChart } from '../../../charts/length-curve.ts';
import { count, percent, plural } from '../../../numbers.ts';
import { NORMAL_95 } from '../../../statistics/normal-points.ts';
import type { LengthResult } from './run-test-length.ts';

/** The curve of each target with its band, the target, and the interval of the length. */
export function curveChart(result: LengthResult): LengthCurveChart {
  const { interval, length, curve, longest, bank } = result;
  return {
    title: `How long must a test be? ${bank}${result.simulated ? ' (SIMULATED)' : ''}`,
    caption: [
      `${result.target.join(', ')}: ${length === null ? `more than ${count(longest)}` : plural(length, 'item')}; shaded: ${percent(result.confidence)} interval.`,
      'Bands: ±1.96 Monte Carlo standard errors. Dashed: the target.',
    ],
    shaded: { low: interval.low, high: interval.high ?? longest },
    length,
    panels: readTargets(result.target).map(({ measure, value: target }) => ({
      title: MEASURES[measure].title,
      format: measure === 'coverage' || measure === 'pairs' || measure === 'top1' ? '.1~%' : '~r',
      target,
      points: curve.map(({ length, measures }) => {
        const { value, se } = measures[measure]!;
        const reach = se === null ? null : NORMAL_95 * se;
        return {
          length,
          value,
          low: reach === null ? null : value - reach,
          high: reach === null ? null : value + reach,
        };
      }),
    })),
  };
}
