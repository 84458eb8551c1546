import { setImmediate } from 'node:timers/promises';
import type { Bank } from '../../../item-bank/bank.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import type { BankTable, TagColumn } from './bank-table.ts';

/** Characters of a question that are searched; its beginning distinguishes it from others. */
const SEARCHED = 2000;
/** Items processed before other work gets its turn. */
const TURN = 2000;

type Columns = Pick<
  BankTable,
  | 'ids'
  | 'positions'
  | 'types'
  | 'statuses'
  | 'tags'
  | 'isRepeated'
  | 'hasText'
  | 'labels'
  | 'texts'
>;

/** Columns of a bank: of a built-in one its own items and tags, with types and texts of those that the database has. */
export async function itemColumns(
  builtin: Bank | null,
  stored: AsyncIterable<Item> | Iterable<Item>,
): Promise<Columns> {
  const ids: string[] = builtin === null ? [] : [...builtin.items];
  const positions = new Map(ids.map((id, j) => [id, j]));
  const types: (string | null)[] = ids.map(() => null);
  const statuses: (string | null)[] = ids.map(() => null);
  const texts: string[] = ids.map(() => '');
  const repeated = new Set<number>();
  const seen = new Set<string>();
  const own = new Map<string, { readonly codeOf: Map<string, number>; readonly codes: number[] }>();
  let count = 0;
  for await (const item of stored) {
    const { id, hash, type, status, tags } = item;
    let j = positions.get(id);
    if (j === undefined) {
      if (builtin !== null) continue;
      j = ids.push(id) - 1;
      positions.set(id, j);
    }
    types[j] = type;
    statuses[j] = status;
    texts[j] = `${item.context ?? ''} ${item.stem}`.slice(0, SEARCHED).toLowerCase();
    if (seen.has(hash)) repeated.add(j);
    seen.add(hash);
    if (builtin === null) addTags(own, j, tags);
    if (++count % TURN === 0) await setImmediate();
  }
  const tags = builtin === null ? tagColumns(own, ids.length) : builtinTags(builtin);
  const labels: string[] = [];
  for (const id of ids) {
    labels.push([id, ...valuesOf(tags, labels.length)].join('\n').toLowerCase());
    if (labels.length % TURN === 0) await setImmediate();
  }
  return {
    ids,
    positions,
    types,
    statuses,
    tags,
    isRepeated: Uint8Array.from(ids, (_, j) => Number(repeated.has(j))),
    hasText: count > 0,
    labels,
    texts: count > 0 ? texts : null,
  };
}

function addTags(
  own: Map<string, { readonly codeOf: Map<string, number>; readonly codes: number[] }>,
  j: number,
  tags: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(tags)) {
    let column = own.get(name);
    if (column === undefined) {
      column = { codeOf: new Map(), codes: [] };
      own.set(name, column);
    }
    let code = column.codeOf.get(value);
    if (code === undefined) {
      code = column.codeOf.size;
      column.codeOf.set(value, code);
    }
    column.codes[j] = code;
  }
}

function tagColumns(
  own: ReadonlyMap<string, { readonly codeOf: Map<string, number>; readonly codes: number[] }>,
  count: number,
): TagColumn[] {
  return Array.from(own, ([name, { codeOf, codes }]) => ({
    name,
    values: [...codeOf.keys()],
    codes: Int32Array.from({ length: count }, (_, j) => codes[j] ?? -1),
  }));
}

function builtinTags({ tags }: Bank): TagColumn[] {
  return Object.entries(tags).map(([name, { values, codes }]) => ({
    name,
    values,
    codes: Int32Array.from(codes),
  }));
}

function valuesOf(tags: readonly TagColumn[], j: number): string[] {
  return tags.flatMap(({ values, codes }) => (codes[j] < 0 ? [] : [values[codes[j]]]));
}

/** The tags of one item. */
export function tagsOf(tags: readonly TagColumn[], j: number): Record<string, string> {
  return Object.fromEntries(
    tags.flatMap(({ name, values, codes }) => (codes[j] < 0 ? [] : [[name, values[codes[j]]]])),
  );
}
