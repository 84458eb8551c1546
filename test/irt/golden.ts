import { readFileSync } from 'node:fs';
import { type Answers, answersOf } from '../../src/irt/answers.ts';
import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';

export type Banks = Record<string, Record<'a' | 'b' | 'c' | 'd', number[]>>;

/** Reads a file of test/golden/irt. */
export function golden<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../golden/irt/${name}`, import.meta.url), 'utf8'));
}

/** The items of a bank of catR with its scaling constant D, which multiplies a. */
export function scaledItems(banks: Banks, bank: string, D: number): ItemParameters {
  const { a, b, c, d } = banks[bank];
  return itemParameters({ a: a.map((slope) => slope * D), b, c, d });
}

/** The answers of a pattern in which null is an item that was not asked. */
export function patternAnswers(items: ItemParameters, pattern: (number | null)[]): Answers {
  return answersOf(
    items,
    pattern.map((score) => score ?? Number.NaN),
  );
}
