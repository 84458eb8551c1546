import { z } from 'zod';
import { fail } from '../../errors.ts';
import { toCsv } from '../../files/write/write.ts';
import { count, decimal, plural } from '../../numbers.ts';
import { FEWEST_RANKED } from '../../ranking/recorded-bank.ts';
import type { Told } from '../../report/document.ts';
import { plainTable } from '../../report/plain-table.ts';
import type { Said } from '../../report/said-text.ts';
import { ABSENT_KINDS, shownKinds } from '../../scoring/absent.ts';
import { KIND_WORDS } from '../../scoring/absent-text.ts';
import { mean } from '../../statistics/mean.ts';
import { gradeOutputs } from '../../workflow/grade-outputs.ts';
import type { ModelExplanations } from '../../workflow/grading/collect-explanations.ts';
import { gradeOnBank, type MetricScore } from '../../workflow/grading/grade-on-bank.ts';
import { ReadingCounts, type Readings } from '../../workflow/grading/reading-counts.ts';
import { seed } from '../fields.ts';
import { type Context, operation, type Reading } from '../operation.ts';
import { corpusText, explanationSection } from './explanations.ts';
import { outputFields, tokens } from './fields.ts';
import { readingsSection } from './readings-section.ts';

const ITEMS = { group: 'Items' };
const ANSWERS = { group: 'Answers' };

const options = z
  .object({
    file: outputFields.file,
    keys: z
      .string()
      .optional()
      .describe('keys, CSV: item,key (default: the field key of each line)')
      .meta({ ...ITEMS, value: 'file', file: 'in' }),
    bank: outputFields.bank
      .describe('instead of keys: score by the items of this bank')
      .meta({ ...ITEMS, value: 'name' }),
    explanations: z
      .boolean()
      .default(false)
      .describe('with --bank: score explanations by BLEU and ROUGE too')
      .meta(ITEMS),
    tokens: tokens.meta({ ...ITEMS, value: 'rule' }),
    seed: seed.describe('with --bank: seed of the intervals').meta(ITEMS),
    mode: outputFields.mode.meta({ ...ANSWERS, value: 'name' }),
    options: outputFields.options.meta(ANSWERS),
    majority: z
      .boolean()
      .default(false)
      .describe('if answers are repeated, use the most frequent one (mode cmb always does so)')
      .meta(ANSWERS),
    partialCredit: z
      .boolean()
      .default(false)
      .describe('give a partial score for a part of the key')
      .meta(ANSWERS),
  })
  .refine(({ bank, keys }) => bank === undefined || keys === undefined, {
    path: ['bank', 'keys'],
    error: 'the bank has the keys of its items; leave one of the options out.',
  })
  .refine(({ bank, explanations }) => bank !== undefined || !explanations, {
    path: ['bank', 'explanations'],
    error: 'explanations are compared with those of the items of a bank. Name it by --bank.',
  });
type GradeOptions = z.output<typeof options>;

