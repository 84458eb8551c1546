import type { ResponseMatrix } from '../../irt/responses.ts';
import type { AbsentByModel } from '../../scoring/absent.ts';
import type { Store } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import type { AnswerKinds } from './answer-kinds.ts';
import { batchAnswers } from './batch-answers.ts';
import type { ModelPatterns } from './read-answers.ts';

/**
 * The scored answers in results of a batch as a matrix, models × items of the bank that any model answered, how many are of each kind, and what
 * the outputs show.
 * @throws as `batchAnswers`; NAME_UNKNOWN
 */
export async function batchMatrix(
  store: Store,
  name: string,
  file: string,
): Promise<{
  readonly matrix: ResponseMatrix;
  readonly kinds: readonly AnswerKinds[];
  readonly absent: AbsentByModel;
  readonly patterns: readonly ModelPatterns[];
}> {
  await bankOf(store, name);
  const all: string[] = [];
  for await (const { id } of store.items(name)) all.push(id);
  const logs = await batchAnswers(store, { name, items: all }, [file]);
  const asked = new Set(logs.flatMap(({ answers }) => answers.map(({ index }) => index)));
  const columns = [...asked].sort((i, j) => i - j);
  const columnOf = new Map(columns.map((index, j) => [index, j]));
  const scores = new Float32Array(logs.length * columns.length).fill(Number.NaN);
  for (const [i, { answers }] of logs.entries())
    for (const { index, score } of answers)
      scores[i * columns.length + columnOf.get(index)!] = score;
  const examinees = logs.map(({ model }) => model);
  const items = columns.map((index) => all[index]);
  return {
    matrix: { examinees, items, scores },
    kinds: logs.map(({ kinds }) => kinds),
    absent: new Map(logs.map(({ model, absent }) => [model, absent])),
    patterns: logs.filter(({ patterns }) => patterns.length > 0),
  };
}
