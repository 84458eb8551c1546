import { contentHash } from './content-hash.ts';
import { MOST_IMAGE_TEXT } from './images/image.ts';
import type { Item } from './item.ts';
import { normaliseText } from './normalise-text.ts';

/** All texts of an item together, in UTF-16 code units: its line of JSON then fits what importers read. */
const MOST_TEXT = 1_000_000;

interface Issues {
  addIssue(issue: { code: 'custom'; path: (string | number)[]; message: string }): void;
}

/** Checks of an item of the right shape that no JSON Schema can make; issues go to `context`. */
export function checkMeaning(item: Item, context: Issues): void {
  const say = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  if ('options' in item) checkChoices(item, say);
  if (textLength(item) > MOST_TEXT) say([], `more than ${MOST_TEXT} characters of text`);
  const images = item.images?.reduce((sum, { url }) => sum + url.length, 0) ?? 0;
  if (images > MOST_IMAGE_TEXT)
    say(['images'], `more than ${MOST_IMAGE_TEXT} characters of images together`);
  if (item.hash !== contentHash(item)) say(['hash'], 'not the hash of this content');
}

type Say = (path: (string | number)[], message: string) => void;

function checkChoices({ type, options, key }: Extract<Item, { options: unknown }>, say: Say) {
  const letters = Object.keys(options);
  if (letters.length < 2) say(['options'], 'fewer than two options');
  if (letters.some((letter, k) => k > 0 && letter < letters[k - 1]))
    say(['options'], 'letters not ascending');
  const letterOf = new Map<string, string>();
  for (const letter of letters) {
    const text = normaliseText(options[letter]);
    const first = letterOf.get(text);
    if (first === undefined) letterOf.set(text, letter);
    else say(['options', letter], `the same text as option ${first}`);
  }
  for (const [k, letter] of key.entries()) {
    if (!Object.hasOwn(options, letter)) say(['key', k], `no option ${letter}`);
    if (key.indexOf(letter) < k) say(['key', k], `${letter} again`);
    else if (type === 'multiple' && k > 0 && letter < key[k - 1])
      say(['key', k], 'letters not ascending');
  }
  if (type === 'sequencing' && key.length !== letters.length)
    say(['key'], `${key.length} letters for ${letters.length} options`);
}

function textLength(item: Item): number {
  let length = item.stem.length + (item.context?.length ?? 0) + (item.explanation?.length ?? 0);
  if ('options' in item) for (const text of Object.values(item.options)) length += text.length;
  for (const part of item.key) {
    if (typeof part === 'string') length += part.length;
    else {
      length += part.question.length;
      for (const answer of part.answers) length += answer.length;
    }
  }
  return length;
}
