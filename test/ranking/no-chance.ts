import type { AnswerChance } from '../../src/cat/robust/score-prediction.ts';

/** The chance of the answers in the error of a recorded score. */
export const NO_CHANCE: AnswerChance = { own: 0, shared: 0, atEnd: 0 };
