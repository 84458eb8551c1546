import type { Said } from '../../report/said-text.ts';
import { type AbsentCounts, absentCounts, absentKind } from '../../scoring/absent.ts';
import type { OutputScore } from '../../scoring/score-output.ts';
import { SaidCounts } from '../asking/said-counts.ts';

/** What was read from an output. */
export type Reading = Pick<OutputScore, 'extracted' | 'rule' | 'reason'>;

/** How outputs were read. */
export interface Readings {
  readonly outputs: number;
  /** How many by rule, or by reason where no answer was found: `statement`, `no answer: truncated`. */
  readonly rules: Readonly<Record<string, number>>;
  readonly absent: AbsentCounts;
}

/** Counts how outputs were read. */
export class ReadingCounts {
  readonly #rules = new Map<string, { count: number; reading: Reading }>();
  readonly #unread = new SaidCounts();

  add(output: string, reading: Reading): void {
    const { extracted, rule, reason } = reading;
    if (extracted === null) this.#unread.add(output);
    const name = reason === null ? rule : `no answer: ${reason}`;
    const count = (this.#rules.get(name)?.count ?? 0) + 1;
    this.#rules.set(name, { count, reading });
  }

  readings(): Readings {
    const all = [...this.#rules];
    const kinds = all.flatMap(([, { count, reading }]) =>
      Array.from({ length: count }, () => absentKind(reading)),
    );
    const rules = Object.fromEntries(all.map(([name, { count }]) => [name, count]));
    return { outputs: kinds.length, rules, absent: absentCounts(kinds) };
  }

  /** The unread outputs that were most frequent. */
  mostUnread(): Said[] {
    return this.#unread.most();
  }
}
