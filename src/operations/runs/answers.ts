import { z } from 'zod';
import { knownRun } from '../../workflow/known-run.ts';
import { pretestOfRun } from '../../workflow/live/pretest-of-run.ts';
import { runArgument } from '../fields.ts';
import { operation } from '../operation.ts';
import { answerLines } from '../rank/live-files.ts';

export const runsAnswers = operation({
  name: 'runs answers',
  summary: 'Print the answers of a run as JSON Lines, by model and place.',
  options: z.object({
    run: runArgument,
    outputs: z
      .boolean()
      .default(false)
      .describe('include the text of the answers, which may repeat the questions'),
    out: z
      .string()
      .optional()
      .describe('write them there instead of printing them; never leaves a partial file')
      .meta({ value: 'file', file: 'out' }),
  }),
  database: 'existing',
  outputs: [],
  run: ({ run, outputs, out }, { store, pour }) =>
    store(async (open) => {
      const { configuration } = await knownRun(open, run);
      const pretest = new Set(pretestOfRun(configuration)?.items.map(({ item }) => item));
      await pour(answerLines(open.answers(run), outputs, pretest), out);
    }),
  report: () => ({}),
});
