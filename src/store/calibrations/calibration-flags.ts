import {
  ITEM_FLAGS,
  type ItemFlag,
  joinFlags,
  parameterFlags,
} from '../../../calibration/diagnose/item-flags.ts';
import type { StoredCalibration } from '../store.ts';

/** Flags as a calibration's options keep them: of the flagged items only. */
export function keptFlags(
  items: readonly string[],
  flags: readonly (readonly ItemFlag[])[],
): Record<string, readonly ItemFlag[]> {
  return Object.fromEntries(
    items.flatMap((item, j) => (flags[j].length > 0 ? [[item, flags[j]]] : [])),
  );
}

/**
 * The flags of a kept calibration, one entry per item: those it was kept with, and what its parameters tell by themselves.
 */
export function flagsOf({
  items,
  parameters,
  options,
}: Pick<StoredCalibration, 'items' | 'parameters' | 'options'>): ItemFlag[][] {
  const kept = new Map(Object.entries((options.flags ?? {}) as Record<string, unknown>));
  const byParameters = parameterFlags(parameters);
  return items.map((item, j) => {
    const own = kept.get(item);
    const known = Array.isArray(own)
      ? own.filter((flag): flag is ItemFlag => Object.hasOwn(ITEM_FLAGS, flag))
      : [];
    return joinFlags(byParameters[j], known);
  });
}
