import { KEPT_DIGITS } from '../../format/content-hashes.ts';
import { contentHash, type ItemContent } from '../../items/content-hash.ts';

/** Lines at the start of a prompt that may be an instruction. */
const MOST_START = 60;
/** A line that opens the list of options. */
const FIRST_OPTION = /^\s*\(?A\s*[.．、:：)）]\s*\S/;
/** A word before a question. */
const LABEL = /^\s*(?:question|q|problem|问题|题目)\s*[:：]\s*/i;

/**
 * Finds the item of a bank that a prompt asks, by content hashes. A harness puts an instruction before a question, a word such as
 * "Question:" in front of it, and a line such as "Options:" or the options behind it. So the question is looked for in the lines of the prompt from each
 * line on; only a text that has the hash of an item of the same options and key is found, so nothing is guessed.
 *
 * @param hashes of the items of a bank, in its order: lists of the first digits of content hashes
 * @returns the index of the item; undefined if the bank has no such item. Of items with one content it is the first
 */
export function knownContents(
  hashes: readonly (readonly string[])[],
): (asked: ItemContent) => number | undefined {
  const indexOf = new Map<string, number>();
  for (const list of hashes)
    for (const [index, hash] of list.entries()) if (!indexOf.has(hash)) indexOf.set(hash, index);
  return (asked) => {
    for (const stem of stemsIn(asked.stem)) {
      const index = indexOf.get(contentHash({ ...asked, stem }).slice(0, KEPT_DIGITS));
      if (index !== undefined) return index;
    }
    return undefined;
  };
}

/** The texts within a prompt that may be its question, the whole of it first. */
function* stemsIn(prompt: string): Generator<string> {
  const lines = prompt.split('\n');
  const options = lines.findLastIndex((line) => FIRST_OPTION.test(line));
  const ends = [lines.length, lines.length - 1, lines.length - 2];
  if (options > 0) ends.push(options, options - 1);
  for (let from = 0; from < Math.min(lines.length, MOST_START); from++)
    for (const to of ends) {
      if (to <= from) continue;
      const stem = lines.slice(from, to).join('\n');
      if (stem.trim() === '') continue;
      yield stem;
      const plain = stem.replace(LABEL, '');
      if (plain !== stem && plain.trim() !== '') yield plain;
    }
}
