import type { Persuasion, Sharing } from 'thetarank/study';

/** The share of repeats that get the same answer as the first time: a model is more similar to itself than to others. */
const STEADINESS = 0.7;
/** Shared errors of models. */
export const SHARINGS: readonly Sharing[] = [
  { shared: 0, common: 0, steadiness: STEADINESS },
  { shared: 0.8, common: 1, steadiness: STEADINESS },
];
/** Persuasion between models. */
export const PERSUASIONS: readonly Persuasion[] = [
  { persuasion: 0, truth: 0 },
  { persuasion: 1, truth: -1 },
  { persuasion: 1, truth: 1 },
  { persuasion: 4, truth: 0 },
  { persuasion: 4, truth: 2 },
  // In the first, mastery of an item protects from persuasion; in the second, it helps to persuade.
  { persuasion: 1, truth: 1, confidence: 1.5, eloquence: 0 },
  { persuasion: 1, truth: 1, confidence: 0, eloquence: 1.5 },
];
