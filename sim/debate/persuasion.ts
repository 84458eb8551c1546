import type { DebateSettings } from './settings.ts';

/** Who argues with whom about what. */
export interface Dispute {
  /** a (θ − b) of the one who is to be persuaded, in logits: its hold on the item. */
  readonly generatorHold: number;
  /** a (θ − b) of the critic. 0 if the critic is not known. */
  readonly criticHold: number;
  /** Whether the answer that the critic argues for is right. */
  readonly isCriticRight: boolean;
}

/**
 * The probability that a generator takes over the answer of a critic whose opinion differs from its own,
 *
 *     logit P = ln κ + τ (r − ½) + ε h_d − γ h_g,
 *
 * with r = 1 if the critic is right and 0 if it is wrong, and h = a (θ − b) the hold of critic and generator on the
 * item; κ, τ, ε, γ are the settings persuasion, truth, eloquence, confidence. At κ = 0 it is 0, at κ = ∞ it is 1.
 *
 * An assumption that is made so that studies can vary it, and no finding about real models.
 */
export function persuasionProbability(
  { persuasion, truth, eloquence, confidence }: DebateSettings,
  { generatorHold, criticHold, isCriticRight }: Dispute,
): number {
  const z =
    Math.log(persuasion) +
    truth * (isCriticRight ? 0.5 : -0.5) +
    eloquence * criticHold -
    confidence * generatorHold;
  const t = Math.exp(-Math.abs(z));
  return (z >= 0 ? 1 : t) / (1 + t);
}
