import type { Item } from '../../../item-bank/items/item.ts';
import type { QuestionMessage } from '../answerer.ts';
import { normaliseQuestion } from './normalise-question.ts';

/** Least share of the pairs of neighbouring characters of an item that a message must have. */
const LEAST_SHARE = 0.1;

/** An item that a message asks for, perhaps in other words. */
export interface NearQuestion {
  readonly item: Item;
  /** Whether a text of the item is missing in the message. */
  readonly isChanged: boolean;
}

/** Recognises items whose texts were changed; null where none is near. */
export type NearQuestions = (messages: readonly QuestionMessage[]) => NearQuestion | null;

/**
 * Finds the item nearest to the last message of the user, by the share of its pairs of neighbouring characters that the message has; of several as near,
 * the one with the most pairs.
 */
export function nearQuestions(items: readonly Item[]): NearQuestions {
  const texts = items.map(textsOf);
  const counts = new Uint32Array(items.length);
  const having = new Map<string, number[]>();
  for (const [at, own] of texts.entries()) {
    const pairs = new Set(own.flatMap(pairsOf));
    counts[at] = pairs.size;
    for (const pair of pairs) {
      const others = having.get(pair);
      if (others === undefined) having.set(pair, [at]);
      else others.push(at);
    }
  }
  return (messages) => {
    const last = messages.findLast(({ role }) => role === 'user');
    if (last === undefined) return null;
    const message = normaliseQuestion(last.content);
    const hits = new Uint32Array(items.length);
    for (const pair of new Set(pairsOf(message)))
      for (const at of having.get(pair) ?? []) hits[at]++;
    let best = -1;
    for (let at = 0; at < items.length; at++) {
      const share = hits[at] / counts[at];
      if (!(share >= LEAST_SHARE)) continue;
      const nearest = best === -1 ? 0 : hits[best] / counts[best];
      if (share > nearest || (share === nearest && counts[at] > counts[best])) best = at;
    }
    if (best === -1) return null;
    return { item: items[best], isChanged: texts[best].some((text) => !message.includes(text)) };
  };
}

function textsOf(item: Item): string[] {
  const options = 'options' in item ? Object.values(item.options) : [];
  return [item.stem, ...options].map(normaliseQuestion);
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, k) => text.slice(k, k + 2));
}
