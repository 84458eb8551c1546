import type { SynthesisMatrix } from '../../../../calibration/synthesize/fit/synthesis-matrix.ts';
import type { SynthesisCalibration } from '../../../../calibration/synthesize/report/calibrate-synthesis.ts';
import type { Persuasion } from '../../../../calibration/synthesize/report/persuasion.ts';
import { configurationHash } from '../../../run/configuration-hash.ts';
import { mean } from '../../../statistics/mean.ts';
import { calibrationFingerprint } from '../../../store/calibrations/calibration-fingerprint.ts';
import type { Store } from '../../../store/store.ts';
import type { ParticipantResult } from '../synthesis-result.ts';
import type { SynthesisSource } from './synthesis-source.ts';

/** The method of calibrations on synthesized answers, in the database. */
const SYNTHESIS = 'synthesis';

/**
 * Keeps a calibration with its lineage. One that the database has already, of the same run, options and parameters, is not kept
 * twice.
 */
export async function keepCalibration(
  store: Store,
  source: SynthesisSource,
  {
    matrix,
    calibration: { by, calibration, fit },
    isPartial,
    warnings,
    participants,
    persuasion,
  }: {
    readonly matrix: SynthesisMatrix;
    readonly calibration: SynthesisCalibration;
    readonly isPartial: boolean;
    readonly warnings: readonly string[];
    readonly participants: readonly ParticipantResult[];
    readonly persuasion: readonly Persuasion[];
  },
): Promise<{ readonly number: number; readonly fingerprint: string }> {
  const { bank: name, bankVersion, configuration } = source;
  const { wording, prompt, mode, reading } = configuration;
  const { designEffect, effectiveParticipants } = fit.designEffects;
  const options = {
    run: source.run,
    by,
    rung: calibration.rung,
    converged: calibration.converged,
    isPartial,
    design: source.design,
    seed: source.seed,
    designEffect,
    effectiveParticipants,
    scale: fit.scale,
    pool: poolOf(configuration),
    prompts: { ...(prompt as object), wording, mode, reading },
    scores: scoreRange(matrix),
    warnings,
    participants: participantsOf(matrix, fit.calibration.abilities, participants),
    persuasion,
  };
  const values = {
    items: matrix.responses.items,
    parameters: calibration.parameters,
    standardErrors: calibration.standardErrors,
  };
  const lineage = {
    bank: name,
    bankVersion,
    method: SYNTHESIS,
    options,
    parent: null,
    examinees: matrix.responses.examinees,
  };
  const fingerprint = calibrationFingerprint(values);
  const hash = configurationHash(lineage);
  for (const { id, createdAt: _, items: __, ...known } of await store.calibrations(name)) {
    if (configurationHash({ ...known }) !== hash) continue;
    const same = await store.calibration(id);
    if (same !== undefined && calibrationFingerprint(same) === fingerprint)
      return { number: id, fingerprint };
  }
  const at = new Date().toISOString();
  return { number: await store.putCalibration({ ...lineage, ...values }, at), fingerprint };
}

/** Each participant with answers: its models, its ability by the calibration of participants, its share right. */
function participantsOf(
  { responses, speakers }: SynthesisMatrix,
  abilities: ArrayLike<number>,
  results: readonly ParticipantResult[],
) {
  const accuracies = new Map(results.map((own) => [own.participant, own.accuracy]));
  return responses.examinees.map((name, i) => {
    const { generator, critic } = speakers[i];
    return {
      name,
      models: critic === null ? [generator] : [generator, critic],
      ability: abilities[i],
      accuracy: accuracies.get(name) ?? null,
    };
  });
}

/** The models it is calibrated on: the name of each and the name that its endpoint uses. */
function poolOf({ pool }: SynthesisSource['configuration']) {
  return (pool as { name: string; model: string }[]).map(({ name, model }) => ({ name, model }));
}

/** Of the participants, the lowest and highest share right. Beyond them the parameters are extrapolated. */
function scoreRange({ responses: { examinees, items, scores } }: SynthesisMatrix) {
  const shares = examinees.map((_, i) => {
    const own = scores
      .subarray(i * items.length, (i + 1) * items.length)
      .filter((score) => !Number.isNaN(score));
    return mean(own);
  });
  return { lowest: Math.min(...shares), highest: Math.max(...shares) };
}
