import { ThetarankError } from '../../errors.ts';
import type { Clock } from '../../examinee/services.ts';
import type { Checkpoint, Look } from './checkpoint.ts';

/** What a watch does, and when it ends. */
export interface WatchOptions {
  look(): Look | Promise<Look>;
  /** Names of checkpoints that have a finished test. Called when there are new ones. */
  testedOf(checkpoints: readonly Checkpoint[]): Promise<ReadonlySet<string>>;
  /**
   * Tests a checkpoint to its end.
   * @returns `before` if another process has finished its test by now; `elsewhere` if one is at it, so that the next look tries again
   */
  test(checkpoint: Checkpoint): Promise<'tested' | 'before' | 'elsewhere'>;
  /** A test, or a look after the first, has failed; the watch goes on. */
  failed(checkpoint: Checkpoint | null, error: ThetarankError): void;
  /** Ends after one look. */
  readonly isOnce: boolean;
  /** Between two looks, in milliseconds. */
  readonly interval: number;
  readonly clock: Clock;
  /** Ends the watch; a test that runs decides itself what it does. */
  readonly stop: AbortSignal;
}

/** What a watch has seen. */
export interface Watched {
  readonly tested: readonly string[];
  /** Had a finished test when it was first seen. */
  readonly before: readonly string[];
  readonly failed: readonly string[];
  /** Were not complete at the last look. */
  readonly waiting: readonly string[];
  /** Were tested by another process at the last look. */
  readonly elsewhere: readonly string[];
  /** Of the first test that failed. */
  readonly failure: ThetarankError | null;
}

/**
 * Looks for checkpoints again and again, and tests each that is complete and has no finished test, one after another. A test that
 * fails is not repeated by this watch: the next one does it.
 * @throws what the first look throws, such as for a folder that does not exist, and what is no ThetarankError
 */
export async function watchCheckpoints(options: WatchOptions): Promise<Watched> {
  const { test, testedOf, isOnce, interval, clock, stop } = options;
  const known = new Set<string>();
  const [tested, before, failed]: string[][] = [[], [], []];
  let waiting: readonly string[] = [];
  let elsewhere: string[] = [];
  let failure: ThetarankError | null = null;
  let lastTrouble = '';

  for (let round = 1; !stop.aborted; round++) {
    try {
      const look = await options.look();
      const fresh = look.ready.filter(({ name }) => !known.has(name));
      const isTested = fresh.length === 0 ? new Set<string>() : await testedOf(fresh);
      waiting = look.waiting;
      lastTrouble = '';
      elsewhere = [];
      for (const checkpoint of fresh) {
        if (stop.aborted) break;
        const { name } = checkpoint;
        known.add(name);
        if (isTested.has(name)) {
          before.push(name);
          continue;
        }
        try {
          const came = await test(checkpoint);
          if (stop.aborted) break;
          if (came === 'elsewhere') known.delete(name);
          const list = { tested, before, elsewhere }[came];
          list.push(name);
        } catch (error) {
          if (stop.aborted) break;
          if (!(error instanceof ThetarankError)) throw error;
          failure ??= error;
          failed.push(name);
          options.failed(checkpoint, error);
        }
      }
    } catch (error) {
      // A mistyped place is said at once; a folder or an endpoint that was there may come back.
      if (round === 1 || !(error instanceof ThetarankError)) throw error;
      if (error.message !== lastTrouble) options.failed(null, error);
      lastTrouble = error.message;
    }
    if (isOnce || stop.aborted) break;
    await clock.sleep(interval, stop).catch(() => {});
  }
  return { tested, before, failed, waiting, elsewhere, failure };
}
