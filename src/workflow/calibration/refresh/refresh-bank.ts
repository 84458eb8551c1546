import { itemFlags } from '../../../../calibration/diagnose/item-flags.ts';
import { FEWEST_NEW } from '../../../../calibration/refresh/refresh-calibration.ts';
import type {
  RefreshRequest,
  RefreshResult,
  Refusal,
} from '../../../../calibration/refresh/refresh-types.ts';
import { fullScoreWeights } from '../../../../item-bank/full-score.ts';
import { fail } from '../../../errors.ts';
import { requireBinary } from '../../../irt/require-binary.ts';
import { pickItems } from '../../../irt/responses.ts';
import { plural } from '../../../numbers.ts';
import {
  doubtWarnings,
  type ExamineeDoubt,
  examineeDoubts,
} from '../../../scoring/doubts/examinee-doubts.ts';
import { keptFlags } from '../../../store/calibrations/calibration-flags.ts';
import type { Store, StoredCalibration } from '../../../store/store.ts';
import { bankOf } from '../../../tested-bank/bank-of.ts';
import { calibrationOf } from '../../../tested-bank/calibration-of.ts';
import { type LiveBank, readLiveBank } from '../../../tested-bank/live-bank.ts';
import { type CalibrationName, namedCalibration } from '../../../tested-bank/named-calibration.ts';
import { sameName } from '../../../text/same-name.ts';
import { span } from '../../../tracing/span.ts';
import { rankingRuns } from '../../bank/review/ranking-runs.ts';
import { standInExaminees } from '../../live/stand-in-examinees.ts';
import { optionCounts } from '../option-counts.ts';
import { type CollectedAnswers, collectAnswers } from './collect-answers.ts';
import { REFRESH, type RefreshReport } from './refresh-report.ts';
import { fitSettings, oldParameters } from './refresh-request.ts';
import { type RefreshProgress, refreshOnThread } from './refresh-thread.ts';
import { redoneBefore, withoutSuperseded } from './superseded-answers.ts';

/** Which calibration is refreshed, and how. */
export interface RefreshOptions extends Pick<RefreshRequest, 'method' | 'alpha' | 'correction'> {
  readonly calibration: CalibrationName;
  /** Family of each model, in place of what the bank and names tell. */
  readonly familiesOf?: (examinees: readonly string[]) => readonly string[];
}

/** All that a refresh is made from, read before any long work. */
export interface RefreshInput {
  readonly bank: string;
  readonly bankVersion: number;
  readonly calibration: StoredCalibration;
  readonly collected: CollectedAnswers;
  readonly changedItems: readonly string[];
  /** Pretest items with answers. */
  readonly pretest: readonly string[];
  readonly request: Omit<RefreshRequest, 'engine' | 'onProgress'>;
  readonly doubts: readonly ExamineeDoubt[];
}

/** A refresh that was computed; `number` once it is kept. */
export interface Refresh {
  readonly input: RefreshInput;
  readonly result: RefreshResult;
  readonly report: RefreshReport;
}

/**
 * Reads the answers to a bank, and the calibration to refresh.
 * @throws NAME_UNKNOWN; CALIBRATION_NOT_IN_FORCE; OPTIONS_CONFLICT for a calibration of another bank; REFRESH_IMPOSSIBLE without new
 *   answers
 */
