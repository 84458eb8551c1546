import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';

/** @throws OPTIONS_CONFLICT: only single choices have options of which exactly one is right */
export function refuseType({ id, type }: Item, variant: string): never {
  return fail('OPTIONS_CONFLICT', {
    options: `variant ${variant}`,
    reason: `item ${id} is of type ${type}; log-likelihoods score items of type single only. Use the variant cot or answer-only for it.`,
  });
}

/** @throws OPTIONS_CONFLICT: base models continue a text */
export function refuseImages({ id, images }: Item, variant: string): void {
  if (images === undefined) return;
  fail('OPTIONS_CONFLICT', {
    options: `variant ${variant}`,
    reason: `item ${id} has images; log-likelihoods score texts only. Use the variant cot or answer-only for it.`,
  });
}
