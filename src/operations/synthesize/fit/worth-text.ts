import { decimal } from '../../../numbers.ts';

/** What is known of how much participants tell. */
export interface ParticipantsWorth {
  /** Mean number per item. */
  readonly participants: number;
  readonly effectiveParticipants: number;
  readonly designEffect: number;
  readonly dependence: { readonly isKnown: boolean };
}

/** How much information participants give, compared with independent ones. @param who such as `5.0 of the 20 participants per item` */
export function worthText(
  who: string,
  { effectiveParticipants, designEffect, dependence }: ParticipantsWorth,
): string {
  return dependence.isKnown
    ? `${who} give as much information as ${decimal(effectiveParticipants, 1)} independent ones (design effect ${decimal(designEffect, 2)})`
    : `how dependent ${who} are cannot be learned from these answers and is not taken into account, so they may give far less information than their number suggests`;
}
