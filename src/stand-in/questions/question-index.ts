import type { Item } from '../../../item-bank/items/item.ts';
import type { QuestionMessage } from '../answerer.ts';
import { normaliseQuestion } from './normalise-question.ts';
import { StemTier } from './stem-tier.ts';

/** A stem is kept with those of the largest window it fills. Each window that is in use is a pass over the message. */
const WINDOWS = [24, 4, 1];

/** An item with what tells it from others of the same stem. */
interface Candidate {
  readonly item: Item;
  /** Its options, normalised, in their order; none for open items. */
  readonly options: readonly string[];
  readonly length: number;
}

interface Match {
  readonly start: number;
  readonly end: number;
  readonly candidates: readonly Candidate[];
}

/** How far the options of a candidate are in a message: in their order after the stem, anywhere, or not all of them. */
const IN_ORDER = 2;
const SOMEWHERE = 1;
const ABSENT = 0;

/** Recognises the items that requests ask for. */
export interface QuestionIndex {
  readonly count: number;
  /** The item asked for in the last message of the user; several where they are the same question; none where unknown. */
  find(messages: readonly QuestionMessage[]): readonly Item[];
}

/**
 * Keeps items so that their stems are found in messages of any wording around them, in some hundredths of a millisecond
 * whatever the number of items. Where several stems stand in a message (worked examples before the question), the one
 * whose options follow, and of these the last, is the question. Where several items share a stem, their options must be
 * in the message.
 */
export async function indexQuestions(
  items: Iterable<Item> | AsyncIterable<Item>,
): Promise<QuestionIndex> {
  const tiers = WINDOWS.map((window) => new StemTier<Candidate[]>(window));
  let count = 0;
  for await (const item of items) {
    count++;
    const stem = normaliseQuestion(item.stem);
    const options = 'options' in item ? Object.values(item.options).map(normaliseQuestion) : [];
    const length = options.reduce((sum, option) => sum + option.length, 0);
    const tier = tiers.find(({ window }) => window <= stem.length);
    tier?.entry(stem, () => []).push({ item, options, length });
  }
  let codes = new Uint16Array(2 ** 14);
  const filled = tiers.filter((tier) => tier.size > 0);

  const findIn = (text: string): readonly Item[] => {
    const message = normaliseQuestion(text);
    if (message.length > codes.length) codes = new Uint16Array(2 * message.length);
    for (let k = 0; k < message.length; k++) codes[k] = message.charCodeAt(k);
    const matches: Match[] = [];
    for (const tier of filled)
      tier.search(message, codes, (stem, start, candidates) => {
        matches.push({ start, end: start + stem.length, candidates });
      });
    return question(message, matches);
  };

  return {
    count,
    find(messages) {
      const asked = messages.filter(({ role }) => role === 'user');
      const last = asked.pop();
      const found = last === undefined ? [] : findIn(last.content);
      if (found.length > 0) return ofPictures(found, last?.images);
      // The later questions of a case are asked without its description: that stands further up in the conversation.
      for (const { content, images } of asked.reverse()) {
        const items = ofPictures(findIn(content), images);
        if (items.length > 0) return items.filter(({ type }) => type === 'case');
      }
      return [];
    },
  };
}

/** Of items with the same question those with the pictures of the message; all of them where no item has these. */
function ofPictures(items: readonly Item[], pictures: readonly string[] = []): readonly Item[] {
  if (items.length < 2) return items;
  const own = items.filter(
    ({ images = [] }) =>
      images.length === pictures.length && images.every(({ url }, k) => url === pictures[k]),
  );
  return own.length > 0 ? own : items;
}

function question(message: string, matches: readonly Match[]): readonly Item[] {
  let best: { level: number; match: Match; items: readonly Item[] } | undefined;
  for (const match of matches) {
    const { level, items } = chooseCandidates(message, match);
    if (items.length === 0) continue;
    const isBetter =
      best === undefined ||
      level > best.level ||
      (level === best.level &&
        (match.end > best.match.end ||
          (match.end === best.match.end && match.start < best.match.start)));
    if (isBetter) best = { level, match, items };
  }
  return best?.items ?? [];
}

/** Of the items of one stem those whose options are in the message; the ones with the most to find where several are. */
function chooseCandidates(
  message: string,
  { end, candidates }: Match,
): { level: number; items: readonly Item[] } {
  let level = ABSENT;
  let length = -1;
  let items: Item[] = [];
  for (const candidate of candidates) {
    const own = optionsLevel(message, end, candidate.options);
    if (own === ABSENT && candidates.length > 1) continue;
    if (own < level || (own === level && candidate.length < length)) continue;
    if (own > level || candidate.length > length) items = [];
    level = own;
    length = candidate.length;
    items.push(candidate.item);
  }
  return { level, items };
}

function optionsLevel(message: string, end: number, options: readonly string[]): number {
  let from = end;
  for (const option of options) {
    const at = message.indexOf(option, from);
    if (at === -1) return options.every((text) => message.includes(text)) ? SOMEWHERE : ABSENT;
    from = at + option.length;
  }
  return IN_ORDER;
}
