import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Item } from '../../../item-bank/items/item.ts';
import { itemOf } from '../../prompt/items.ts';

/** A line of a sample log. */
export interface LoggedSample {
  readonly doc: {
    readonly id: string;
    readonly question: string;
    readonly choices: readonly string[];
    readonly answer: number;
  };
  readonly arguments: Readonly<Record<string, { readonly arg_0: string; readonly arg_1: string }>>;
  readonly filtered_resps: readonly (readonly [loglikelihood: string, isGreedy: string])[];
  readonly acc: number;
  readonly acc_norm: number;
  readonly acc_bytes: number;
  readonly prob: number;
}

export const logOf = (variant: 'cloze' | 'letter') =>
  join(import.meta.dirname, `samples_trifles_${variant}_2026-01-01T00-00-00.000000.jsonl`);

export function loggedSamples(variant: 'cloze' | 'letter'): LoggedSample[] {
  const lines = readFileSync(logOf(variant), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line));
}

export function itemOfSample({ doc }: LoggedSample): Extract<Item, { type: 'single' }> {
  const { id, question, choices, answer } = doc;
  const letters = choices.map((_, k) => String.fromCharCode(65 + k));
  const options = Object.fromEntries(choices.map((text, k) => [letters[k], text]));
  return itemOf({ id, type: 'single', stem: question, options, key: [letters[answer]] });
}

export const likelihoodsOf = ({ filtered_resps }: LoggedSample) =>
  filtered_resps.map(([loglikelihood]) => Number(loglikelihood));

/** The score in the log, but of equal options the harness takes the first, where the product gives each its share. */
export function scoreOf(
  sample: LoggedSample,
  metric: 'acc' | 'acc_norm' | 'acc_bytes',
  extracted: string | null,
): number {
  const letters = extracted?.split('=') ?? [];
  if (letters.length < 2) return sample[metric];
  return letters.includes('ABCDE'[sample.doc.answer]) ? 1 / letters.length : 0;
}

/** Banks keep options without spaces at their ends. */
export const isTrimmed = ({ doc }: LoggedSample) =>
  doc.choices.every((text) => text === text.trim());
