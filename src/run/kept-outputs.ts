import type { RunStore } from './run-record.ts';

/** Texts that are held in memory at most, some kilobytes each. */
const MOST_TEXTS = 10_000;

/** What of a run's record is read. Calls and items go by their positions. */
export interface WantedOutputs {
  readonly items: number;
  /** The kept calls of an item whose outputs are needed. */
  wanted(item: number): readonly number[];
  /** The examinee of a call in the record, and the place of an item. */
  examineeOf(call: number): string;
  placeOf(item: number): number;
}

/**
 * The outputs of kept calls, by call, of one item after another: in their order, each once. They are read for as many items
 * as fit into memory together, so that what is held does not grow with the record; what is not needed is not read.
 */
export function keptOutputs(
  store: Pick<RunStore, 'outputs'>,
  run: number,
  { items, wanted, examineeOf, placeOf }: WantedOutputs,
  most = MOST_TEXTS,
): (item: number) => Promise<ReadonlyMap<number, string>> {
  let held = new Map<number, Map<number, string>>();
  let turn: Promise<unknown> = Promise.resolve();

  const readFrom = async (first: number) => {
    held = new Map();
    const places = new Map<string, number[]>();
    const calls = new Map<string, number>();
    const itemsAt = new Map<number, number>();
    let texts = 0;
    for (let item = first; item < items && texts < most; item++) {
      const needed = wanted(item);
      if (needed.length === 0) continue;
      held.set(item, new Map());
      itemsAt.set(placeOf(item), item);
      for (const call of needed) {
        const examinee = examineeOf(call);
        calls.set(examinee, call);
        const own = places.get(examinee);
        if (own === undefined) places.set(examinee, [placeOf(item)]);
        else own.push(placeOf(item));
      }
      texts += needed.length;
    }
    for await (const { examinee, place, output } of store.outputs(run, places))
      held.get(itemsAt.get(place)!)!.set(calls.get(examinee)!, output);
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
