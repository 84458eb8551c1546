import { fail } from '../../src/errors.ts';

/**
 * How simulated models share errors and persuade one another. These are assumptions, not findings about real models. Studies
 * vary the settings, including some under which debate helps, has no effect, or does harm.
 */
export interface DebateSettings {
  /** κ ≥ 0: odds of being persuaded if all else is 0. At 0 no model is ever persuaded, at Infinity every model. */
  readonly persuasion: number;
  /** τ, logits: how much easier a right answer is to argue for than a wrong one. Below 0 errors persuade better. */
  readonly truth: number;
  /** γ, logits per logit: how much the generator's mastery of the item protects it from persuasion. */
  readonly confidence: number;
  /** ε, logits per logit: how much the critic's mastery of the item helps it to persuade. */
  readonly eloquence: number;
  /** 0 to 1: the share of wrong answers that are the most tempting one of the item, the same for all models. */
  readonly shared: number;
  /** s² ≥ 0: variance of the item effect that all models share, relative to a model's own variance of 1. */
  readonly common: number;
  /** σ ≥ 0: standard deviation of the log plausibility of wrong options that have none given. */
  readonly spread: number;
  /** 0 to 1: the probability that a repeat of a question is answered as it was the first time. */
  readonly steadiness: number;
}

/**
 * Independent errors, spread evenly over the wrong options. Half of equally able generators are persuaded, more often by right
 * answers.
 */
export const PLAIN_SETTINGS: DebateSettings = {
  persuasion: 1,
  truth: 1,
  confidence: 0.5,
  eloquence: 0.5,
  shared: 0,
  common: 0,
  spread: 0,
  steadiness: 0,
};

const SHARES = ['shared', 'steadiness'] as const;
const NOT_NEGATIVE = ['persuasion', 'common', 'spread'] as const;

/** The default settings with `changes`. @throws OPTION_INVALID */
export function debateSettings(changes: Partial<DebateSettings> = {}): DebateSettings {
  const settings = { ...PLAIN_SETTINGS, ...changes };
  const refuse = (option: string, found: number, accepted: string) =>
    fail('OPTION_INVALID', { option, found: String(found), accepted });
  for (const [name, value] of Object.entries(settings))
    if (!Number.isFinite(value) && !(name === 'persuasion' && value === Number.POSITIVE_INFINITY))
      refuse(name, value, 'a number');
  for (const name of SHARES)
    if (settings[name] < 0 || settings[name] > 1) refuse(name, settings[name], '0 to 1');
  for (const name of NOT_NEGATIVE)
    if (settings[name] < 0) refuse(name, settings[name], '0 or more');
  return settings;
}
