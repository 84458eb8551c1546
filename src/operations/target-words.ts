import type { ScoreTarget } from '../cat/robust/score-prediction.ts';

/** The target of a score, in words. @param items of the bank */
export function targetWords(target: ScoreTarget, items: string): string {
  return target === 'expected'
    ? 'expected score: the mean of what a model would score on items like these if it answered them again'
    : `recorded score: the score on these ${items} items as they were answered`;
}
