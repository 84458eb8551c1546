import { NO_ITEM_LEFT } from '../../../src/cat/stop/stop-rules.ts';
import type { ExposureSearch, GroupSums } from './group-sums.ts';
import { type Figure, Ratio } from './ratio.ts';

/** Why the tests of a cell ended. */
export interface EndingMeasures {
  /** Share of tests that ended because no eligible item was left; they may be shorter than the stopping rule requires. */
  readonly exhausted: Figure;
  /** Every reason, the most frequent first. */
  readonly stops: readonly {
    readonly reason: string;
    readonly sessions: number;
    /** Share of all tests. */
    readonly share: number;
  }[];
}

/** Counts reasons. Memory grows only with the number of different reasons, which is small. */
export class EndingSums {
  readonly #exhausted = new Ratio();
  readonly #counts = new Map<string, number>();
  #out = 0;
  #sessions = 0;

  add({ stops }: Pick<GroupSums, 'stops'>): void {
    for (const [reason, n] of stops) {
      this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + n);
      this.#sessions += n;
      if (reason === NO_ITEM_LEFT) this.#out += n;
    }
  }

  /** Ends a cluster: what was added since the last one is one entry of the standard error. */
  close(): void {
    this.#exhausted.add(this.#out, this.#sessions);
    this.#out = 0;
    this.#sessions = 0;
  }

  measures(): EndingMeasures {
    const all = [...this.#counts.values()].reduce((sum, n) => sum + n, 0);
    return {
      exhausted: this.#exhausted.figure(),
      stops: [...this.#counts]
        .sort(([r, x], [s, y]) => y - x || (r < s ? -1 : 1))
        .map(([reason, sessions]) => ({ reason, sessions, share: sessions / all })),
    };
  }
}

/** Results of the searches for control parameters of exposure over replications; null if there were none. */
export interface SearchMeasures {
  /** Share of searches that came within the tolerance of the rate. */
  readonly converged: Figure;
  readonly rounds: Figure;
  /** The greatest rate of an item in the round whose parameters are used. */
  readonly greatest: Figure;
}

/** One search per replication. */
export class SearchSums {
  readonly #parts = { converged: new Ratio(), rounds: new Ratio(), greatest: new Ratio() };

  add(search: ExposureSearch | null): void {
    if (search === null) return;
    this.#parts.converged.add(search.converged ? 1 : 0, 1);
    this.#parts.rounds.add(search.rounds, 1);
    this.#parts.greatest.add(search.greatest, 1);
  }

  measures(): SearchMeasures {
    const { converged, rounds, greatest } = this.#parts;
    return {
      converged: converged.figure(),
      rounds: rounds.figure(),
      greatest: greatest.figure(),
    };
  }
}
