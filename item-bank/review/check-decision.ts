import type { Item } from '../items/item.ts';
import type { Decision } from './decision.ts';

/** A decision as it is kept, or what is wrong with it. */
export type CheckedDecision =
  | { readonly decision: Decision; readonly problem?: never }
  | { readonly decision?: never; readonly problem: string };

/**
 * Checks a decision against the item as it was imported: a new key is for items with options, names options, and differs from the
 * imported key.
 */
export function checkDecision(item: Item, given: Decision): CheckedDecision {
  const { decision, key } = given;
  if (decision === 'promote' && item.status !== 'pretest')
    return { problem: `its status is ${item.status}; accepted: a pretest item` };
  if (decision !== 'correct')
    return key === null ? { decision: given } : { problem: `a key only goes with correct` };
  if (!('options' in item))
    return {
      problem: `its type is ${item.type}, without options to choose from; accepted: accept or retire`,
    };
  const letters = Object.keys(item.options);
  if (key === null || key.length === 0)
    return { problem: `correct needs the new key; accepted: ${choiceOf(item.type, letters)}` };
  const isKey =
    key.every((letter) => letters.includes(letter)) &&
    new Set(key).size === key.length &&
    (item.type !== 'single' || key.length === 1) &&
    (item.type !== 'sequencing' || key.length === letters.length);
  if (!isKey) return { problem: `key ${key.join('')}; accepted: ${choiceOf(item.type, letters)}` };
  const ordered = item.type === 'sequencing' ? key : [...key].sort();
  if (ordered.join('') === item.key.join(''))
    return {
      problem: `key ${ordered.join('')} is the key that it was imported with; accepted: another key, or accept`,
    };
  return { decision: { ...given, key: ordered } };
}

/** `one of A, B, C, D` */
function choiceOf(type: Item['type'], letters: readonly string[]): string {
  const all = letters.join(', ');
  if (type === 'single') return `one of ${all}`;
  return type === 'sequencing' ? `an order of ${all}` : `letters among ${all}, each at most once`;
}
