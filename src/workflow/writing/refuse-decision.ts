import { fail } from '../../errors.ts';
import type { WritingRefusal } from '../../store/writing/writing-store.ts';

/** @throws WRITING_REFUSED with why a decision about a question is not kept */
export function refuseDecision(
  panel: string,
  { round, place }: { readonly round: number; readonly place: number },
  refusal: WritingRefusal,
): never {
  const reasons: Readonly<Record<WritingRefusal, string>> = {
    closed: 'it is closed, and takes no decisions',
    asking: 'the next round is being written; decisions about the last one are complete',
    replaced: `question ${place} of round ${round} is not a current one`,
    unanswered: 'answer the question before you decide about it',
  };
  return fail('WRITING_REFUSED', { panel, reason: reasons[refusal] });
}
