import { count, decimal, intervalText, isExact } from '../../numbers.ts';
import type { Placement } from '../../ranking/place-answers.ts';
import { isBeyondChance, rightCount } from '../items-right.ts';
import { textTable } from '../output/table.ts';

/** Recorded models shown above and below the new one. */
const NEIGHBOURS = 5;

/** l_z below this is rare where answers follow the calibration. */
const MISFIT = -4;

/** The score of a new model with its interval, and the recorded models around its place. */
export function placeReport(placement: Placement): string {
  const { model, recorded, place, bestPlace, worstPlace } = placement;
  const rows = [
    ...recorded
      .slice(0, place - 1)
      .map((r, i) => [String(i + 1), r.model, decimal(r.actual, 1), '']),
    [
      String(place),
      `→ ${model}`,
      decimal(placement.score, 1),
      intervalText(placement, placement.verified),
    ],
    ...recorded
      .slice(place - 1)
      .map((r, i) => [String(place + 1 + i), r.model, decimal(r.actual, 1), '']),
  ];
  const from = Math.max(0, place - 1 - NEIGHBOURS);
  return [
    `${model} on ${placement.bank}, from ${count(placement.items)} answers${placement.simulated ? ' — beside SIMULATED models' : ''}`,
    '',
    `score on the whole bank   ${decimal(placement.score, 1)} points, ${isExact(placement) ? 'exact' : `90% interval ${decimal(placement.low, 1)} – ${decimal(placement.high, 1)}${placement.verified ? '' : ' (unverified: few recorded models)'}`}`,
    `ability                   ${decimal(placement.ability, 2)} ± ${decimal(placement.se, 2)}, where the recorded models have mean 0 and standard deviation 1`,
    `place                     ${place} of ${recorded.length + 1}; the interval allows ${bestPlace} to ${worstPlace}`,
    `right                     ${rightCount(placement.right)} of these ${count(placement.items)} answers (${decimal(placement.shareRight, 1)}%); the calibration expects ${decimal(placement.shareExpected!, 1)}% at this ability${isBeyondChance(placement) ? `. The difference is ${decimal(Math.abs(placement.residual!), 1)} standard errors, more than chance explains` : ''}. This is the share of these items; the score is that of the whole bank`,
    `expected error            ${decimal(placement.expectedError, 2)} points: the mean error for the recorded models with the same items`,
    ...(placement.fit !== null && placement.fit < MISFIT
      ? [
          `WARNING                   these answers do not follow the calibration (l_z ${decimal(placement.fit, 1)}; below ${decimal(MISFIT, 0)} is rare): check that items are matched and answers scored correctly before you trust the score`,
        ]
      : []),
    '',
    textTable(
      [
        { head: '#', align: 'right' },
        { head: 'model' },
        { head: 'score (recorded, → predicted)', align: 'right' },
        { head: '90% interval', align: 'right' },
      ],
      rows.slice(from, place + NEIGHBOURS),
    ),
  ].join('\n');
}
