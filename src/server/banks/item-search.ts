import type { z } from 'zod';
import type { ItemRow, itemQuery } from '../../api/banks.ts';
import { ITEM_FLAGS } from '../../api/banks.ts';
import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import { offsetOf } from '../http/offset-cursor.ts';
import { tagsOf } from './item-columns.ts';
import { hasFlag } from './item-flags.ts';
import { type Exposure, exposureOf, type ItemSort, type ItemView } from './item-view.ts';

export type ItemQuery = z.output<typeof itemQuery>;

/** Positions of a page of items, and the total number. */
export interface ItemSearch {
  readonly positions: readonly number[];
  readonly total: number;
  readonly next: string | null;
}

/**
 * The items that match a query.
 * @param mayReadText whether the text is searched too
 * @throws NAME_UNKNOWN for a tag that no item has; OPTION_INVALID for an invalid cursor
 */
export function searchItems(
  view: ItemView,
  query: Omit<ItemQuery, 'calibration'>,
  exposure: Exposure,
  mayReadText: boolean,
): ItemSearch {
  const { table } = view;
  const from = offsetOf(query.cursor);
  const order = orderOf(view, query.sort, exposure);
  const tag = query.tag === undefined ? null : tagFilter(view, query.tag);
  const words = query.search?.trim().toLowerCase() ?? '';
  const texts = mayReadText ? table.texts : null;
  const { flag } = query;
  const found: number[] = [];
  const count = order.length;
  for (let k = 0; k < count; k++) {
    const j = order[query.descending ? count - 1 - k : k];
    if (tag !== null && tag.codes[j] !== tag.code) continue;
    if (flag !== undefined && !hasFlag(view, exposure, j, flag)) continue;
    if (words !== '' && !table.labels[j].includes(words) && !(texts?.[j].includes(words) ?? false))
      continue;
    found.push(j);
  }
  // Items without a value come last, also in descending order.
  const values = columnOf(view, query.sort, exposure);
  const known = values === null ? found : found.filter((j) => !Number.isNaN(values(j)));
  const unknown = values === null ? [] : found.filter((j) => Number.isNaN(values(j)));
  const end = from + query.limit;
  return {
    positions: [...known, ...unknown].slice(from, end),
    total: found.length,
    next: end < found.length ? String(end) : null,
  };
}

/** An item as a row of the list. */
export function itemRowOf(view: ItemView, exposure: Exposure, j: number): ItemRow {
  const { table, parameters, errors } = view;
  const known = (column: Float64Array | undefined) =>
    column === undefined || Number.isNaN(column[j]) ? null : column[j];
  return {
    item: table.ids[j],
    position: j,
    type: table.types[j],
    status: table.statuses[j],
    tags: tagsOf(table.tags, j),
    a: known(parameters?.a),
    b: known(parameters?.b),
    c: known(parameters?.c),
    d: known(parameters?.d),
    seA: known(errors?.a),
    seB: known(errors?.b),
    seC: known(errors?.c),
    shareRight: known(table.shareRight),
    answered: table.answered[j],
    exposure: exposureOf(exposure, table.ids[j]),
    flags: ITEM_FLAGS.filter((flag) => hasFlag(view, exposure, j, flag)),
  };
}

function tagFilter({ table }: ItemView, text: string) {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  const tag = table.tags.find((own) => own.name === name);
  if (tag === undefined)
    return fail('NAME_UNKNOWN', {
      kind: 'tag',
      name,
      nearest: nearestNames(
        name,
        table.tags.map((own) => own.name),
      ),
    });
  const value = text.slice(at + 1);
  const code = tag.values.indexOf(value);
  if (at < 0 || code < 0)
    fail('NAME_UNKNOWN', {
      kind: `value of the tag ${name}`,
      name: at < 0 ? '' : value,
      nearest: nearestNames(value, tag.values),
    });
  return { codes: tag.codes, code };
}

/** The values that a column is sorted by; null to sort by ids or positions. */
function columnOf(
  { table, parameters }: ItemView,
  sort: ItemSort,
  exposure: Exposure,
): ((j: number) => number) | null {
  switch (sort) {
    case 'position':
    case 'item':
      return null;
    case 'shareRight':
      return (j) => table.shareRight[j];
    case 'exposure':
      return (j) => exposureOf(exposure, table.ids[j]) ?? Number.NaN;
    default:
      return (j) => parameters?.[sort][j] ?? Number.NaN;
  }
}

/** Positions ascending by a column; equal ones in the order of the bank. Exposure changes, so it is sorted each time. */
function orderOf(view: ItemView, sort: ItemSort, exposure: Exposure): Uint32Array {
  const known = view.orders.get(sort);
  if (known !== undefined) return known;
  const { ids } = view.table;
  const values = columnOf(view, sort, exposure);
  const order = Uint32Array.from(ids, (_, j) => j);
  if (sort === 'item') order.sort((x, y) => (ids[x] < ids[y] ? -1 : ids[x] > ids[y] ? 1 : x - y));
  else if (values !== null) {
    const keys = Float64Array.from(ids, (_, j) => values(j));
    const key = (j: number) => (Number.isNaN(keys[j]) ? Number.POSITIVE_INFINITY : keys[j]);
    order.sort((x, y) => (key(x) < key(y) ? -1 : key(x) > key(y) ? 1 : x - y));
  }
  if (sort !== 'exposure') view.orders.set(sort, order);
  return order;
}
