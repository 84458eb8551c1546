import { money2 } from '../../numbers.ts';

/** Dollars of a run. */
export interface RunCost {
  readonly cost: number;
  /** Those of this session. */
  readonly sessionCost?: number;
  /** What requests of this session that came to nothing (cut, late, no answer) may have cost at most. */
  readonly lostCost?: number | undefined;
}

/** `; cost $1.20, of which $0.30 now`, and what requests without an answer may have cost; empty if it cost nothing. */
export function costText({ cost, sessionCost = 0, lostCost = 0 }: RunCost): string {
  if (cost === 0) return '';
  const own = sessionCost === 0 ? '' : `, of which ${money2(sessionCost)} now`;
  return `; cost ${money2(cost)}${own}${lostText(lostCost)}`;
}

/** The part of a cost that gave no answer; empty for none. */
export function lostText(lostCost: number): string {
  return lostCost > 0
    ? `, of which up to ${money2(lostCost)} for failed requests, which may be charged all the same`
    : '';
}
