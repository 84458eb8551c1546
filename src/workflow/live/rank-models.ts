import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import {
  type EndpointOptions,
  endpointConfiguration,
} from '../../examinee/endpoint/configuration/configuration.ts';
import type { EndpointNotice } from '../../examinee/services.ts';
import { type LiveRequest, liveSteps, prepareLive } from '../../ranking/live/prepare-live.ts';
import type { RunAnswer } from '../../run/run-record.ts';
import type { EndpointChange } from '../../run/served-models.ts';
import type { Store } from '../../store/store.ts';
import { calibratedBank } from '../../tested-bank/calibrated-bank.ts';
import { readLiveBank } from '../../tested-bank/live-bank.ts';
import type { CalibrationName } from '../../tested-bank/named-calibration.ts';
import { span } from '../../tracing/span.ts';
import { LIBRARY } from '../asking/caller.ts';
import { signalsOf } from '../asking/stop-signals.ts';
import { NO_PROGRESS, type Progress } from '../progress.ts';
import { type LiveJobOptions, prepareJob } from './live-job.ts';
import { requirePrices } from './require-prices.ts';
import { type LiveRanking, runLiveJob } from './run-live-job.ts';
import { DEFAULT_LAG, defaultItems } from './test-defaults.ts';

/** Which models are ranked on which bank, and how. */
export interface RankModelsRequest
  extends Partial<Omit<LiveJobOptions, 'defaultItems' | 'leaveOut' | 'caller'>> {
  /** Name of a bank of the store, or of a built-in bank that question text was attached to. */
  readonly bank: string;
  /** The models, each behind an OpenAI-compatible address. Names must differ. */
  readonly models: readonly EndpointOptions[];
  /** A kept calibration, by its number, or `current` for the one in force; by default recorded models of the bank are calibrated on. */
  readonly calibration?: CalibrationName;
  /** Recorded models to leave out of all calibrations, such as relatives of the tested ones. */
  readonly leaveOut?: readonly string[];
  /** Dollars that the whole run may cost; every model then needs a price and a limit of tokens. */
  readonly budget?: number;
  /** The score that places are of: `expected` (default) or `recorded`. */
  readonly target?: ScoreTarget;
  /** Ends asking; answers in flight are given up, and all that is kept stays. */
  readonly signal?: AbortSignal;
  /** Called with the progress of the calibrations before the first question. */
  readonly progress?: Progress;
  /** Called when an endpoint reports another model or `system_fingerprint` than before. */
  readonly onEndpointChange?: (change: EndpointChange) => void;
  /** Is told at once what becomes of requests, such as what goes wrong and when the next one follows. */
  readonly onNotice?: (notice: EndpointNotice) => void;
  /** Is handed each answer once it is kept. */
  readonly onAnswer?: (answer: RunAnswer) => void;
}

const USUAL = {
  seed: 1,
  lag: DEFAULT_LAG,
  concurrency: 16,
  variant: 'cot',
  shots: 0,
  shotsFrom: 'split=dev',
  mode: 'default',
  unanswered: 'stop',
} as const;

/**
 * Tests models behind endpoints with a few items each, and ranks them: among the recorded models of the bank where it has
 * any. Every answer is kept in the store before it counts, so that a run that was interrupted continues with `resume: true`.
 *
 * Scores are in points (0 to 100) with 90% intervals. An endpoint that fails stops the test of its model: see `outcomes`.
 *
 * @throws NAME_UNKNOWN, BANK_WITHOUT_TEXT, TOO_MANY_ITEMS, OPTION_INVALID, OPTIONS_CONFLICT, KEY_MISSING, RUN_BUSY
 */
export async function rankModels(store: Store, request: RankModelsRequest): Promise<LiveRanking> {
  const { bank, models: described, calibration, budget = null, signal } = request;
  const {
    progress = NO_PROGRESS,
    onAnswer,
    onNotice,
    onEndpointChange,
    target = 'expected',
  } = request;
  const caller = { ...LIBRARY, onNotice };
  const models = described.map((model) => endpointConfiguration(model));
  if (budget !== null) requirePrices(models, caller);
  const whole = await readLiveBank(store, bank);
  const calibrated =
    calibration === undefined ? null : await calibratedBank(store, whole, calibration);
  const options = {
    // A robust test learns from recorded models, and a kept calibration has none.
    strategy: calibrated === null ? 'robust' : 'paper',
    leaveOut: [],
    ...USUAL,
    ...request,
    defaultItems,
    caller,
  };
  const live = calibrated?.live ?? whole;
  const job = await span('prepare', {}, () =>
    prepareJob(options, store, live, models, budget, calibrated),
  );
  return runLiveJob(store, job, {
    concurrency: options.concurrency,
    unanswered: options.unanswered,
    mode: options.mode,
    target,
    prepare: (live) => prepared(live, progress),
    interrupts: () => signalsOf(signal),
    watch: () => ({
      answered: (_m, _cost, answer) => onAnswer?.(answer),
      changed: (change) => onEndpointChange?.(change),
      doubted() {},
      stop() {},
    }),
  });
}

function prepared(request: LiveRequest, progress: Progress) {
  progress.start(liveSteps(request), 'calibrating');
  try {
    return prepareLive(request, (doing) => progress.advance(doing));
  } finally {
    progress.stop();
  }
}
