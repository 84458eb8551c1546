import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { ParameterErrors } from '../../../calibration/fit/calibrate.ts';
import { fail } from '../../errors.ts';
import type { ItemParameters } from '../../irt/parameters.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { TOLERANCE } from '../../ranking/fold-fit.ts';
import type { ServiceConfiguration } from '../configuration.ts';
import type { ServiceContext } from '../service-context.ts';
import { calibrationFiles } from './calibration-files.ts';
import type { CalibrationMessage } from './calibration-worker.ts';
import { onThread } from './thread.ts';

/** A calibration on the recorded answers of a bank; the models define the scale, with mean 0 and variance 1. */
export interface RecordedCalibration {
  /** By position of the item in the matrix it was calibrated on. */
  readonly parameters: ItemParameters;
  readonly standardErrors: ParameterErrors;
  /** One per examinee of the matrix. */
  readonly abilities: Float64Array;
  readonly mode: 'integrated' | 'marginal';
  readonly rung: string;
  readonly iterations: number;
  readonly converged: boolean;
}

/**
 * Calibrations of recorded answers. Each is made once, on a thread and one after another, because it takes seconds to minutes;
 * then it is kept in memory and in the folder of the service. The same answers give the same calibration.
 */
export interface RecordedCalibrations {
  /** The calibration of a matrix (of a bank, or of some of its models) if it is known; otherwise starts it. */
  ready(answers: ResponseMatrix): RecordedCalibration | null;
  /** Whether it is running. */
  isMaking(answers: ResponseMatrix): boolean;
  /**
   * The same, awaited.
   * @param isWanted called when its turn comes; if no request waits any more, the calibration is not made
   * @throws TOO_FEW_EXAMINEES, NO_ANSWERS as `calibrate`; CLIENT_GONE
   */
  of(answers: ResponseMatrix, isWanted?: () => boolean): Promise<RecordedCalibration>;
  /** Ends running calibrations. */
  close(): Promise<void>;
}

/** A running or waiting calibration, and whether requests still wait for it. */
interface Making {
  readonly made: Promise<RecordedCalibration>;
  readonly wanted: (() => boolean)[];
}

/** Increases when the same answers would give other parameters. */
const VERSION = 1;
/** Most calibrations kept in memory: one of 33,735 items takes 2 MB. */
const IN_MEMORY = 32;
/** Bytes of all files. One of 33,735 items takes some 5 MB. */
const MOST_BYTES = 1_000_000_000;

export function recordedCalibrations(
  context: Pick<ServiceContext, 'log'>,
  { data }: Pick<ServiceConfiguration, 'data'>,
  mostBytes = MOST_BYTES,
): RecordedCalibrations {
  const keys = new WeakMap<ResponseMatrix, string>();
  const known = new Map<string, RecordedCalibration>();
  /** Calibrations started by `ready` that would fail again. */
  const failed = new Set<string>();
  const making = new Map<string, Making>();
  const files = calibrationFiles(context, join(data, 'calibrations'), mostBytes);
  const threads = new Set<Worker>();
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const keyOf = (answers: ResponseMatrix) => {
    const key = keys.get(answers) ?? answersKey(answers);
    keys.set(answers, key);
    return key;
  };
  const remember = (key: string, calibration: RecordedCalibration) => {
    known.delete(key);
    known.set(key, calibration);
    if (known.size > IN_MEMORY) known.delete(known.keys().next().value!);
    return calibration;
  };
  const inMemory = (key: string) => {
    const found = known.get(key);
    return found === undefined ? null : remember(key, found);
  };
  const kept = (key: string, answers: ResponseMatrix) => {
    const found = inMemory(key);
    if (found !== null || making.has(key)) return found;
    const read = files.read(key, answers);
    return read === null ? null : remember(key, read);
  };
  const make = (key: string, answers: ResponseMatrix, isWanted: () => boolean) => {
    const wanted = [isWanted];
    const made = last
      .then(async () => {
        if (isClosed) fail('SERVICE_CLOSING', {});
        if (!wanted.some((isStill) => isStill())) fail('CLIENT_GONE', {});
        const calibration = await calibrated(answers, threads);
        files.keep(key, calibration);
        return remember(key, calibration);
      })
      .finally(() => making.delete(key));
    making.set(key, { made, wanted });
    last = made.catch(() => {});
    return made;
  };
  const of = async (answers: ResponseMatrix, isWanted = () => true) => {
    const key = keyOf(answers);
    const found = kept(key, answers);
    if (found !== null) return found;
    const own = making.get(key);
    own?.wanted.push(isWanted);
    return own?.made ?? make(key, answers, isWanted);
  };
  return {
    of,
    ready(answers) {
      const key = keyOf(answers);
      if (failed.has(key)) return null;
      const found = kept(key, answers);
      if (found !== null) return found;
      of(answers).catch((error: unknown) => {
        if (isClosed) return;
        failed.add(key);
        const reason = error instanceof Error ? error.message : String(error);
        context.log('warn', 'calibration-failed', { reason });
      });
      return null;
    },
    isMaking: (answers) => making.has(keyOf(answers)),
    async close() {
      isClosed = true;
      await Promise.all(Array.from(threads, (thread) => thread.terminate()));
      await last;
    },
  };
}

/** The key of a calibration, which depends on the answers but not on the names of the models. */
function answersKey({ items, examinees, scores }: ResponseMatrix): string {
  return createHash('sha256')
    .update(JSON.stringify([VERSION, TOLERANCE, items.length, examinees.length]))
    .update(new Uint8Array(scores.buffer, scores.byteOffset, scores.byteLength))
    .digest('hex');
}

/** @throws what `calibrate` throws */
async function calibrated(
  answers: ResponseMatrix,
  threads: Set<Worker>,
): Promise<RecordedCalibration> {
  const message = await onThread<CalibrationMessage>('calibration-worker', answers, threads);
  return 'code' in message ? fail(message.code, message.details as never) : message;
}