export async function readRefresh(
  store: Store,
  bank: string,
  options: RefreshOptions,
): Promise<RefreshInput> {
  const { version } = await bankOf(store, bank);
  const number = await namedCalibration(store, bank, options.calibration);
  const calibration = await calibrationOf(store, number);
  if (calibration.bank !== bank)
    fail('OPTIONS_CONFLICT', {
      options: `--bank ${bank}, --calibration ${number}`,
      reason: `this calibration is of bank ${calibration.bank}. For those of this bank run: thetarank calibrate list --bank ${bank}`,
    });
  const live = await readLiveBank(store, bank, false);
  const changed = await store.changedSince(bank, calibration.bankVersion);
  const isUsed = new Set(live.recorded.responses.items.filter((_, j) => !live.retired[j]));
  const old = oldParameters(calibration, (item) => isUsed.has(item) && !changed.has(item));
  const collected = await collectAnswers(store, live, calibration, { keep: new Set(old.items) });
  const found = collected.isNew.reduce((sum, one) => sum + one, 0);
  // Told at once, before any work.
  if (found < FEWEST_NEW)
    refuse(bank, number, found === 0 ? 'no-new-answers' : 'few-new-examinees', collected);
  requireBinary(collected.matrix, `bank ${bank}`, 'drift');
  const { isNew } = collected;
  const matrix = withoutSuperseded(collected.matrix, await redoneBefore(store, calibration));
  const counts = await optionCounts(store, bank, matrix.items);
  const fit = await fitSettings(store, calibration);
  const { method, alpha, correction, familiesOf } = options;
  const families = familiesOf?.(matrix.examinees) ?? collected.families;
  const isPretest = new Set(live.pretest?.items.map(({ id }) => id));
  return {
    bank,
    bankVersion: version,
    calibration,
    collected,
    changedItems: calibration.items.filter(
      (item) => !isPretest.has(item) && !old.items.includes(item),
    ),
    pretest: matrix.items.filter((item) => isPretest.has(item)),
    doubts: examineeDoubts({ matrix, families, standIns: await standInsOf(store, bank) }),
    request: {
      matrix,
      isNew,
      families,
      old,
      fit: {
        ...fit,
        ...(counts.some((count) => count > 0) && { optionCounts: counts }),
      },
      weights: weightsOf(live, matrix.items, new Set(old.items)),
      ...(method && { method }),
      ...(alpha !== undefined && { alpha }),
      ...(correction && { correction }),
    },
  };
}

/** Refreshes on a thread. @throws REFRESH_IMPOSSIBLE where nothing can be said; what `refreshCalibration` throws */
export async function computeRefresh(
  input: RefreshInput,
  workers: number,
  onStep: (progress: RefreshProgress) => void,
): Promise<Refresh> {
  const { request, calibration, collected, bank } = input;
  const result = await span('calibrate', {}, () => refreshOnThread({ request, workers }, onStep));
  if (result.refusal !== null) refuse(bank, calibration.id, result.refusal, collected, result);
  const { items: _, parameters: __, standardErrors: ___, ...changes } = result;
  const { matrix, isNew, counts, digest } = collected;
  const report: RefreshReport = {
    version: 1,
    bank,
    bankVersion: input.bankVersion,
    refreshed: calibration.id,
    collected: {
      ...counts,
      models: matrix.examinees.length,
      newModels: matrix.examinees.filter((_, i) => isNew[i] === 1),
      items: matrix.items.length,
      pretest: input.pretest,
      digest,
    },
    changedItems: input.changedItems,
    doubts: input.doubts,
    settings: {
      method: request.method ?? 'auto',
      alpha: request.alpha ?? ALPHA,
      correction: request.correction ?? 'benjamini-hochberg',
    },
    ...changes,
  };
  return { input, result, report };
}

/** Whether a refresh leaves every parameter as it was, so that there is nothing to accept. */
export function changesNothing({ changes, changedItems }: RefreshReport): boolean {
  return (
    changedItems.length === 0 && changes.every(({ fate }) => fate === 'held' || fate === 'none')
  );
}

/**
 * Keeps a refresh as a proposal, which nothing uses before it is accepted: calibration and report in one row. The same refresh is kept
 * once.
 * @returns its number, and whether it was kept before
 */
export async function keepRefresh(
  store: Store,
  { input, result, report }: Refresh,
  at: string,
): Promise<{ readonly number: number; readonly isKnown: boolean }> {
  const { bank, bankVersion, calibration, collected } = input;
  const options = { ...optionsOf(input, result), settings: report.settings };
  for (const one of await store.calibrations(bank)) {
    if (one.method !== REFRESH || one.parent !== calibration.id) continue;
    const isSame =
      one.bankVersion === bankVersion &&
      one.options.digest === collected.digest &&
      JSON.stringify(one.options) === JSON.stringify(options);
    if (isSame) return { number: one.id, isKnown: true };
  }
  const known = new Set(calibration.examinees.map(sameName));
  const number = await store.putCalibration(
    {
      bank,
      bankVersion,
      method: REFRESH,
      parent: calibration.id,
      options,
      examinees: [
        ...calibration.examinees,
        ...collected.matrix.examinees.filter((name) => !known.has(sameName(name))),
      ],
      items: result.items,
      parameters: result.parameters,
      standardErrors: result.standardErrors,
      report,
    },
    at,
  );
  return { number, isKnown: false };
}

