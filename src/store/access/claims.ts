import { setTimeout as delay } from 'node:timers/promises';
import { fail } from '../../errors.ts';
import type { RunStore } from '../../run/run-record.ts';

/** Who holds a run. */
export interface Holder {
  /** In words, such as `process 7 on host`. */
  readonly holder: string;
  /** If it is unknown whether that process is alive: seconds until it counts as gone. */
  readonly free: number | null;
}

export type Release = () => Promise<void>;

/** Tries once to claim a run. */
export type ClaimAttempt = (run: number) => Promise<Release | Holder>;

/** A killed process may take a moment to disappear: time and interval of attempts, in ms. */
const DYING = 1000;
const PAUSE = 100;

/** Numbers of runs begin with 1. */
const SERVICE = 0;

export interface ServiceClaim {
  /**
   * Claims the database for a service, of which it allows one, until the returned function is called or the process ends. If it
   * is unknown whether the previous holder is alive, this waits until that one would have renewed its claim.
   * @throws SERVICE_BUSY if another one serves it
   */
  claimService(): Promise<Release>;
}

/** Claims by attempts, and a function that releases all remaining claims. */
export function runClaims(
  attempt: ClaimAttempt,
): Pick<RunStore, 'claimRun'> & ServiceClaim & { releaseAll: Release } {
  const held = new Set<Release>();
  const hold = (result: Release): Release => {
    held.add(result);
    return async () => {
      if (held.delete(result)) await result();
    };
  };
  return {
    async claimRun(run) {
      for (let waited = 0; ; waited += PAUSE) {
        const result = await attempt(run);
        if (typeof result !== 'function') {
          if (waited >= DYING) fail('RUN_BUSY', { run, ...result });
          await delay(PAUSE);
          continue;
        }
        return hold(result);
      }
    },
    async claimService() {
      let most = DYING;
      for (let waited = 0; ; waited += PAUSE) {
        const result = await attempt(SERVICE);
        if (typeof result === 'function') return hold(result);
        if (waited === 0 && result.free !== null) most += 1000 * result.free;
        if (waited >= most) fail('SERVICE_BUSY', { holder: result.holder });
        await delay(PAUSE);
      }
    },
    async releaseAll() {
      const all = [...held];
      held.clear();
      await Promise.all(all.map((release) => release()));
    },
  };
}
