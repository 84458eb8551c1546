import type { SynthesisMatrix } from '../../../../calibration/synthesize/fit/synthesis-matrix.ts';
import type { SynthesisCalibration } from '../../../../calibration/synthesize/report/calibrate-synthesis.ts';
import { pickExaminees, pickItems, type ResponseMatrix } from '../../../irt/responses.ts';
import { type BetterPrediction, betterPredictions } from '../../../ranking/better-predictions.ts';
import { modelNames } from '../../../ranking/live/live-calibration.ts';
import { predictRecorded, type RecordedPrediction } from '../../../ranking/predict-recorded.ts';
import type { Store } from '../../../store/store.ts';
import { readLiveBank } from '../../../tested-bank/live-bank.ts';
import { sameName } from '../../../text/same-name.ts';
import type { SynthesisSource } from './synthesis-source.ts';

/** How synthesized parameters predict the recorded models of a bank. */
export interface RealModelsReport extends RecordedPrediction {
  /** Recorded models that are of the pool, and were left out. */
  readonly ofPool: readonly string[];
  /** By which measures another prediction is better than that of the parameters. */
  readonly better: readonly BetterPrediction[];
}

/** Callbacks for the progress of the predictions. */
export interface PredictionProgress {
  step(doing: string, done: number, all: number): void;
  stop(): void;
}

const LENGTH = 40;
const DRAWS = 4;

/**
 * Predicts the recorded answers of models outside the pool; null if the bank has none. Recorded models are known to be of the pool by
 * their names, as models that are ranked are.
 */
export async function predictRealModels(
  store: Store,
  { bank, configuration }: SynthesisSource,
  matrix: SynthesisMatrix,
  { calibration }: SynthesisCalibration,
  watch: () => PredictionProgress,
): Promise<RealModelsReport | null> {
  const { recorded: whole, families } = await readLiveBank(store, bank);
  const { examinees, items } = whole.responses;
  if (examinees.length === 0) return null;
  const at = new Map(items.map((item, j) => [item, j]));
  const own = matrix.responses.items;
  const part = pickItems(
    whole.responses,
    own.map((item) => at.get(item)!),
  );
  const pool = configuration.pool as readonly { readonly name: string; readonly model: string }[];
  const names = new Set(pool.flatMap(({ name, model }) => modelNames(name, model)).map(sameName));
  const isOfPool = (name: string) => names.has(sameName(name));
  const rows = examinees.flatMap((name, i) => (!isOfPool(name) && hasAnswer(part, i) ? [i] : []));
  if (rows.length === 0) return null;
  const progress = watch();
  try {
    const prediction = predictRecorded({
      parameters: calibration.parameters,
      shares: poolShares(matrix),
      recorded: pickExaminees(part, rows),
      families: families === null ? null : rows.map((i) => families[i]),
      forms: { length: Math.min(LENGTH, Math.ceil(own.length / 2)), draws: DRAWS, seed: 'report' },
      onStep: (doing, done, all) => progress.step(doing, done, all),
    });
    return {
      ...prediction,
      ofPool: examinees.filter(isOfPool),
      better: betterPredictions(prediction),
    };
  } finally {
    progress.stop();
  }
}

function hasAnswer({ items, scores }: ResponseMatrix, i: number): boolean {
  const own = scores.subarray(i * items.length, (i + 1) * items.length);
  return own.some((score) => !Number.isNaN(score));
}

/** Of each item the share right of the models alone (of all participants where none is), with half an answer right and half one wrong. */
function poolShares({ responses: { items, scores }, speakers }: SynthesisMatrix): Float64Array {
  const isSolo = speakers.map(({ mode }) => mode === 'solo');
  const isCounted = isSolo.some((is) => is) ? isSolo : isSolo.map(() => true);
  const right = new Float64Array(items.length).fill(0.5);
  const count = new Float64Array(items.length).fill(1);
  for (let k = 0; k < scores.length; k++) {
    if (Number.isNaN(scores[k]) || !isCounted[Math.floor(k / items.length)]) continue;
    right[k % items.length] += scores[k];
    count[k % items.length]++;
  }
  return right.map((sum, j) => sum / count[j]);
}
