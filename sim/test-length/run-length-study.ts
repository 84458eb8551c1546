import { span } from '../../src/tracing/span.ts';
import type { Tolerance } from './length-grid.ts';
import type { LengthStudy, ReplicationValues } from './length-study.ts';
import { MEASURES } from './measures.ts';
import { Race } from './race.ts';
import { lengthsAreCheap } from './recorded-replications.ts';
import type { ReplicationThreads } from './replication-threads.ts';
import { goalOf } from './target.ts';

/** Simulated replications come by the hundred, recorded ones by the dozen. */
const PRIORS = { simulated: 0.03, recorded: 0.2 };

/** The limits of a study. */
export interface LengthLimits {
  readonly longest: number;
  readonly tolerance: Tolerance;
  readonly confidence: number;
  readonly maxReplications: number;
}

/** Kept replications, and the store for further ones. */
export interface KeptReplications {
  /** Null if there is none for these lengths. */
  read(replication: number, lengths: readonly number[]): ReplicationValues | null;
  keep(replication: number, lengths: readonly number[], values: ReplicationValues): void;
}

/** A finished race, and its cost. */
export interface FinishedRace {
  readonly race: Race;
  /** Items asked over all sessions. */
  readonly items: number;
  /** Sessions, of all examinees. */
  readonly sessions: number;
  /**
   * The results of each replication for each model at each length, in the order of replications; empty for simulated examinees.
   */
  readonly models: ReadonlyMap<number, ReplicationValues['models'] & object>;
}

/** The race of a study, before its first replication. @param examinees of one replication */
export function raceOf(study: LengthStudy, examinees: number, limits: LengthLimits): Race {
  return new Race({
    ...limits,
    goals: study.targets.map((target) => goalOf(target, examinees)),
    improves: study.targets.every(({ measure }) => MEASURES[measure].improves),
    lengthsAreCheap: study.kind === 'recorded' && lengthsAreCheap(study),
    prior: PRIORS[study.kind],
  });
}

/**
 * Runs a race to its end, round by round. Each round waits for all its replications, so that the next round depends only on the
 * study.
 * @param progress called after each replication; `wasKept` if it was not simulated again
 */
export async function runRace(
  race: Race,
  threads: ReplicationThreads,
  kept: KeptReplications | null,
  progress: (race: Race, wasKept: boolean) => void,
): Promise<FinishedRace> {
  let items = 0;
  let sessions = 0;
  const models = new Map<number, ReplicationValues['models'] & object>();
  for (let round = race.next(); round !== null; round = race.next()) {
    const { first, count, lengths } = round;
    const found = new Map<number, ReplicationValues>();
    const add = (replication: number, values: ReplicationValues, wasKept: boolean) => {
      found.set(replication, values);
      progress(race, wasKept);
    };
    const left: number[] = [];
    for (let replication = first; replication < first + count; replication++) {
      const values = kept?.read(replication, lengths) ?? null;
      if (values === null) left.push(replication);
      else add(replication, values, true);
    }
    await span('simulate', { 'thetarank.replications': left.length }, () =>
      threads.run(left, lengths, (replication, values) => {
        kept?.keep(replication, lengths, values);
        add(replication, values, false);
      }),
    );
    const ordered = [...found].sort(([x], [y]) => x - y).map(([, values]) => values);
    race.add(
      round,
      ordered.map(({ values }) => values),
    );
    for (const values of ordered) {
      items += values.items;
      sessions += values.sessions;
      values.models?.forEach((of, l) => {
        const list = models.get(lengths[l]) ?? [];
        models.set(lengths[l], [...list, of]);
      });
    }
  }
  return { race, items, sessions, models };
}
