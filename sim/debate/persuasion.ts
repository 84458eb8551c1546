import type { DebateSettings } from './settings.ts';

/** The situation of one reflection. */
export interface Dispute {
  /** a (θ − b) of the generator, in logits: its mastery of the item. */
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
 * with r = 1 if the critic is right and 0 if it is wrong, and h = a (θ − b) the mastery of the item by critic and generator; κ,
 * τ, ε, γ are the settings persuasion, truth, eloquence, confidence. At κ = 0 it is 0, at κ = ∞ it is 1.
 *
 * This is an assumption that studies can vary, not a finding about real models.
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
