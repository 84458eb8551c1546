import type { SynthesisPlan } from './calls.ts';
import { meanInformation } from './mean-information.ts';
import { completeDesign, participantsOfItem, type SynthesisDesign } from './synthesis-design.ts';

/** The assumptions of an expected precision. */
export interface PrecisionOptions {
  /** The item: by default a = 1, b = 0, c = 0. */
  readonly item?: { readonly a: number; readonly b: number; readonly c?: number };
  /**
   * Correlation of the errors of two participants that share a generation, in [0, 1]. It is unknown before the answers: 0, the
   * default, is too optimistic; 0.5 is realistic; with 1 each generator counts as one participant.
   */
  readonly correlation?: number;
}

/** The expected precision of item difficulties under a design, compared with the complete design of the same participants. */
export interface DesignPrecision {
  /** Root mean square over the items of the standard error of b, in units of ability. */
  readonly standardError: number;
  readonly completeStandardError: number;
  /** `standardError / completeStandardError − 1`: 0.41 is 41% wider. */
  readonly loss: number;
  /** Mean effective number of independent participants per item. */
  readonly effectiveParticipants: number;
  readonly completeEffectiveParticipants: number;
}

/**
 * The expected precision of the difficulty of an item: n participants have n times the mean information of one
 * (mean-information.ts), so the standard error is 1 / √(n Ī). This assumes that abilities, a and the scale are known, and no
 * prior. Standard errors of a fit are larger, much larger if the models differ little; the ratio between two designs is more
 * reliable.
 *
 * Participants that share a generation make related errors. m of them count as m / (1 + (m − 1)ρ): the design effect (Kish
 * 1965, Survey Sampling, section 5.4), of clusters of several sizes n² / Σ m(1 + (m − 1)ρ). A participant alone belongs to the
 * cluster of its generation.
 */
export function designPrecision(
  plan: SynthesisPlan,
  design: SynthesisDesign,
  { item: { a, b, c } = { a: 1, b: 0 }, correlation = 0 }: PrecisionOptions = {},
): DesignPrecision {
  const each = meanInformation(a, b, c);
  const clusters = plan.callsOf.map(([generation]) => generation);
  const own = effective(design, clusters, correlation);
  const full = effective(completeDesign(design.participants, 1), clusters, correlation);
  const standardError = Math.sqrt(own.meanInverse / each);
  const completeStandardError = Math.sqrt(full.meanInverse / each);
  return {
    standardError,
    completeStandardError,
    loss: standardError / completeStandardError - 1,
    effectiveParticipants: own.mean,
    completeEffectiveParticipants: full.mean,
  };
}

/** Means over the items of the effective number of participants, and of its inverse. */
function effective(design: SynthesisDesign, clusters: readonly number[], correlation: number) {
  const sizes = new Uint16Array(Math.max(...clusters) + 1);
  // Running means, which are exact if all items are equal.
  let [mean, meanInverse] = [0, 0];
  for (let item = 0; item < design.items; item++) {
    const of = participantsOfItem(design, item);
    for (const x of of) sizes[clusters[x]]++;
    let variance = 0;
    // The sum over members of the size of their cluster is that over clusters of its square.
    for (const x of of) variance += 1 + (sizes[clusters[x]] - 1) * correlation;
    for (const x of of) sizes[clusters[x]] = 0;
    const count = (of.length * of.length) / variance;
    mean += (count - mean) / (item + 1);
    meanInverse += (1 / count - meanInverse) / (item + 1);
  }
  return { mean, meanInverse };
}
