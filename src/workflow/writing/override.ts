import { fail } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import type { Resolution } from '../../writing/verdict.ts';
import { refuseDecision } from './refuse-decision.ts';
import type { WritingPanel } from './writing-panel.ts';
import { type CurrentQuestion, writingState } from './writing-state.ts';

/**
 * Accepts questions that two experts did not accept, with a comment that is kept.
 * @param chosen numbers separated by commas, or `unseen` for all that no expert was to see
 * @throws OPTION_INVALID; WRITING_REFUSED while the next round is being written
 */
export async function overrideQuestions(
  store: Store,
  panel: WritingPanel,
  chosen: string,
  resolution: Omit<Resolution, 'accepts'>,
): Promise<void> {
  const { current } = writingState(await store.writing.record(panel.id), panel.configuration);
  const questions =
    chosen.trim() === 'unseen'
      ? current.filter(({ state }) => state === 'unseen')
      : chosen.split(',').map((part) => questionAt(current, part.trim()));
  for (const { round, place } of questions) {
    const refusal = await store.writing.resolve(panel.id, {
      ...{ round, place, accepts: true },
      ...resolution,
    });
    if (refusal !== null) refuseDecision(panel.id, { round, place }, refusal);
  }
}

function questionAt(current: readonly CurrentQuestion[], place: string): CurrentQuestion {
  const found = current.find((one) => String(one.place) === place && one.state !== 'failed');
  return (
    found ??
    fail('OPTION_INVALID', {
      option: '--override',
      found: `"${place.slice(0, 40)}"`,
      accepted: 'numbers of questions of the panel that could be read, or unseen',
    })
  );
}
