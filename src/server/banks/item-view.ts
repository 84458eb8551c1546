import { setImmediate } from 'node:timers/promises';
import { type ItemFit, itemFit } from '../../../calibration/diagnose/item-fit.ts';
import { negativeItems } from '../../../calibration/diagnose/negative-items.ts';
import type { ParameterErrors } from '../../../calibration/fit/calibrate.ts';
import { itemRestCorrelation } from '../../../calibration/fit/item-rest-correlation.ts';
import type { ITEM_SORTS, ParametersFrom } from '../../api/banks.ts';
import { information } from '../../irt/information.ts';
import type { ItemParameters } from '../../irt/parameters.ts';
import { mean } from '../../statistics/mean.ts';
import type { BankTable } from './bank-table.ts';

export type ItemSort = (typeof ITEM_SORTS)[number];

/** How often items were asked in the sessions of the service. */
export interface Exposure {
  readonly sessions: number;
  readonly asked: ReadonlyMap<string, number>;
}

/** The items of a bank with one calibration. Entry j of every array belongs to item j; NaN if unknown. */
export interface ItemView {
  readonly table: BankTable;
  /** Null while there is none. */
  readonly parameters: ItemParameters | null;
  readonly from: ParametersFrom;
  readonly errors: ParameterErrors | null;
  /** Abilities of the recorded models, by these parameters. */
  readonly abilities: Float64Array | null;
  readonly fit: ItemFit | null;
  /** One entry per item: 1 if its answers say that it works backwards; null without recorded answers. */
  readonly isReversed: Uint8Array | null;
  /** Mean infit over the items, for comparison. NaN if there is none. */
  readonly usualInfit: number;
  /** Whether the calibration is still running. */
  readonly isCalibrating: boolean;
  /** Positions in the order of a column, ascending; made when first asked for. */
  readonly orders: Map<ItemSort, Uint32Array>;
}

/** Made in two steps, so that others have their turn between them. */
export async function itemView(
  table: BankTable,
  learned: {
    readonly parameters: ItemParameters;
    readonly errors: ParameterErrors | null;
    readonly abilities: Float64Array | null;
    readonly from: ParametersFrom;
  } | null,
  isCalibrating: boolean,
): Promise<ItemView> {
  const { parameters = null, errors = null, abilities = null, from = null } = learned ?? {};
  const fit =
    parameters === null || abilities === null || table.responses === null
      ? null
      : itemFit(table.responses, parameters, abilities);
  await setImmediate();
  const infits = fit?.infit.filter((own) => !Number.isNaN(own)) ?? new Float64Array(0);
  const usualInfit = mean(infits);
  return {
    table,
    parameters,
    errors,
    abilities,
    from,
    fit,
    isReversed:
      table.responses === null ? null : negativeItems(itemRestCorrelation(table.responses)),
    usualInfit,
    isCalibrating,
    orders: new Map(),
  };
}

/** Share of sessions that asked an item; null if there is no session. */
export function exposureOf({ sessions, asked }: Exposure, item: string): number | null {
  return sessions === 0 ? null : (asked.get(item) ?? 0) / sessions;
}

/** Information of all items with parameters, at each ability; other work gets its turn between two abilities. */
export async function informationOf(
  { a, b, c, d, count }: ItemParameters,
  abilities: readonly number[],
): Promise<number[]> {
  const result: number[] = [];
  for (const theta of abilities) {
    let sum = 0;
    for (let j = 0; j < count; j++)
      if (!Number.isNaN(a[j])) sum += information(theta, a[j], b[j], c[j], d[j]);
    result.push(sum);
    if (result.length % 4 === 0) await setImmediate();
  }
  return result;
}
