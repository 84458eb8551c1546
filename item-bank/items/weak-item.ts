import type { ItemContent } from './content-hash.ts';

/** Why an item may tell little of who answers it, though it is valid. */
export const WEAKNESSES = {
  picture: 'refers to a picture, table or recording that is missing',
  short: 'a stem of fewer than three letters or digits',
  'one-sided': 'the right option is more than four times as long as any other',
  revealed: 'the stem names the key, or contains the text of the right option and of no other',
} as const;

export type Weakness = keyof typeof WEAKNESSES;

const PICTURE =
  /如图|下图|上图|图示|见图|图中所示|右图|左图|听录音|<img\b|!\[[^\]]*\]\(|\b(?:figure|diagram|picture|image|graph|chart|map) (?:above|below|shown)|\b(?:shown|depicted|pictured) (?:above|below|in the (?:figure|diagram|picture|image|graph|chart|map))/iu;
const LEAST_LETTERS = 3;
const MUCH_LONGER = 4;
/** A letter that the stem calls the answer. */
const NAMED = /(?:\b[Aa]nswer|\b[Kk]ey|答案)\s*(?:is|are|是|为|:|：|=)\s*\(?([A-Z])\b(?!['’])/gu;
/** Shorter options may stand in a stem by chance. */
const LEAST_REVEALED = 6;

/** What makes an item doubtful, by its text alone. For people to look at: nothing is left out because of it. */
export function weaknessesOf(item: ItemContent): Weakness[] {
  const found: Weakness[] = [];
  const text = `${item.context ?? ''}\n${item.stem}`;
  if (item.images === undefined && PICTURE.test(text)) found.push('picture');
  if ((item.stem.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < LEAST_LETTERS) found.push('short');
  if (item.type !== 'single' || item.options === undefined) return found;
  const key = String(item.key[0]);
  const right = item.options[key];
  const wrong = Object.entries(item.options)
    .filter(([letter]) => letter !== key)
    .map(([, option]) => option);
  if (wrong.every((option) => right.length > 20 && right.length > MUCH_LONGER * option.length))
    found.push('one-sided');
  const named = [...text.matchAll(NAMED)].map(([, letter]) => letter);
  if (
    (named.length > 0 && named.every((letter) => letter === key)) ||
    (right.length >= LEAST_REVEALED &&
      text.includes(right) &&
      !wrong.some((option) => text.includes(option)))
  )
    found.push('revealed');
  return found;
}
