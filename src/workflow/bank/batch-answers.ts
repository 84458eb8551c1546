import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import { readBatchResults } from '../../files/harness/read-batch-results.ts';
import type { HarnessAnswer, HarnessReport } from '../../files/harness/read-harness-samples.ts';
import type { AbsentKind } from '../../scoring/absent.ts';
import {
  type AnswerPattern,
  answerPatterns,
  type ReadAnswer,
  singleChoiceOf,
} from '../../scoring/patterns/answer-pattern.ts';
import { scoreOutput } from '../../scoring/score-output.ts';
import type { Store } from '../../store/store.ts';
import { quoted } from '../../text/quoted.ts';
import { AnswerKindCounts, type AnswerKinds } from './answer-kinds.ts';

/** The scored answers of a model in results of a batch. */
export interface BatchLog {
  readonly model: string;
  readonly answers: readonly HarnessAnswer[];
  readonly report: HarnessReport;
  readonly patterns: readonly AnswerPattern[];
  readonly kinds: AnswerKinds;
  /** Why answers to items are not there. */
  readonly absent: ReadonlyMap<string, AbsentKind>;
}

interface ModelAnswers {
  readonly scores: Map<string, { readonly score: number; readonly read: ReadAnswer }>;
  lines: number;
  duplicates: number;
  unknown: number;
}

/**
 * Scores results of a batch by the keys of a bank's items, by model. Only the bank's text tells how an output is read, so the bank needs it.
 * Requests that failed are no answers; they and items that the bank does not have are counted as unknown.
 *
 * @param items ids of the bank, in its order
 * @param name of all models, if the caller states one
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID; BANK_WITHOUT_TEXT
 */
export async function batchAnswers(
  store: Store,
  bank: { readonly name: string; readonly items: readonly string[] },
  files: readonly string[],
  name?: string | undefined,
): Promise<BatchLog[]> {
  const indexOf = new Map(bank.items.map((item, j) => [item, j]));
  const texts = await textsOf(store, bank.name, files, indexOf);
  const byModel = new Map<string, ModelAnswers>();
  let failed = 0;
  for (const file of files)
    for (const { item, answer, line } of readBatchResults(file)) {
      // A request that failed says nothing of its model.
      const model = name ?? answer?.model;
      if (answer === null || model === undefined) {
        failed++;
        continue;
      }
      const own = byModel.get(model) ?? { scores: new Map(), lines: 0, duplicates: 0, unknown: 0 };
      byModel.set(model, own);
      own.lines++;
      const text = texts.get(item);
      if (text === undefined) {
        own.unknown++;
        continue;
      }
      const { score, extracted, reason } = scoreOutput(text, answer.output, {
        cut: [answer.isCut],
      });
      const first = own.scores.get(item);
      if (first === undefined) {
        const read = { extracted, reason, refused: false, choice: singleChoiceOf(text) };
        own.scores.set(item, { score, read });
      } else if (first.score === score) own.duplicates++;
      else
        fail('FILE_INVALID', {
          file,
          where: `line ${line}, model ${quoted(model)}, item ${quoted(item)}`,
          found: `score ${score}, but ${first.score} before`,
          accepted: 'one answer per item: results of one run',
        });
    }
  const empty = [...byModel].find(([, { scores }]) => scores.size === 0);
  if (empty !== undefined || byModel.size === 0)
    fail('FILE_INVALID', {
      file: files.join(', '),
      found:
        empty === undefined
          ? `${failed} requests, none of them answered`
          : `no item of bank ${bank.name} among the answers of ${empty[0]}`,
      accepted: `results of thetarank form --bank ${bank.name} --format batch, whose custom_id is the item`,
    });
  // Nothing names the model of a failed request, but with one model it is that one.
  const isOne = byModel.size === 1;
  return [...byModel].map(([model, own]) => ({
    ...logOf(model, own, failed, indexOf),
    ...kindsOf(model, own, isOne ? failed : 0),
  }));
}

function kindsOf(
  model: string,
  { scores }: ModelAnswers,
  failed: number,
): Pick<BatchLog, 'kinds' | 'absent'> {
  const counts = new AnswerKindCounts();
  for (const [item, { read }] of scores) counts.add(model, { item }, read);
  for (let k = 0; k < failed; k++) counts.addMissing(model);
  return { kinds: counts.kinds()[0], absent: counts.absent().get(model) ?? new Map() };
}

function logOf(
  model: string,
  { scores, lines, duplicates, unknown }: ModelAnswers,
  failed: number,
  indexOf: ReadonlyMap<string, number>,
): Omit<BatchLog, 'kinds' | 'absent'> {
  return {
    model,
    answers: [...scores]
      .map(([item, { score }]) => ({ item, index: indexOf.get(item)!, score }))
      .sort((x, y) => x.index - y.index),
    patterns: answerPatterns([...scores.values()].map(({ read }) => read)),
    report: {
      lines: lines + failed,
      accepted: scores.size,
      duplicates,
      unknown: unknown + failed,
      otherFilter: 0,
      disagreeing: 0,
      compared: 0,
      filter: null,
      metric: 'the key of the bank',
    },
  };
}

/** The items of the bank that the results name. @throws BANK_WITHOUT_TEXT */
async function textsOf(
  store: Store,
  bank: string,
  files: readonly string[],
  indexOf: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, Item>> {
  const asked = new Set<string>();
  for (const file of files)
    for (const { item } of readBatchResults(file)) if (indexOf.has(item)) asked.add(item);
  const texts = new Map<string, Item>();
  if ((await store.bank(bank)) !== undefined && asked.size > 0)
    for await (const item of store.items(bank, [...asked])) texts.set(item.id, item);
  const missing = [...asked].filter((id) => !texts.has(id));
  if (missing.length > 0)
    fail('BANK_WITHOUT_TEXT', { bank, item: missing[0], count: missing.length });
  return texts;
}
