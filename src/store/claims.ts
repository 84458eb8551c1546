import { setTimeout as delay } from 'node:timers/promises';
import { fail } from '../errors.ts';
import type { RunStore } from '../run/run-record.ts';

/** Who holds a run. */
export interface Holder {
  /** In words, such as `process 7 on host`. */
  readonly holder: string;
  /** Where it cannot be told whether that process still lives: after how many seconds it counts as gone. */
  readonly free: number | null;
}

export type Release = () => Promise<void>;

/** Tries once to claim a run. */
export type ClaimAttempt = (run: number) => Promise<Release | Holder>;

/** A process that was killed may need a moment until it is gone: as long is tried, in ms, and how often. */
const DYING = 1000;
const PAUSE = 100;

/** `claimRun` by attempts, and what gives back every claim that was not given back. */
export function runClaims(
  attempt: ClaimAttempt,
): Pick<RunStore, 'claimRun'> & { releaseAll: Release } {
  const held = new Set<Release>();
  return {
    async claimRun(run) {
      for (let waited = 0; ; waited += PAUSE) {
        const result = await attempt(run);
        if (typeof result !== 'function') {
          if (waited >= DYING) fail('RUN_BUSY', { run, ...result });
          await delay(PAUSE);
          continue;
        }
        held.add(result);
        return async () => {
          if (held.delete(result)) await result();
        };
      }
    },
    async releaseAll() {
      const all = [...held];
      held.clear();
      await Promise.all(all.map((release) => release()));
    },
  };
}
