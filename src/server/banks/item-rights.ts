import type { Caller } from '../caller.ts';

/** The parts of items that a caller may see besides their parameters. */
export interface ItemRights {
  readonly mayReadText: boolean;
  readonly mayReadKey: boolean;
}

/** Runners see the questions; only administrators see the right answers. */
export function rightsOf({ role }: Pick<Caller, 'role'>): ItemRights {
  return {
    mayReadText: role === 'administrator' || role === 'runner',
    mayReadKey: role === 'administrator',
  };
}
