import { z } from 'zod';
import { isBuiltinBank } from '../../../../item-bank/builtin/names.ts';
import type { HumanBaseline } from '../../../../item-bank/humans/human-baseline.ts';
import { HUMAN_WEIGHTS } from '../../../../item-bank/humans/human-item.ts';
import { SCORE_TARGETS } from '../../../cat/robust/score-prediction.ts';
import { fail } from '../../../errors.ts';
import { writeFileWhole } from '../../../files/write/write.ts';
import type { WordsOfTags } from '../../../tag-words.ts';
import { bankOf } from '../../../tested-bank/bank-of.ts';
import { baselineOf } from '../../../workflow/bank/humans/baseline-of.ts';
import { readHumans } from '../../../workflow/bank/humans/read-humans.ts';
import { operation } from '../../operation.ts';
import { humansCsv } from './csv.ts';
import { humansDocument } from './report.ts';

/** More models beside people are not legible. */
const MOST_MODELS = 6;

const options = z.object({
  name: z
    .string()
    .describe('a bank whose items have the accuracy of people')
    .meta({ isArgument: true }),
  model: z
    .array(z.string())
    .refine(({ length }) => length <= MOST_MODELS, { error: `at most ${MOST_MODELS} models` })
    .optional()
    .describe('recorded models to compare with people')
    .meta({ value: 'name', isVariadic: true }),
  divideBy: z
    .array(z.string().min(1))
    .optional()
    .describe('tags to divide the items by; several together are joined by + (default: each tag)'),
  weights: z
    .enum(HUMAN_WEIGHTS)
    .optional()
    .describe('how items count (default: respondents if they are known)')
    .meta({ value: 'how' }),
  clusterBy: z
    .string()
    .optional()
    .describe(
      'a tag whose values say which items hang together, such as questions of one case; none: each item by itself (default: what the bank knows)',
    )
    .meta({ value: 'tag' }),
  target: z
    .enum(SCORE_TARGETS)
    .default('expected')
    .describe('intervals of scores on items like these (expected) or on these items (recorded)')
    .meta({ value: 'score' }),
  csv: z
    .string()
    .optional()
    .describe('also write a line per stratum and model there')
    .meta({ value: 'file', file: 'out' }),
});
export type HumansOptions = z.output<typeof options>;

export interface HumansResult extends HumanBaseline {
  readonly bank: string;
  readonly tagWords: WordsOfTags | null;
}

export const bankHumans = operation({
  name: 'bank humans',
  summary:
    'Show the accuracy of people, overall and by tag, and recorded models on the same items.',
  help: `
Examples:
  thetarank bank humans cmexam
  thetarank bank humans cmexam --model gpt-4 qwen2-7b --report people.html
  thetarank bank humans cmexam --cluster-by case_id
  thetarank bank humans cmexam --divide-by clinical_department,medical_competency+difficulty_level --csv people.csv

The accuracy of people is the mean over items, weighted by respondents as in CMExam. docs/humans.md says what its intervals mean.`,
  options,
  database: 'existing',
  outputs: ['json', 'report'],
  async run(
    { name, model: models, divideBy: strata, weights, clusterBy, csv },
    { store },
  ): Promise<HumansResult> {
    const humans = await store(async (open) => {
      if ((await open.bank(name)) === undefined && isBuiltinBank(name)) return null;
      await bankOf(open, name);
      return readHumans(open, name);
    });
    if (humans === null) return fail('BANK_WITHOUT_HUMANS', { bank: name });
    const { baseline, words } = baselineOf(name, humans, { models, strata, weights, clusterBy });
    if (csv !== undefined) writeFileWhole(csv, humansCsv(baseline));
    return { bank: name, ...baseline, tagWords: words };
  },
  report: humansDocument,
});
