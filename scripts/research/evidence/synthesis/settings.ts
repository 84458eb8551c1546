import type { Persuasion, Sharing } from '../../../../src/study.ts';

/** A repeat of a question is answered as it was the first time so often: models are more like themselves than like others. */
const STEADINESS = 0.7;
/** How alike models err. */
export const SHARINGS: readonly Sharing[] = [
  { shared: 0, common: 0, steadiness: STEADINESS },
  { shared: 0.8, common: 1, steadiness: STEADINESS },
];
/** How they persuade one another. */
export const PERSUASIONS: readonly Persuasion[] = [
  { persuasion: 0, truth: 0 },
  { persuasion: 1, truth: -1 },
  { persuasion: 1, truth: 1 },
  { persuasion: 4, truth: 0 },
  { persuasion: 4, truth: 2 },
  // Who is sure of an item is not persuaded, whoever argues; and who is sure persuades, whoever listens.
  { persuasion: 1, truth: 1, confidence: 1.5, eloquence: 0 },
  { persuasion: 1, truth: 1, confidence: 0, eloquence: 1.5 },
];
