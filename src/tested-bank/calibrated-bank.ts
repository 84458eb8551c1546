import { isBarring } from '../../calibration/diagnose/item-flags.ts';
import { fail } from '../errors.ts';
import { pickExaminees, pickItems } from '../irt/responses.ts';
import { type LiveCalibration, modelNames } from '../ranking/live/live-calibration.ts';
import { calibrationFingerprint } from '../store/calibrations/calibration-fingerprint.ts';
import { flagsOf } from '../store/calibrations/calibration-flags.ts';
import type { CalibrationLineage, Store } from '../store/store.ts';
import { calibrationOf } from './calibration-of.ts';
import type { LiveBank } from './live-bank.ts';
import { type CalibrationName, namedCalibration } from './named-calibration.ts';

/** What a ranking reports about its calibration. */
export interface UsedCalibration {
  readonly number: number;
  readonly fingerprint: string;
  readonly method: string;
  /** Names of the models it was calibrated on. */
  readonly pool: readonly string[];
  /** Items of the bank, with and without parameters. */
  readonly bankItems: number;
  /** Why it is not to be ranked with; none where nothing is known against it. */
  readonly warnings: readonly string[];
}

/** The part of a bank that a kept calibration has parameters of. */
export interface CalibratedBank {
  readonly live: LiveBank;
  readonly calibration: LiveCalibration;
  readonly used: UsedCalibration;
}

/**
 * Reads a kept calibration, and cuts a bank to its items: items without parameters can neither be chosen nor predicted. Nor can items
 * whose key was corrected since, because their parameters are of the earlier key.
 * Recorded models keep their answers to these items.
 * @throws NAME_UNKNOWN; CALIBRATION_NOT_IN_FORCE; OPTIONS_CONFLICT for a calibration of another bank
 */
export async function calibratedBank(
  store: Store,
  live: LiveBank,
  calibration: CalibrationName,
): Promise<CalibratedBank> {
  const { recorded, families, hashes, retired, pretest } = live;
  const number = await namedCalibration(store, recorded.name, calibration);
  const found = await calibrationOf(store, number);
  if (found.bank !== recorded.name)
    fail('OPTIONS_CONFLICT', {
      options: `--bank ${recorded.name}, --calibration ${number}`,
      reason: `this calibration is of bank ${found.bank}. For those of this bank run: thetarank calibrate list --bank ${recorded.name}`,
    });
  const { items: all } = recorded.responses;
  const changed = await store.changedSince(found.bank, found.bankVersion);
  const at = new Map(
    found.items.flatMap((item, k) => (changed.has(item) ? [] : [[item, k] as const])),
  );
  const positions = all.flatMap((item, j) => (at.has(item) ? [j] : []));
  const pick = (of: ArrayLike<number>) => Float64Array.from(positions, (j) => of[at.get(all[j])!]);
  const { a, b, c, d } = found.parameters;
  const isFlagged = flagsOf(found).map((flags) => (isBarring(flags) ? 1 : 0));
  const others = (await store.calibrations(recorded.name)).filter(({ id }) => id !== number);
  const part = pickItems(recorded.responses, positions);
  const rows = part.examinees.flatMap((_, i) =>
    part.scores
      .subarray(i * positions.length, (i + 1) * positions.length)
      .some((score) => !Number.isNaN(score))
      ? [i]
      : [],
  );
  const tags = Object.entries(recorded.tags).map(([name, { values, codes }]) => [
    name,
    { values, codes: Uint16Array.from(positions, (j) => codes[j]) },
  ]);
  return {
    live: {
      recorded: {
        ...recorded,
        responses: pickExaminees(part, rows),
        tags: Object.fromEntries(tags),
      },
      families: families === null ? null : rows.map((i) => families[i]),
      hashes: positions.map((j) => hashes[j]),
      retired: positions.map((j) => retired[j]),
      graded: positions.map((j) => live.graded[j]),
      programs: live.programs,
      hasCases: live.hasCases,
      rubrics: live.rubrics,
      needsEmbeddings: live.needsEmbeddings,
      pretest,
      fingerprint: live.fingerprint,
    },
    calibration: {
      number,
      flagged: Uint8Array.from(pick(isFlagged)),
      parameters: { count: positions.length, a: pick(a), b: pick(b), c: pick(c), d: pick(d) },
      range: rangeOf(found),
      pool: calibratedOn(found),
      others: others.map((other) => ({ number: other.id, pool: calibratedOn(other) })),
    },
    used: {
      number,
      fingerprint: calibrationFingerprint(found),
      method: found.method,
      pool: poolOf(found).map(({ name }) => name),
      bankItems: all.length,
      warnings: warningsOf(found),
    },
  };
}

function poolOf({ options }: Pick<CalibrationLineage, 'options'>) {
  return (options.pool ?? []) as readonly { readonly name: string; readonly model: string }[];
}

/** All names of the examinees that a calibration is made from. */
export function calibratedOn(
  calibration: Pick<CalibrationLineage, 'examinees' | 'options'>,
): string[] {
  const pool = poolOf(calibration).flatMap(({ name, model }) => modelNames(name, model));
  return [...calibration.examinees, ...pool];
}

/** Those it was kept with; of calibrations that were kept without any, whether the fit settled. */
export function warningsOf({
  options: { warnings, converged },
}: Pick<CalibrationLineage, 'options'>): string[] {
  if (Array.isArray(warnings)) return warnings.map(String);
  return converged === false ? ['the fit has not converged'] : [];
}

/** Scores of its examinees; all that a score can be where it does not say. */
function rangeOf({ options: { scores } }: CalibrationLineage): LiveCalibration['range'] {
  const { lowest, highest } = (scores ?? {}) as { lowest?: unknown; highest?: unknown };
  return typeof lowest === 'number' && typeof highest === 'number'
    ? { lowest, highest }
    : { lowest: 0, highest: 1 };
}
