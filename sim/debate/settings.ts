import { fail } from '../../src/errors.ts';

/**
 * How simulated models share errors and persuade one another. All of it is assumed, nothing of it was found out about real
 * models: the settings exist so that a study can go through them, those under which debate helps, does nothing, and
 * does harm.
 */
export interface DebateSettings {
  /** κ ≥ 0: odds of being persuaded if all else is 0. At 0 no model is ever persuaded, at Infinity every model. */
  readonly persuasion: number;
  /** τ, logits: how much easier a right answer is to argue for than a wrong one. Below 0 errors persuade better. */
  readonly truth: number;
  /** γ, logits per logit: how much the generator's hold on the item protects it from being persuaded. */
  readonly confidence: number;
  /** ε, logits per logit: how much the critic's hold on the item helps it to persuade. */
  readonly eloquence: number;
  /** 0 to 1: the share of wrong answers that are the most tempting one of the item, the same for all models. */
  readonly shared: number;
  /** s² ≥ 0: variance of what an item has in store for all models alike, where what is a model's own has variance 1. */
  readonly common: number;
  /** σ ≥ 0: standard deviation of the log plausibility of wrong options that have none given. */
  readonly spread: number;
  /** 0 to 1: the probability that a repeat of a question is answered as it was the first time. */
  readonly steadiness: number;
}

/** Independent errors, spread evenly over the wrong options; half of the evenly matched are persuaded, by truth more often. */
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

/** The plain settings with `changes`. @throws OPTION_INVALID */
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
