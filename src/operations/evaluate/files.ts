import { join } from 'node:path';
import { lackingStates } from '../../evaluation/answer-table.ts';
import type { PlannedCall } from '../../evaluation/call-plan.ts';
import { type CsvCell, toCsv, writeFileWhole } from '../../files/write/write.ts';
import { writeTexts } from '../../files/write/write-texts.ts';
import type { RunAnswer } from '../../run/run-record.ts';
import type { Store } from '../../store/store.ts';
import type { EvaluationJob } from '../../workflow/evaluation/evaluation-job.ts';
import type { EvaluationResult } from '../../workflow/evaluation/evaluation-result.ts';
import { answerLines } from '../rank/live-files.ts';

/** What `evaluate --out` writes. */
export const EVALUATION_FILES = [
  'scores.csv',
  'answers.jsonl',
  'judgements.jsonl',
  'result.json',
] as const;

/** Writes the files; what models and judges said, which may repeat the questions, only with `outputs`. @returns their paths */
export async function writeEvaluation(
  folder: string,
  result: EvaluationResult,
  { plan, judges, bank: { places } }: Pick<EvaluationJob, 'plan' | 'judges' | 'bank'>,
  store: Pick<Store, 'answers'>,
  outputs: boolean,
): Promise<string[]> {
  const files = EVALUATION_FILES.map((file) => join(folder, file));
  // First: it makes the folder.
  writeFileWhole(join(folder, 'result.json'), `${JSON.stringify(result, null, 2)}\n`);
  writeFileWhole(join(folder, 'scores.csv'), scoresCsv(result));
  const callOf = new Map(plan.calls.map((call) => [call.id, call]));
  const asked = new Set(Array.from(places));
  const some = async function* (isOf: (call: PlannedCall) => boolean): AsyncGenerator<RunAnswer> {
    for await (const answer of store.answers(result.run)) {
      const call = callOf.get(answer.examinee);
      if (call !== undefined && isOf(call) && asked.has(answer.place)) yield answer;
    }
  };
  const none: ReadonlySet<string> = new Set();
  await writeTexts(
    join(folder, 'answers.jsonl'),
    answerLines(
      some(({ judge }) => judge === null),
      outputs,
      none,
    ),
  );
  const isGrade = ({ judge, other }: PlannedCall) => judge !== null && other === null;
  await writeTexts(join(folder, 'judgements.jsonl'), judgementLines(some(isGrade), outputs));
  if (result.pairwise === null) return files;
  const isVerdict = ({ other }: PlannedCall) => other !== null;
  const answerOf = (k: number) => plan.calls[k].id;
  const partsOf = ({ examinee }: RunAnswer) => {
    const { judge, before, question } = callOf.get(examinee)!;
    const [first, second] = before.map(answerOf);
    return { judge: judges[judge!].name, first, second, question: question + 1 };
  };
  const verdicts = join(folder, 'verdicts.jsonl');
  await writeTexts(verdicts, verdictLines(some(isVerdict), partsOf, outputs));
  return [...files, verdicts];
}

/** One row per model, condition and part of the items. */
function scoresCsv({ models, conditions }: EvaluationResult): string {
  const lacking = lackingStates(models.map(({ states }) => states));
  const rows: CsvCell[][] = [];
  for (const { model, score, rank, states, kinds, tags } of models) {
    rows.push([
      ...[model, 'all', '', score?.score, score?.low, score?.high, score?.items],
      ...[score?.bankLow, score?.bankHigh, rank?.place, rank?.bestPlace, rank?.worstPlace],
      ...lacking.map((state) => states[state] ?? 0),
    ]);
    const parts = [
      ...kinds.map((own) => ({ of: 'kind', ...own })),
      ...tags.flatMap(({ tag, values, macro }) => [
        ...values.map((own) => ({ of: `tag ${tag}`, ...own })),
        ...(macro === null ? [] : [{ of: `mean over ${tag}`, part: '', ...macro }]),
      ]),
    ];
    for (const { of, part, score: own, low, high, items } of parts)
      rows.push([model, of, part, own, low, high, items]);
  }
  for (const { id, models: own } of conditions)
    for (const { model, score, states } of own)
      rows.push([
        ...[model, 'condition', id, score?.score, score?.low, score?.high, score?.items],
        ...['', '', '', '', ''],
        ...lacking.map((state) => states[state] ?? 0),
      ]);
  const columns = [
    ...['model', 'of', 'part', 'score', 'low', 'high', 'items', 'bankLow', 'bankHigh'],
    ...['rank', 'bestRank', 'worstRank', ...lacking],
  ];
  return toCsv(
    columns,
    rows.map((row) => columns.map((_, k) => row[k] ?? '')),
  );
}

/** Grades stay, as they are no part of what was said. */
async function* judgementLines(
  judgements: AsyncIterable<RunAnswer>,
  outputs: boolean,
): AsyncGenerator<string> {
  for await (const { extracted, output, thinking, ...facts } of judgements) {
    const grades: unknown = extracted === null ? null : JSON.parse(extracted);
    yield `${JSON.stringify({ ...facts, grades, ...(outputs ? { output, thinking } : {}) })}\n`;
  }
}

/** Who said which of two answers is better, as they were shown. */
async function* verdictLines(
  verdicts: AsyncIterable<RunAnswer>,
  partsOf: (answer: RunAnswer) => object,
  outputs: boolean,
): AsyncGenerator<string> {
  for await (const answer of verdicts) {
    const { extracted, output, thinking, examinee: _, score: __, ...facts } = answer;
    const said = outputs ? { output, thinking } : {};
    yield `${JSON.stringify({ ...partsOf(answer), verdict: extracted, ...facts, ...said })}\n`;
  }
}
