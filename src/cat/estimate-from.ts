import type { Answers } from '../irt/answers.ts';
import { addAnswer, blankGrid } from '../irt/likelihood-grid.ts';
import type { CatBank } from './bank.ts';
import type { SessionConfiguration } from './configuration.ts';
import { type EstimateSoFar, estimateAtStart, estimateSoFar } from './estimate-so-far.ts';

/** The ability from any answers to items of a bank, by the rules of a session: what it would estimate after just these. */
export function estimateFrom(
  bank: CatBank,
  answers: Answers,
  configuration: SessionConfiguration,
): EstimateSoFar {
  if (answers.count === 0) return estimateAtStart(configuration);
  const grid = blankGrid(bank.grid);
  for (let t = 0; t < answers.count; t++)
    addAnswer(grid, bank.items, answers.index[t], answers.scores[t]);
  const { estimator, prior, unmixed } = configuration;
  return estimateSoFar(estimator, answers, grid, prior, unmixed);
}
