import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { BUILTIN_BANKS, isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { isComputed } from '../../../item-bank/items/metric/metric.ts';
import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import { randomStream, shuffle } from '../../random.ts';
import type { BankSummary, Store } from '../../store/store.ts';

/** The items of a bank that are asked; they go by their positions here. */
export interface SynthesisBank {
  readonly summary: BankSummary;
  readonly ids: readonly string[];
  /** Place of each in the record: its position in the bank, from 1. */
  readonly places: Int32Array;
  /** How many items could be asked. */
  readonly askable: number;
  /** Whether one of these is a case. */
  readonly hasCases: boolean;
}

/**
 * The items of a bank that have text and are not retired, or `most` of them: of a smaller number the items are among those
 * of a larger one, in the order of the bank.
 * @param first so many items of the bank, as many as an earlier version of it had
 * @throws NAME_UNKNOWN; BANK_WITHOUT_TEXT for a built-in bank that no text was attached to; TOO_MANY_ITEMS; SCORE_PROGRAM_UNKNOWN and
 *   JUDGES_MISSING for an item that a program or judges score: a synthesis has neither
 */
export async function synthesisBank(
  store: Store,
  name: string,
  most: number | undefined,
  seed: number | string,
  first = Number.POSITIVE_INFINITY,
): Promise<SynthesisBank> {
  const summary = await store.bank(name);
  if (summary === undefined) {
    if (isBuiltinBank(name)) {
      const { items } = loadBuiltinBank(name);
      return fail('BANK_WITHOUT_TEXT', { bank: name, item: items[0], count: items.length });
    }
    const known = [...(await store.banks()).map((bank) => bank.name), ...BUILTIN_BANKS];
    return fail('NAME_UNKNOWN', { kind: 'bank', name, nearest: nearestNames(name, known) });
  }
  const ids: string[] = [];
  const places: number[] = [];
  let place = 0;
  let hasCases = false;
  const scoredByOthers = new Map<string, Item>();
  for await (const item of store.items(name)) {
    const { id, status, type } = item;
    if (place >= first) break;
    place++;
    if (status === 'retired') continue;
    ids.push(id);
    places.push(place);
    hasCases ||= type === 'case';
    if (isScoredByOthers(item)) scoredByOthers.set(id, item);
  }
  const asked = most ?? Math.max(1, ids.length);
  if (asked > ids.length)
    fail('TOO_MANY_ITEMS', { asked, available: ids.length, where: `bank ${name}` });
  const order = shuffle(
    Uint32Array.from({ length: ids.length }, (_, j) => j),
    randomStream(seed, 'synthesis', 'items'),
  );
  const chosen = order.slice(0, asked).sort();
  for (const j of chosen) refuseScoredByOthers(name, scoredByOthers.get(ids[j]));
  return {
    summary,
    ids: Array.from(chosen, (j) => ids[j]),
    places: Int32Array.from(chosen, (j) => places[j]),
    askable: ids.length,
    hasCases,
  };
}

function isScoredByOthers(item: Item): boolean {
  return 'metric' in item && item.metric !== undefined && !isComputed(item.metric);
}

function refuseScoredByOthers(bank: string, item: Item | undefined): void {
  if (item === undefined || !('metric' in item)) return;
  const where = `bank ${bank}, item ${item.id}`;
  if (item.metric?.name === 'command')
    fail('SCORE_PROGRAM_UNKNOWN', { program: item.metric.program, where, known: [] });
  if (item.metric?.name === 'rubric') fail('JUDGES_MISSING', { rubric: item.metric.rubric, where });
  if (item.metric?.name === 'cosine') fail('EMBEDDINGS_MISSING', { where });
}
