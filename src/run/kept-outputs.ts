import type { RunStore } from './run-record.ts';

/** Texts that are held in memory at most, some kilobytes each. */
const MOST_TEXTS = 10_000;

/** What of a run's record is read. Calls and items go by their positions. */
export interface WantedOutputs {
  readonly items: number;
  /** The kept calls of an item whose outputs are needed. */
  wanted(item: number): readonly number[];
  /** The call of an examinee; undefined where it is none of these. */
  callOf(examinee: string): number | undefined;
  /** The item at a place of the record; undefined where it is none of these. */
  itemOf(place: number): number | undefined;
}

/**
 * The outputs of kept calls, by call, of one item after another: in their order, each once. The record is read from begin to
 * end for as many items as fit into memory together, so that what is held does not grow with it; items that need nothing
 * cost nothing.
 */
export function keptOutputs(
  store: Pick<RunStore, 'answers'>,
  run: number,
  { items, wanted, callOf, itemOf }: WantedOutputs,
  most = MOST_TEXTS,
): (item: number) => Promise<ReadonlyMap<number, string>> {
  let held = new Map<number, Map<number, string>>();
  let turn: Promise<unknown> = Promise.resolve();

  const readFrom = async (first: number) => {
    const needs = new Map<number, Set<number>>();
    let texts = 0;
    for (let item = first; item < items && texts < most; item++) {
      const calls = wanted(item);
      if (calls.length > 0) needs.set(item, new Set(calls));
      texts += calls.length;
    }
    held = new Map([...needs.keys()].map((item) => [item, new Map()]));
    for await (const { examinee, place, output } of store.answers(run)) {
      const call = callOf(examinee);
      const item = itemOf(place);
      if (call === undefined || item === undefined || needs.get(item)?.has(call) !== true) continue;
      held.get(item)!.set(call, output);
    }
  };

  const take = async (item: number) => {
    if (!held.has(item)) await readFrom(item);
    const outputs = held.get(item)!;
    held.delete(item);
    return outputs;
  };

  return (item) => {
    if (wanted(item).length === 0) return Promise.resolve(new Map());
    const taken = turn.then(() => take(item));
    turn = taken.catch(() => {});
    return taken;
  };
}
