import type { Store } from '../../store/store.ts';
import { isSynthesisResult } from './synthesis-outcome.ts';
import type { SynthesisResult } from './synthesis-result.ts';

/**
 * Keeps the result of a run that lacks nothing, unless it has that of a wider design: one with more calls. Whoever asks a part
 * of a run once more does not lose what is known of all of it.
 * @returns the wider result that stays; null where this one is kept
 */
export async function finishSynthesis(
  store: Store,
  run: number,
  result: SynthesisResult,
  at: string,
): Promise<SynthesisResult | null> {
  const before = await store.summaryOf(run);
  if (isSynthesisResult(before) && before.calls.kept > result.calls.kept) return before;
  await store.finishRun(run, result, at);
  return null;
}
