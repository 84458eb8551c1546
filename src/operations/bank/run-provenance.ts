import { plural } from '../../numbers.ts';
import type { RunAnswers } from '../../workflow/bank/run-answers.ts';

/** Where answers of a run come from, and what missing ones mean. */
export function provenanceText({
  run,
  prompts,
  strategy,
  missing,
}: Pick<RunAnswers, 'run' | 'prompts' | 'strategy' | 'missing'>): string {
  const from = `From run ${run}, by the ${prompts.length === 1 ? 'prompt' : 'prompts'} ${prompts.join(', ')}.`;
  if (missing === 0) return from;
  const isRandom = strategy === 'random';
  return `${from} ${plural(missing, 'answer')} of its models ${missing === 1 ? 'is' : 'are'} missing. ${
    isRandom
      ? 'The items asked are a random sample of those that the run could ask.'
      : `The strategy ${strategy} chose the items by the answers: they are no random sample of the bank, so do not compare shares of right answers.`
  }`;
}
