import type { Rung } from '../../../../calibration/fit/rungs.ts';
import { synthesisMatrix } from '../../../../calibration/synthesize/fit/synthesis-matrix.ts';
import {
  participantOfCall,
  speakerOfCall,
} from '../../../../calibration/synthesize/read-call-id.ts';
import {
  calibrateSynthesis,
  FEWEST_GENERATORS,
  type FitBy,
  type SynthesisCalibration,
} from '../../../../calibration/synthesize/report/calibrate-synthesis.ts';
import {
  type SynthesisReport,
  synthesisReport,
} from '../../../../calibration/synthesize/report/synthesis-report.ts';
import type { Item } from '../../../../item-bank/items/item.ts';
import { doubtWarnings, simulatedDoubts } from '../../../scoring/doubts/examinee-doubts.ts';
import type { Store } from '../../../store/store.ts';
import { guessableAnswers, guessingGroups } from '../../../tested-bank/guessing.ts';
import { span } from '../../../tracing/span.ts';
import { standInExaminees } from '../../live/stand-in-examinees.ts';
import { type ConvergenceProgress, NO_CONVERGENCE } from '../../progress.ts';
import type { SynthesisResult } from '../synthesis-result.ts';
import { type ItemKinds, itemKinds } from './item-kinds.ts';
import { keepCalibration } from './keep-calibration.ts';
import {
  type PredictionProgress,
  predictRealModels,
  type RealModelsReport,
} from './predict-real-models.ts';
import { finalAnswers, type SynthesisSource } from './synthesis-source.ts';

/** How a calibration on synthesized answers is made. */
export interface FitChoice {
  /** The examinees: participants weighted by their information, or the models alone. */
  readonly by: FitBy;
  /** How much is learned about each item; 3pl-shrunken by default. */
  readonly rung?: Rung | undefined;
}

/** Callbacks for the progress of a calibration. */
export interface FitWatch {
  /** Begins to tell of a fit; there are several. */
  fit(): ConvergenceProgress;
  /** Begins to tell how the recorded models are predicted. */
  prediction(): PredictionProgress;
}

const NO_WATCH: FitWatch = {
  fit: () => NO_CONVERGENCE,
  prediction: () => ({ step() {}, stop() {} }),
};

/** Whether there is a scale to calibrate on: two generators, with answers where these are counted. */
export function hasEnoughGenerators(
  participants: readonly { readonly generator: string; readonly answers?: number }[],
): boolean {
  const own = participants.filter(({ answers }) => answers !== 0);
  return new Set(own.map(({ generator }) => generator)).size >= FEWEST_GENERATORS;
}

/** The limits of the fit, for what is shown meanwhile: those of calibrate. */
const LIMITS = { tolerance: 0.001, rounds: 500 } as const;

/** A calibration on synthesized answers as it is kept and reported. */
export interface CalibratedSynthesis {
  /** Its number in the database. */
  readonly number: number;
  readonly fingerprint: string;
  /** True if some of the answers that were to be were missing. */
  readonly isPartial: boolean;
  readonly items: readonly string[];
  /** Null if the bank does not have these items any more. */
  readonly kinds: ItemKinds | null;
  readonly calibration: SynthesisCalibration;
  readonly report: SynthesisReport;
  /** Null if no model outside the pool is recorded on the bank. */
  readonly realModels: RealModelsReport | null;
}

/** The warning that participants spoke whom the stand-in answered for. */
async function simulatedParticipants(
  store: Store,
  { run }: SynthesisSource,
  participants: readonly string[],
): Promise<string[]> {
  const calls = [...(await standInExaminees(store, run))];
  const speakers = new Set(calls.map((id) => speakerOfCall(id).model));
  const own = participants.filter((id) => {
    const one = participantOfCall(id);
    return one !== null && [one.generator, one.critic].some((name) => speakers.has(name ?? ''));
  });
  return doubtWarnings(simulatedDoubts(participants, own), 'fitted');
}

/**
 * Calibrates the items of a bank on synthesized answers, keeps the calibration in the database, and reports its quality.
 * @throws TOO_FEW_EXAMINEES below two generators with answers, and as calibrate does
 */
export async function calibrateSource(
  store: Store,
  source: SynthesisSource,
  { participants, complete }: Pick<SynthesisResult, 'participants' | 'complete'>,
  { by, rung }: FitChoice,
  watch: FitWatch = NO_WATCH,
): Promise<CalibratedSynthesis> {
  const answers = [...finalAnswers(source)];
  // Without answers, an item would get the parameters of an average one.
  const answeredItems = new Set(answers.map(({ item }) => item));
  const items = source.ids.filter((item) => answeredItems.has(item));
  const matrix = synthesisMatrix(source.plan.participants, items, answers);
  const known = await itemsOf(store, source.bank, items);
  const guessable = items.map((id) => {
    const item = known.get(id);
    return item === undefined ? 0 : guessableAnswers(item);
  });
  let progress = watch.fit();
  let calibration: SynthesisCalibration;
  try {
    calibration = span('fit', {}, () =>
      calibrateSynthesis(matrix, {
        by,
        rung,
        optionCounts: guessable,
        itemGroups: known.size === items.length ? guessingGroups(guessable) : undefined,
        onStage(doing) {
          progress.stop();
          // A separate fit: the speed of the previous one does not apply.
          progress = watch.fit();
          progress.note(doing);
        },
        onRound: (round) => progress.round(round, LIMITS.tolerance, LIMITS.rounds),
      }),
    );
  } finally {
    progress.stop();
  }
  const simulated = await simulatedParticipants(store, source, matrix.responses.examinees);
  const report: SynthesisReport = {
    ...(simulated.length > 0 && { simulated: simulated[0] }),
    ...synthesisReport(matrix, calibration, participants),
  };
  const kept = await keepCalibration(store, source, {
    matrix,
    calibration,
    isPartial: !complete,
    warnings: [...report.warnings, ...simulated],
    participants,
    persuasion: report.persuasion,
  });
  const realModels = await span('predict', {}, () =>
    predictRealModels(store, source, matrix, calibration, watch.prediction),
  );
  const kinds = known.size === 0 ? null : itemKinds([...known.values()]);
  return { ...kept, isPartial: !complete, items, kinds, calibration, report, realModels };
}

/** Items of a bank by their ids. */
async function itemsOf(
  store: Store,
  bank: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Item>> {
  const known = new Map<string, Item>();
  for await (const item of store.items(bank, ids)) known.set(item.id, item);
  return known;
}

/** The answers to calibrate on. */
export interface DueOptions extends FitChoice {
  /** False: the answers are kept, and nothing is calibrated. */
  readonly fit: boolean;
  /** Also where some answers are missing. */
  readonly partial?: boolean;
  /** True if it is an error if there is too little to calibrate on. */
  readonly isRequired?: boolean;
}

/**
 * Calibrates on synthesized answers where they are complete, or as many as there are where `partial` asks for it.
 * @returns null if nothing is to be calibrated, or there is too little to do it on
 */
export async function calibrateIfDue(
  store: Store,
  source: SynthesisSource,
  result: Pick<SynthesisResult, 'participants' | 'complete'>,
  options: DueOptions,
  watch?: FitWatch,
): Promise<CalibratedSynthesis | null> {
  const isPossible = options.isRequired === true || hasEnoughGenerators(result.participants);
  const isDue = options.fit && (result.complete || options.partial === true) && isPossible;
  if (!isDue) return null;
  return await span('calibrate', {}, () => calibrateSource(store, source, result, options, watch));
}
