import type { Calibration } from '../../../calibration/fit/calibrate.ts';
import { type CatBank, DEFAULT_BOUNDS, prepareBank } from '../../cat/bank.ts';
import type { CalibratedRange } from '../../cat/robust/alarm.ts';
import { type ScaleChange, scaleOfPart } from '../common-scale.ts';
import { type RecordedBank, recordedExaminees } from '../recorded-bank.ts';
import { answeredMost, rangeOf } from '../robust/recorded-answers.ts';
import type { ItemPool } from './item-pool.ts';
import type { LiveCalibration } from './live-calibration.ts';

/** A calibration that tests use. */
export interface LiveFold {
  readonly bank: CatBank;
  /** From its scale to the one where the recorded models have mean 0 and variance 1. */
  readonly scale: ScaleChange;
  /** Scores of the examinees it was calibrated on, in [0, 1]. */
  readonly range: CalibratedRange;
}

/**
 * A calibration from some of the recorded models.
 * @param own the recorded models that are not left out
 * @param abilities of all of them, by the calibration from all of them
 * @param part the calibration, and the rows of its models
 */
export function recordedFold(
  own: RecordedBank,
  abilities: ArrayLike<number>,
  part: {
    readonly bank: CatBank;
    readonly calibration: Pick<Calibration, 'abilities'>;
    readonly seen: readonly number[];
  },
): LiveFold {
  const scale = scaleOfPart(Float64Array.from(abilities), {
    abilities: part.calibration.abilities,
    seen: part.seen,
  });
  const most = new Set(answeredMost(own.responses));
  const seen = part.seen.filter((i) => most.has(i));
  const { actual } = recordedExaminees(own);
  return {
    bank: part.bank,
    scale,
    range: rangeOf(seen.length > 0 ? seen : part.seen, Array.from(actual)),
  };
}

/** A kept calibration: the scale is that of its own examinees. */
export function keptFold({ recorded }: ItemPool, calibration: LiveCalibration): LiveFold {
  const { parameters, range, flagged = null } = calibration;
  const { items } = recorded.responses;
  return {
    bank: prepareBank(items, parameters, recorded.tags, DEFAULT_BOUNDS, null, flagged),
    scale: { slope: 1, shift: 0 },
    range,
  };
}
