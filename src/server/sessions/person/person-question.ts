import type { Item } from '../../../../item-bank/items/item.ts';
import type { PersonQuestion } from '../../../api/person-tests.ts';

/**
 * A question as a person sees it. Fields are named one by one, so that none that a person must not see is among them: key, explanation,
 * tags, id, source, status.
 * @param earlier the person's answers to the earlier questions of a case
 */
export function personQuestion(
  item: Item,
  place: number,
  earlier: readonly string[],
): PersonQuestion {
  const { type, language, context = null, stem, images = [] } = item;
  const isCase = item.type === 'case';
  return {
    place,
    type,
    language,
    context,
    stem,
    options:
      'options' in item
        ? Object.entries(item.options).map(([letter, text]) => ({ letter, text }))
        : [],
    images: images.map(({ url }) => url),
    // Later questions may give away the answers to earlier ones.
    turns: isCase
      ? item.key
          .slice(0, earlier.length + 1)
          .map(({ question }, k) => ({ question, answer: earlier[k] ?? null }))
      : [],
    questions: isCase ? item.key.length : null,
  };
}
