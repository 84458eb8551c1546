import type { HarnessReport } from '../../files/harness/read-harness-samples.ts';
import { ENGLISH, type Words } from '../../languages/words.ts';
import { count, decimal, intervalText, isExact } from '../../numbers.ts';
import { amongRecorded } from '../../operations/rank/among-recorded.ts';
import { isBeyondChance, rightCount } from '../../operations/rank/items-right.ts';
import { isMisfit, type Placement } from '../../ranking/place-answers.ts';
import { textTable } from '../../report/text-table.ts';
import type { AnswerPattern } from '../../scoring/patterns/answer-pattern.ts';

/** A placement, and how its answers were read. */
export interface PlacedLog extends Placement {
  readonly patterns: readonly AnswerPattern[];
  readonly log: HarnessReport;
}

/** Recorded models shown above and below the new one. */
const NEIGHBOURS = 5;

/** The same around each of several new models. */
const NEIGHBOURS_OF_EACH = 2;

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
    `score on the whole bank   ${decimal(placement.score, 1)} points, ${isExact(placement) ? 'exact' : `90% interval ${decimal(placement.low, 1)} – ${decimal(placement.high, 1)}${whyUnverified(placement)}`}`,
    `ability                   ${decimal(placement.ability, 2)} ± ${decimal(placement.se, 2)}, where the recorded models have mean 0 and standard deviation 1`,
    `place                     ${place} of ${recorded.length + 1}; the interval allows ${bestPlace} to ${worstPlace}`,
    `right                     ${rightCount(placement.right)} of these ${count(placement.items)} answers (${decimal(placement.shareRight, 1)}%); the calibration expects ${decimal(placement.shareExpected!, 1)}% at this ability${isBeyondChance(placement) ? `. The difference is ${decimal(Math.abs(placement.residual!), 1)} standard errors, more than chance explains` : ''}. This is the share of these items; the score is that of the whole bank`,
    `expected error            ${decimal(placement.expectedError, 2)} points: the mean error for the recorded models with the same items`,
    ...misfits([placement]).map((warning) => `WARNING                   ${warning}`),
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

/** Several models, best first: their scores with intervals, and the places among the recorded models. */
export function placedTable(placements: readonly Placement[]): string {
  const [{ bank, simulated, recorded }] = placements;
  const sorted = placements.toSorted((x, y) => y.score - x.score);
  return [
    `${count(placements.length)} models on ${bank}, beside ${count(recorded.length)} ${simulated ? 'SIMULATED' : 'recorded'} models`,
    '',
    textTable(
      [
        { head: 'model' },
        { head: 'answers', align: 'right' },
        { head: 'score', align: 'right' },
        { head: '90% interval', align: 'right' },
        { head: 'ability', align: 'right' },
        { head: 'place', align: 'right' },
        { head: 'possible', align: 'right' },
        { head: 'expected error', align: 'right' },
      ],
      sorted.map((one) => [
        one.model,
        count(one.items),
        decimal(one.score, 1),
        intervalText(one, one.verified),
        `${decimal(one.ability, 2)} ± ${decimal(one.se, 2)}`,
        String(one.place),
        `${one.bestPlace}–${one.worstPlace}`,
        decimal(one.expectedError, 2),
      ]),
    ),
    '',
    amongRecorded(
      sorted.map((one) => ({ ...one, interval: one })),
      recorded,
      NEIGHBOURS_OF_EACH,
    ),
    '',
    `Scores are points on the whole bank. A place is that of the model alone among the ${count(recorded.length)} recorded ones.`,
    ...misfits(sorted).map((warning) => `WARNING: ${warning}`),
  ].join('\n');
}

function whyUnverified(placement: Placement): string {
  if (placement.verified) return '';
  return ` (unverified: ${isMisfit(placement) ? 'the answers do not follow the calibration' : 'few recorded models'})`;
}

/** A warning for each model whose answers do not follow the calibration. */
export function misfits(placements: readonly Placement[], t: Words = ENGLISH): string[] {
  return placements
    .filter(isMisfit)
    .map(({ model, fit }) =>
      t(
        'the answers of {model} do not follow the calibration (l_z {fit}; below −4 is rare): check that items are matched and answers scored correctly before you trust the score',
        { model, fit: decimal(fit!, 1) },
      ),
    );
}
