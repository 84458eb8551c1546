import { NEARLY_ALL } from '../../ranking/recorded/test-model.ts';
import type { Store } from '../../store/store.ts';
import { readLiveBank } from '../../tested-bank/live-bank.ts';

/** What a promotion does to the recorded models. */
export interface PromotionEffect {
  /** Models that have answers to nearly all items without the promoted ones, and with these no more. */
  readonly below: number;
  /** All recorded models. */
  readonly models: number;
}

/**
 * How many recorded models a promotion leaves with answers to less than NEARLY_ALL of the bank, so that their scores are no more those of the
 * whole bank. The same before and after the promotion. @param promoted pretest items
 */
export async function promotionEffect(
  store: Store,
  bank: string,
  promoted: readonly string[],
): Promise<PromotionEffect> {
  const { responses } = (await readLiveBank(store, bank, false)).recorded;
  const isPromoted = new Set(promoted);
  const counting = responses.items.flatMap((item, j) => (isPromoted.has(item) ? [] : [j]));
  const kept = promoted.length === 0 ? null : await store.responses(bank);
  const rowOf = new Map(kept?.matrix.examinees.map((name, m) => [name, m]));
  const columns = kept?.matrix.items.flatMap((item, j) => (isPromoted.has(item) ? [j] : [])) ?? [];
  let below = 0;
  for (const [i, name] of responses.examinees.entries()) {
    const answered = answersOf(responses.scores, i * responses.items.length, counting);
    const row = rowOf.get(name);
    const added =
      row === undefined
        ? 0
        : answersOf(kept!.matrix.scores, row * kept!.matrix.items.length, columns);
    const all = counting.length + isPromoted.size;
    if (answered >= NEARLY_ALL * counting.length && answered + added < NEARLY_ALL * all) below++;
  }
  return { below, models: responses.examinees.length };
}

/** Answers in some columns of the row that begins at `start`. */
function answersOf(scores: Float32Array, start: number, columns: readonly number[]): number {
  return columns.reduce((sum, j) => sum + Number(!Number.isNaN(scores[start + j])), 0);
}
