import { createHash } from 'node:crypto';

/** Tokens in a row that make a shingle. */
const LENGTH = 3;
/** FNV-1a, 32 bits. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const TOKEN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu;
const NUMBER = /\p{N}+/gu;

/** The texts of an item that are compared. */
export interface ComparedText {
  readonly id: string;
  readonly stem: string;
  readonly options?: Readonly<Record<string, string>> | undefined;
  readonly images?: readonly { readonly url: string }[] | undefined;
}

/** What is compared of an item's text. */
export interface ItemShingles {
  readonly item: string;
  /** Distinct hashes of three tokens in a row, ascending; the stem and each option by themselves, so their order does not matter. */
  readonly shingles: Uint32Array;
  /**
   * The numbers of the stem and options, sorted, and digests of the pictures: questions that differ in them alone ask different
   * things.
   */
  readonly numbers: string;
}

/** Tokens are words, or single characters of Chinese and Japanese; case, width, punctuation and blanks do not count. */
export function shinglesOf({ id, stem, options = {}, images = [] }: ComparedText): ItemShingles {
  const parts = [stem, ...Object.values(options)].map((text) =>
    text.normalize('NFKC').toLowerCase(),
  );
  const found = new Set<number>();
  for (const part of parts) addShingles(part.match(TOKEN) ?? [], found);
  const numbers = parts.flatMap((part) => part.match(NUMBER) ?? []).sort();
  const pictures = images.map(({ url }) => createHash('sha256').update(url).digest('hex'));
  return {
    item: id,
    shingles: Uint32Array.from(found).sort(),
    numbers: [...numbers, ...pictures].join(' '),
  };
}

function addShingles(tokens: readonly string[], found: Set<number>): void {
  for (let k = 0; k < Math.max(1, tokens.length - LENGTH + 1); k++) {
    let hash = FNV_OFFSET;
    for (const token of tokens.slice(k, k + LENGTH)) {
      for (let c = 0; c < token.length; c++)
        hash = Math.imul(hash ^ token.charCodeAt(c), FNV_PRIME);
      hash = Math.imul(hash ^ 0x20, FNV_PRIME);
    }
    if (tokens.length > 0) found.add(hash >>> 0);
  }
}

/** |A ∩ B| / |A ∪ B| of two ascending lists; 0 if both are empty. */
export function jaccard(one: Uint32Array, two: Uint32Array): number {
  let [i, k, common] = [0, 0, 0];
  while (i < one.length && k < two.length) {
    if (one[i] === two[k]) {
      common++;
      i++;
      k++;
    } else if (one[i] < two[k]) i++;
    else k++;
  }
  const all = one.length + two.length - common;
  return all === 0 ? 0 : common / all;
}
