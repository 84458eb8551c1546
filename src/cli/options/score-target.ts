import { InvalidArgumentError } from 'commander';
import { SCORE_TARGETS, type ScoreTarget } from '../../cat/robust/score-prediction.ts';

/** Reads `recorded` or `expected`; for commander's option parsers. */
export function scoreTarget(text: string): ScoreTarget {
  const target = SCORE_TARGETS.find((name) => name === text);
  if (target === undefined)
    throw new InvalidArgumentError(`Accepted: ${SCORE_TARGETS.join(' or ')}.`);
  return target;
}