export const grade = operation({
  name: 'grade',
  summary:
    'Score the outputs of models: choice questions against keys, and any items of a bank by their keys and metrics.',
  help: `
Examples:
  thetarank grade outputs.jsonl --keys items.csv --out scores.csv
  thetarank grade outputs.jsonl --bank mine --out scores.csv
  thetarank grade outputs.jsonl --bank cmexam --explanations --out scores.csv
  thetarank rank --responses scores.csv

With --bank, outputs are scored by the items of a bank: choices by their keys, open questions and cases by their metrics, whose values over all answers
follow with 90% intervals. The output to a case is a list of texts, one per question. With --explanations the explanations in outputs to the prompt variant
"explain" are compared with those of the items (docs/metrics.md).
Without --bank only choice questions can be scored. Keys are CSV with the columns item,key, and optionally type (single or multiple) and options (their number); or each line
has a field key. If the type of a question is not known, a key of several letters makes it multiple.
The score is 1 if exactly the letters of the key were answered, else 0, also for an output without an answer. With
--partial-credit, a part of the key without a wrong letter scores its share: AB scores 2/3 if the key is ABD.
If a model answers an item twice, that is an error, unless --majority or --mode cmb uses its most frequent answer.`,
  options,
  database: 'existing',
  outputs: ['json', 'out'],
  doing: 'scoring explanations',
  async run(given, context) {
    const { file, bank, mode, keys, options: count } = given;
    const rule = {
      mode,
      hasMajority: mode === 'cmb' || given.majority,
      hasPartialCredit: given.partialCredit,
      counts: new ReadingCounts(),
    };
    const graded =
      bank === undefined
        ? { scores: gradeOutputs(file, { keys, options: count, ...rule }) }
        : { bank, ...(await gradeBank(given, bank, rule, context)) };
    const { counts } = rule;
    return { mode, ...graded, readings: counts.readings(), unread: counts.mostUnread() };
  },
  json: ({ unread: _, ...result }) => result,
  text: ({ scores }) =>
    toCsv(
      ['examinee', 'item', 'score'],
      scores.map((row) => [row.model, row.item, row.score]),
    ),
  report: gradeText,
});

interface GradeResult {
  readonly bank?: string;
  readonly scores: readonly { model: string; answer: string | null; score: number }[];
  readonly metrics?: readonly MetricScore[];
  readonly explanations?: readonly ModelExplanations[];
  readonly readings: Readings;
  /** What outputs without an answer said most often. */
  readonly unread: readonly Said[];
}

/** @throws as `gradeOnBank`; NO_EXPLANATIONS */
async function gradeBank(
  { file, seed, tokens, explanations: isAsked }: GradeOptions,
  bank: string,
  rule: Omit<Parameters<typeof gradeOnBank>[3], 'seed'>,
  { store, progress }: Pick<Context, 'store' | 'progress'>,
) {
  const {
    scores,
    metrics,
    explanations: found,
  } = await store((open) => gradeOnBank(open, bank, file, { ...rule, seed }));
  if (!isAsked) return { scores, metrics };
  const explanations = found.scores(tokens, seed, progress);
  if (explanations.every((own) => own.scores === null))
    fail('NO_EXPLANATIONS', {
      where: file,
      reason: `no item of bank ${bank} that it answers has an explanation to compare with.`,
    });
  return { scores, metrics, explanations };
}

function gradeText(
  { bank, scores, metrics, explanations, readings, unread }: GradeResult,
  { out, where, options: { tokens } }: Reading<GradeOptions>,
): Told {
  const missed = scores.filter(({ answer }) => answer === null).length;
  const models = new Set(scores.map(({ model }) => model)).size;
  const record = bank === undefined ? '' : `thetarank bank record ${out} --to ${bank}${where}; `;
  return {
    sections: [
      ...(metrics === undefined ? [] : [{ table: metricTable(metrics) }]),
      ...(explanations === undefined ? [] : [explanationSection(explanations, tokens)]),
      readingsSection(readings, unread),
    ],
    ...(out === undefined
      ? {}
      : {
          lead: `${plural(scores.length, 'score')}, mean ${decimal(100 * mean(scores.map(({ score }) => score)), 1)}%; ${count(missed)} without an answer score 0.`,
          next:
            models < FEWEST_RANKED
              ? `${record}a ranking needs ${FEWEST_RANKED} models`
              : `thetarank rank --responses ${out}`,
        }),
  };
}

/** The value of each metric over the answers of a model, in percent. */
function metricTable(metrics: readonly MetricScore[]) {
  const kinds = shownKinds(ABSENT_KINDS, metrics);
  return plainTable(
    ['model', 'metric', 'answers', ...kinds.map((kind) => KIND_WORDS[kind]), 'score'],
    metrics.map(({ model, metric, answers, corpus, ...absent }) => [
      model,
      metric === 'choice' ? 'letters' : metric.name,
      answers,
      ...kinds.map((kind) => absent[kind] ?? 0),
      corpusText(corpus),
    ]),
    ['score'],
  );
}
