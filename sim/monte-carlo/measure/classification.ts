import type { SprtRule, StopRule } from '../../../src/cat/stop/rules.ts';
import { sprtSide } from '../../../src/cat/stop/sprt.ts';
import { logLikelihood } from '../../../src/irt/log-likelihood.ts';
import type { SessionKernel } from '../run/session-kernel.ts';

/** The ratio test among the stopping rules of a cell; null if there is none. */
export function ratioTest(stop: StopRule): SprtRule | null {
  if (stop.rule === 'sprt') return stop;
  if (stop.rule !== 'any' && stop.rule !== 'all') return null;
  for (const part of stop.of) {
    const found = ratioTest(part);
    if (found !== null) return found;
  }
  return null;
}

/** The cuts that a stopping rule decides about. */
export function cutsOf(stop: StopRule): readonly number[] {
  if (stop.rule === 'any' || stop.rule === 'all') return stop.of.flatMap(cutsOf);
  if (stop.rule === 'sprt') return [stop.cut];
  return stop.rule === 'confidence-classification' ? stop.cuts : [];
}

/**
 * True if a finished test classifies its examinee at or above the cut: by its ratio test if it has one for this cut, otherwise
 * by its estimate.
 */
export function isCalledAbove(
  cut: number,
  { answers, estimate }: SessionKernel,
  ratio: SprtRule | null,
): boolean {
  if (ratio === null || ratio.cut !== cut) return estimate.ability >= cut;
  const state = { logLikelihood: (theta: number) => logLikelihood(theta, answers) };
  return sprtSide(ratio, state) === 'above';
}
