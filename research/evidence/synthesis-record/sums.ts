import { contentHash, type Item, randomStream, shuffle } from 'thetarank';

const LETTERS = ['A', 'B', 'C', 'D'];

/** Arithmetic items with different questions: the same items for the same number. */
export function sumItems(count: number): Item[] {
  return Array.from({ length: count }, (_, j) => {
    const [left, right] = [100 + j, 10 + (j % 80)];
    const result = left * right;
    const random = randomStream('synthesis record', 'item', j);
    const options = shuffle([result, result + 1, result + 10, result - 7], random);
    const item = {
      id: `sum-${j}`,
      version: 1,
      status: 'active' as const,
      type: 'single' as const,
      language: 'en',
      stem: `Mind ${left} and ${right}: what does multiplying them give?`,
      options: Object.fromEntries(LETTERS.map((letter, k) => [letter, `${options[k]}`])),
      key: [LETTERS[options.indexOf(result)]],
      tags: {},
      source: 'research/evidence/synthesis-record/sums.ts',
      licence: 'CC0-1.0',
    };
    return { ...item, hash: contentHash(item) };
  });
}
