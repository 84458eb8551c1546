import {
  type RandomStream,
  randomStream,
  shinglesOf,
  shuffle,
  similarItems,
  weaknessesOf,
} from 'thetarank';
import type { MmluProItem } from './recorded.ts';

/** Near-duplicates are reported from this similarity on, if their numbers are the same. */
const NEARLY_SAME = 0.8;
/** Of the items, changed copies and leaks of each kind. */
const SHARE = 0.02;

const COPIES = {
  'options in another order': (item, random) => {
    const texts = Object.values(item.options);
    shuffle(texts, random);
    return { ...item, options: lettered(texts) };
  },
  'other case and punctuation': (item) => ({
    ...item,
    stem: `${item.stem.toUpperCase().replaceAll(/[.,;:?]/g, ' ')} …`,
  }),
  'one word of the stem replaced': (item, random) => ({
    ...item,
    stem: changedWord(item.stem, random),
  }),
  'one option replaced': (item) => ({
    ...item,
    options: lettered([...Object.values(item.options).slice(0, -1), 'None of the other answers']),
  }),
} as const satisfies Record<string, (item: MmluProItem, random: RandomStream) => MmluProItem>;

const LEAKS = {
  'the text of the right option': (item) => ({
    ...item,
    stem: `${item.stem} (${item.options[item.key]})`,
  }),
  'the letter of the key': (item) => ({ ...item, stem: `${item.stem} Answer: ${item.key}` }),
} as const satisfies Record<string, (item: MmluProItem) => MmluProItem>;

/** Rows of planted text faults: kind, planted, found. */
export function textFaults(
  items: readonly MmluProItem[],
  seed: string,
): (readonly [string, number, number])[] {
  const rows: [string, number, number][] = [];
  const own = items.map((item) => shinglesOf(item));
  for (const [kind, change] of Object.entries(COPIES)) {
    const random = randomStream(seed, kind);
    const copied = drawn(items, random);
    const copies = copied.map((item) =>
      shinglesOf({ ...change(item, random), id: `${item.id}-copy` }),
    );
    const found = new Set(
      similarItems([...own, ...copies], NEARLY_SAME)
        .filter(({ item, hasSameNumbers }) => item >= own.length && hasSameNumbers)
        .map(({ item }) => item),
    );
    rows.push([`copy: ${kind}`, copies.length, found.size]);
  }
  for (const [kind, change] of Object.entries(LEAKS)) {
    const leaked = drawn(items, randomStream(seed, kind)).map((item) => change(item));
    rows.push([`leak: ${kind}`, leaked.length, leaked.filter(isRevealed).length]);
  }
  return rows;
}

/** Items as they are: those that an audit calls revealed, and near-duplicates of an earlier one that are not exact. */
export function ownFaults(items: readonly MmluProItem[]): {
  revealed: number;
  near: number;
  exact: readonly (readonly [string, string])[];
} {
  const pairs = similarItems(
    items.map((item) => shinglesOf(item)),
    NEARLY_SAME,
  );
  const content = (item: MmluProItem) =>
    JSON.stringify([
      item.stem.trim(),
      Object.entries(item.options).map(([letter, text]) => [letter, text.trim()]),
      item.key,
    ]);
  const exact: [string, string][] = [];
  const near = new Set<number>();
  for (const { item, other, hasSameNumbers } of pairs) {
    if (content(items[item]) === content(items[other]))
      exact.push([items[item].id, items[other].id]);
    else if (hasSameNumbers) near.add(item);
  }
  return { revealed: items.filter(isRevealed).length, near: near.size, exact };
}

function isRevealed(item: MmluProItem): boolean {
  return weaknessesOf({ ...item, type: 'single', key: [item.key] }).includes('revealed');
}

function drawn(items: readonly MmluProItem[], random: RandomStream): MmluProItem[] {
  const all = [...items];
  shuffle(all, random);
  return all.slice(0, Math.round(SHARE * items.length));
}

function lettered(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(texts.map((text, k) => [String.fromCharCode(65 + k), text]));
}

function changedWord(stem: string, random: RandomStream): string {
  const words = stem.split(' ');
  words[Math.floor(random() * words.length)] = 'something';
  return words.join(' ');
}
