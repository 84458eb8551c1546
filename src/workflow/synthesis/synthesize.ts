import { synthesisConfiguration } from '../../../calibration/synthesize/configuration.ts';
import { type EndpointNotice, SYSTEM_CLOCK } from '../../examinee/services.ts';
import { type BudgetLimits, NO_LIMITS } from '../../run/run-budgets.ts';
import type { Store } from '../../store/store.ts';
import { span } from '../../tracing/span.ts';
import { LIBRARY } from '../asking/caller.ts';
import { signalsOf } from '../asking/stop-signals.ts';
import { askSynthesis } from './ask-synthesis.ts';
import { finishSynthesis } from './finish-synthesis.ts';
import {
  type CalibratedSynthesis,
  calibrateIfDue,
  calibrateSource,
  type FitChoice,
  type FitWatch,
} from './fit/calibrate-source.ts';
import { sourceOfJob, sourceOfRun } from './fit/synthesis-source.ts';
import { requireBudgets } from './synthesis-budgets.ts';
import { claimSynthesis, prepareSynthesis } from './synthesis-job.ts';
import type { SynthesisResult } from './synthesis-result.ts';
import type { SynthesisWatch } from './synthesis-watch.ts';

/** The request for a synthesis. */
export interface SynthesizeRequest extends Partial<FitChoice> {
  /** Name of a bank whose items have text. */
  readonly bank: string;
  /** Models, participants and design: the fields of docs/synthesis.md, as an object. */
  readonly configuration: object;
  /** The number of items of the bank, drawn by the seed of the configuration; all by default. */
  readonly items?: number;
  /** Dollars and tokens of the whole run, milliseconds of this session; without bounds by default. */
  readonly budget?: Partial<BudgetLimits>;
  /** Calls of one model in flight at most; 16 by default. */
  readonly concurrency?: number;
  /** Continues with the last run of the same bank and models, and asks what it lacks. */
  readonly resume?: boolean;
  /** Uses replies of earlier runs to the same requests, instead of asking. By default every run asks. */
  readonly reuse?: boolean;
  /** False: answers are kept, and nothing is calibrated. */
  readonly fit?: boolean;
  /** Ends asking: requests in flight are dropped, and kept answers stay. */
  readonly signal?: AbortSignal;
  /** Is told at once what becomes of requests, such as what goes wrong and when the next one follows. */
  readonly onNotice?: (notice: EndpointNotice) => void;
  /** Callbacks for the progress: asking, and the calibration. */
  readonly watch?: SynthesisWatch;
  readonly fitWatch?: FitWatch;
}

/** The result of a synthesis. */
export interface Synthesis {
  readonly result: SynthesisResult;
  /** Null if nothing was calibrated: answers are missing, `fit` is false, or one model alone generates. */
  readonly calibrated: CalibratedSynthesis | null;
}

/** The name of the configuration in errors. */
const CONFIGURATION = 'configuration';

/**
 * Synthesizes participants: models answer the items of a bank, criticise one another and reflect; then the bank is
 * calibrated on their answers, and the calibration kept in the store under a number. Answers are kept as they come: a run
 * that was interrupted continues with `resume: true`.
 *
 * @throws FILE_INVALID for a configuration that is not right; NAME_UNKNOWN, BANK_WITHOUT_TEXT, TOO_MANY_ITEMS,
 *   OPTIONS_CONFLICT, OPTION_INVALID, KEY_MISSING, RUN_BUSY
 */
export async function synthesize(store: Store, request: SynthesizeRequest): Promise<Synthesis> {
  const { bank, items, resume, reuse, concurrency = 16, signal, watch, onNotice } = request;
  const { fit = true, by = 'participants', rung, fitWatch } = request;
  const limits = { ...NO_LIMITS, ...request.budget };
  const configuration = synthesisConfiguration(request.configuration, CONFIGURATION);
  const caller = { ...LIBRARY, onNotice };
  const job = await span('prepare', {}, () =>
    prepareSynthesis({ bank, items, resume, reuse, caller }, configuration, store),
  );
  requireBudgets(limits, job);
  const { run, release } = await claimSynthesis(store, job);
  try {
    const asked = await span('ask', {}, () =>
      askSynthesis(store, job, run, {
        limits,
        concurrency,
        interrupts: signalsOf(signal),
        ...(watch && { watch }),
        clock: SYSTEM_CLOCK,
      }),
    );
    const at = new Date().toISOString();
    const { result } = await span('score', {}, () => finishSynthesis(store, job, run, asked, at));
    const how = { fit, by, ...(rung && { rung }) };
    const calibrated = await calibrateIfDue(store, sourceOfJob(job, run), result, how, fitWatch);
    return { result, calibrated };
  } finally {
    await release();
  }
}

/** Which answers are calibrated on. */
export interface CalibrateSynthesizedRequest extends Partial<FitChoice> {
  /** The number of the run. */
  readonly run: number;
  readonly fitWatch?: FitWatch;
}

/**
 * Calibrates a bank on the answers of a synthesis that was made before, as many as there are, and keeps the calibration.
 * @throws NAME_UNKNOWN, OPTION_INVALID for another kind of run, OPTIONS_CONFLICT, TOO_FEW_EXAMINEES
 */
export async function calibrateSynthesized(
  store: Store,
  { run, by = 'participants', rung, fitWatch }: CalibrateSynthesizedRequest,
): Promise<Synthesis & { readonly calibrated: CalibratedSynthesis }> {
  const source = await sourceOfRun(store, run, { isPartial: true, onAnswer() {} });
  const { result } = source;
  const choice = { by, ...(rung && { rung }) };
  return { result, calibrated: await calibrateSource(store, source, result, choice, fitWatch) };
}
