import { decimal } from '../../../numbers.ts';

/** What is known of how much participants tell. */
export interface ParticipantsWorth {
  /** Mean number an item. */
  readonly participants: number;
  readonly effectiveParticipants: number;
  readonly designEffect: number;
  readonly dependence: { readonly isKnown: boolean };
}

/** What participants tell beside independent ones. @param who such as `5.0 of the 20 participants an item` */
export function worthText(
  who: string,
  { effectiveParticipants, designEffect, dependence }: ParticipantsWorth,
): string {
  return dependence.isKnown
    ? `${who} tell as much as ${decimal(effectiveParticipants, 1)} independent ones (design effect ${decimal(designEffect, 2)})`
    : `how dependent ${who} are is not known: these answers cannot tell it, and it is not taken into account, so that they may tell far less than so many`;
}