/** Names of those that the stand-in answered for, in recorded answers or runs. */
async function standInsOf(store: Store, bank: string): Promise<string[]> {
  const found = [...((await store.responses(bank))?.standIns ?? [])];
  for (const { id } of await rankingRuns(store, bank))
    found.push(...(await standInExaminees(store, id)));
  return found;
}

/** The warnings of the earlier calibration and of the newer answers that answers come from the stand-in. */
function simulatedIn({ calibration, doubts }: RefreshInput): string[] {
  const { warnings = [] } = calibration.options as { warnings?: readonly string[] };
  const earlier = warnings.filter((warning) => warning.startsWith('SIMULATED'));
  const own = doubtWarnings(
    doubts.filter(({ kind }) => kind === 'simulated'),
    'grouped',
  );
  return [...new Set([...earlier, ...own])];
}

function optionsOf(input: RefreshInput, result: RefreshResult): Record<string, unknown> {
  const { calibration, collected, request } = input;
  const { pool, scores } = calibration.options;
  const { matrix, digest } = collected;
  const positions = result.items.map((item) => matrix.items.indexOf(item));
  const converged = !result.warnings.some(({ kind }) => kind === 'not-converged');
  return {
    refresh: result.method,
    rung: request.fit.rung,
    designEffect: result.designEffect,
    converged,
    standardErrors: 'blockwise',
    flags: keptFlags(result.items, itemFlags(pickItems(matrix, positions), result.parameters)),
    warnings: [...(converged ? [] : ['the fit has not converged']), ...simulatedIn(input)],
    digest,
    ...(pool === undefined ? {} : { pool }),
    ...(scores === undefined ? {} : { scores }),
  };
}

/** Items below this adjusted p have drifted. */
const ALPHA = 0.05;

/** The weights of the bank's score over the items with old parameters. */
function weightsOf(
  { recorded }: LiveBank,
  items: readonly string[],
  old: ReadonlySet<string>,
): Float64Array {
  const { responses, tags, fullScore } = recorded;
  const place = new Map(responses.items.map((item, j) => [item, j]));
  const columns = items.map((item) => place.get(item)!);
  const own = Object.entries(tags).map(([name, { values, codes }]) => [
    name,
    { values, codes: Uint16Array.from(columns, (j) => codes[j]) },
  ]);
  return fullScoreWeights(
    fullScore,
    Object.fromEntries(own),
    (k) => old.has(items[k]),
    items.length,
  );
}

/** @throws REFRESH_IMPOSSIBLE */
function refuse(
  bank: string,
  calibration: number,
  refusal: Refusal,
  { counts, isNew }: Pick<CollectedAnswers, 'counts' | 'isNew'>,
  result?: RefreshResult,
): never {
  const found = isNew.reduce((sum, one) => sum + one, 0);
  const warned = result?.warnings.find(({ kind }) => kind === refusal);
  const open =
    counts.openRuns.length === 0
      ? ''
      : `. Runs that are not finished are left out: ${counts.openRuns.join(', ')}; continue them with --resume`;
  const watched =
    counts.watchRuns === 0
      ? ''
      : `. ${plural(counts.watchRuns, 'run')} of watch ${counts.watchRuns === 1 ? 'is' : 'are'} left out: checkpoints of one training are nearly one model many times`;
  return fail('REFRESH_IMPOSSIBLE', {
    bank,
    calibration,
    reason: `${reasonOf(refusal, found, bank, calibration, warned)}${open}${watched}`,
  });
}

function reasonOf(
  refusal: Refusal,
  found: number,
  bank: string,
  calibration: number,
  warned: RefreshResult['warnings'][number] | undefined,
): string {
  const more = `Test more models: thetarank rank --bank ${bank} --model NAME@ADDRESS, or record their answers: thetarank bank record FILE --to ${bank}`;
  switch (refusal) {
    case 'no-new-answers':
      return `no model has answered since; all models with answers were part of it. ${more}`;
    case 'few-new-examinees':
      return `${plural(found, 'new model')}; at least ${FEWEST_NEW} are needed. ${more}`;
    case 'few-anchors':
      return `too few items that new models follow the old curves of${warned?.kind === refusal ? ` (${warned.found} of ${warned.of})` : ''}, so the old scale cannot be held. Look for a cause, such as another prompt or changed items; if there is none, calibrate anew: thetarank calibrate fit --bank ${bank} --keep`;
    case 'scale-undetermined':
      return `the answers of ${plural(found, 'new model')} do not determine their place on the scale of calibration ${calibration}. ${more}`;
  }
}
