import type { ModelIdentity } from '../../../item-bank/import/logs/model-identity.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import type { AbsentByModel, AbsentKind } from '../../scoring/absent.ts';
import type { LetterAnswer } from '../../store/responses/pack-letters.ts';
import type { KeptResponses, Store } from '../../store/store.ts';

/** Answers to add, and where they are known their letters and the keys that they were scored by. */
export interface AddedAnswers {
  readonly matrix: ResponseMatrix;
  /** The letters of an answer; undefined if they are not known. */
  lettersOf(examinee: string, item: string): LetterAnswer;
  /** The letters of the key that the answers to an item were scored by; undefined for the key that it was imported with. */
  scoredBy(item: string): string | undefined;
  /** Why answers are not there. */
  readonly absent: AbsentByModel;
  /** Who gave the answers, as a log says. */
  originOf?(examinee: string): ModelIdentity | undefined;
}

/** Answers that had another score before. */
export interface ReplacedAnswers {
  readonly examinees: readonly string[];
  readonly answers: number;
}

/**
 * Adds recorded answers to those of a bank. A known examinee keeps its answers to other items, because logs arrive task by
 * task. An answer to the same item is replaced.
 * @returns the examinees of which an answer was replaced by another score, and how many answers that were
 */
export async function addAnswers(
  store: Store,
  bank: string,
  added: AddedAnswers,
  at: string,
): Promise<ReplacedAnswers> {
  const changed: string[] = [];
  let answers = 0;
  const recorded = await store.keptResponses(bank);
  const { examinees, items: addedItems, scores: addedScores } = added.matrix;
  const before = new Map(recorded?.matrix.examinees.map((name, m) => [name, m]));
  // Without earlier answers of these examinees, the items that were answered are enough.
  const isNew = !examinees.some((name) => before.has(name));
  const items = isNew ? addedItems : recorded!.matrix.items;
  const columnOf = new Map(items.map((item, j) => [item, j]));
  const width = items.length;
  const scores = new Float32Array(examinees.length * width).fill(Number.NaN);
  const letters: LetterAnswer[][] = [];
  const scoredBy: Record<string, string>[] = [];
  const absent = new Map<string, Map<string, AbsentKind>>();
  for (const [m, name] of examinees.entries()) {
    const row = scores.subarray(m * width, (m + 1) * width);
    const own: LetterAnswer[] = new Array(width).fill(undefined);
    const keys: Record<string, string> = {};
    const none = new Map(recorded?.absent?.get(name));
    copyRow(recorded, before.get(name), { row, own, keys });
    for (const [k, item] of addedItems.entries()) {
      const score = addedScores[m * addedItems.length + k];
      if (Number.isNaN(score)) continue;
      const j = columnOf.get(item)!;
      if (!Number.isNaN(row[j]) && row[j] !== score) {
        answers++;
        if (changed.at(-1) !== name) changed.push(name);
      }
      row[j] = score;
      own[j] = added.lettersOf(name, item);
      const why = added.absent.get(name)?.get(item);
      if (why === undefined) none.delete(item);
      else none.set(item, why);
      const key = added.scoredBy(item);
      if (key === undefined) delete keys[item];
      else keys[item] = key;
    }
    letters.push(own);
    absent.set(name, none);
    scoredBy.push(keys);
  }
  const families = recorded?.families ?? null;
  const known =
    isNew || families === null
      ? null
      : examinees.map((name) => families[before.get(name) ?? -1] ?? name);
  await store.putResponses(bank, { examinees, items, scores }, known, at, {
    ...{ letters, absent, scoredBy },
    origins: examinees.map(
      (name) => added.originOf?.(name) ?? recorded?.origins[before.get(name) ?? -1] ?? null,
    ),
  });
  return { examinees: changed, answers };
}

/** Copies the kept answers of an examinee that has some. */
function copyRow(
  recorded: KeptResponses | null,
  m: number | undefined,
  to: { row: Float32Array; own: LetterAnswer[]; keys: Record<string, string> },
): void {
  if (recorded === null || m === undefined) return;
  const width = to.row.length;
  to.row.set(recorded.matrix.scores.subarray(m * width, (m + 1) * width));
  for (const [j, letters] of recorded.letters[m]?.entries() ?? []) to.own[j] = letters;
  Object.assign(to.keys, recorded.scoredBy[m]);
}
