import { z } from 'zod';
import { runExplanations } from '../../workflow/grading/run-explanations.ts';
import { runArgument, seed } from '../fields.ts';
import { operation } from '../operation.ts';
import { explanationSection } from '../scoring/explanations.ts';
import { tokens } from '../scoring/fields.ts';

export const runsExplanations = operation({
  name: 'runs explanations',
  summary: 'Score the explanations of a run with the prompt variant "explain" by BLEU and ROUGE.',
  help: `
Examples:
  thetarank evaluate --bank cmexam --model NAME@ADDRESS -T variant=explain
  thetarank runs explanations 3
  thetarank runs explanations 3 --json > explanations.json

The explanations are those of the bank's items (import them with a field explanation). Scores are of the words alone: an explanation in other words scores
low, whether it is right or wrong.`,
  options: z.object({ run: runArgument, tokens, seed: seed.describe('seed of the intervals') }),
  database: 'existing',
  outputs: ['json'],
  doing: 'scoring explanations',
  async run({ run, tokens, seed }, { store, progress }) {
    const { bank, strategy, explanations } = await store((open) => runExplanations(open, run));
    const models = explanations.scores(tokens, seed, progress);
    return { run, bank, strategy, tokens, seed, models };
  },
  report: ({ run, strategy, tokens, models }, { where }) => ({
    sections: [
      explanationSection(models, tokens),
      ...(strategy === 'random'
        ? []
        : [
            {
              paragraphs: [
                `${strategy === null ? 'The run' : `The strategy ${strategy}`} chose the items by the answers, so they are no sample of the bank. For one: thetarank evaluate, or rank --strategy random.`,
              ],
            },
          ]),
    ],
    next: `thetarank runs answers ${run} --outputs${where}`,
  }),
});
