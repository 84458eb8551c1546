import type { Said } from '../../report/said-text.ts';

const MOST = 3;
/** Texts are told apart by their beginning: a longer output may repeat its question. */
const LONGEST = 60;

/** Counts texts to tell the most frequent ones. */
export class SaidCounts {
  readonly #counts = new Map<string, number>();

  add(text: string): void {
    const line = text
      .slice(0, 100 * LONGEST)
      .replaceAll(/\s+/g, ' ')
      .trim();
    const letters = [...line.slice(0, 2 * LONGEST)];
    const key = letters.length <= LONGEST ? line : `${letters.slice(0, LONGEST).join('')}…`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Most frequent first. */
  most(): Said[] {
    return [...this.#counts]
      .map(([text, count]) => ({ text, count }))
      .sort((x, y) => y.count - x.count)
      .slice(0, MOST);
  }
}
