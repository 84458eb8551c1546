import type { Item } from '../../../item-bank/items/item.ts';
import { probability } from '../../irt/probability.ts';
import { PROMPT_LANGUAGES } from '../../prompt/prompt.ts';
import { wordingOf } from '../../prompt/wording/language.ts';
import type { RandomStream } from '../../random.ts';
import { reasoning } from './phrase.ts';
import type { ItemCurve } from './simulate.ts';

/** Ends of clauses, which stay with them. */
const CLAUSE = /[^，。；！？,;.!?\n]+[，。；！？,;.!?\n]*/g;
/** Remarks such as (A wrong), which name the letters of options that may be shown under others. */
const VERDICT = /[（(][^（()）]{0,40}[A-Z][^（()）]{0,10}[对错][^（()）]{0,10}[）)]/g;

/** The heading of the explanation that a message asks for; null if it asks for none. */
export function headingAsked(message: string, { type }: Item): string | null {
  for (const language of PROMPT_LANGUAGES) {
    const { types, headings } = wordingOf(language);
    if (message.includes(types[type].ask.explain)) return headings.explanation;
  }
  return null;
}

/**
 * An explanation as a simulated model gives it: of the item's own explanation each clause with the probability that the model
 * answers the item right, in its order; sentences of no content if none is left, or the item has none. Assumed, not learned from models.
 */
export function explained(
  { explanation }: Item,
  { ability, curve }: { readonly ability: number; readonly curve: ItemCurve },
  isChinese: boolean,
  random: RandomStream,
): string {
  const p = probability(ability, curve.a, curve.b, curve.c, curve.d);
  const clauses = explanation?.replace(VERDICT, '').match(CLAUSE) ?? [];
  const kept = clauses.filter(() => random() < p).join('');
  return kept.trim() === '' ? reasoning(isChinese, random) : kept.trim();
}
