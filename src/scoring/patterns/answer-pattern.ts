import type { Item } from '../../../item-bank/items/item.ts';
import { isTie } from '../likelihood/tied-letters.ts';
import { type BelowChance, belowChance } from './below-chance.ts';
import { type PositionEffect, positionEffect } from './position-effect.ts';

/** What was read from one output of a test. */
export interface ReadAnswer {
  /** The answer; null if none could be read. */
  readonly extracted: string | null;
  /** Why there is none (NoAnswerReason); null if there is one, or it is not known. */
  readonly reason: string | null;
  /** True if the endpoint refused the question or gave no answer after all retries. */
  readonly refused: boolean;
  /** Of a single choice whose key is known, and of its first answer; else null: repeats of an item say no more of letters. */
  readonly choice: SingleChoice | null;
}

/** The letter of the right option, and the number of options. */
export interface SingleChoice {
  readonly key: string;
  readonly options: number;
}

/**
 * What the outputs of a test show about its prompt, its endpoint or the extraction, whatever the model knows:
 * - `same-letter`: all or nearly all letters are the same, although the keys are not;
 * - `below-chance`: clearly fewer answers are right than those of guessing;
 * - `position`: being right depends on where the key stands;
 * - `tied`: in many answers several options are equally likely (log-likelihoods);
 * - `unreadable`: many answers could not be read;
 * - `declined`: many outputs decline to answer;
 * - `refused`: the endpoint gave no answer to many questions.
 *
 * `count` of `of` answers show it.
 */
export type AnswerPattern =
  | {
      readonly pattern: 'same-letter';
      readonly count: number;
      readonly of: number;
      readonly letter: string;
      /** How many of the keys are this letter. */
      readonly keys: number;
    }
  | (BelowChance & {
      readonly pattern: 'below-chance';
      /** How many of the letters are the one after the key, and the one before it. */
      readonly after: number;
      readonly before: number;
    })
  | (PositionEffect & {
      readonly pattern: 'position';
      /** Right answers. */
      readonly count: number;
      readonly of: number;
    })
  | {
      readonly pattern: 'unreadable';
      readonly count: number;
      readonly of: number;
      /** How many of them were cut off. */
      readonly truncated: number;
      /** How many of them had no text and were not cut off. */
      readonly empty: number;
    }
  | {
      readonly pattern: 'tied' | 'declined' | 'refused';
      readonly count: number;
      readonly of: number;
    };

/** Shares of answers: from `much` on there is a word about it, from `half` on a warning. */
export const MANY = { much: 0.1, half: 0.5 } as const;
/** Fewer answers than this show no pattern of letters. */
const FEWEST_LETTERS = 20;
/** Letters are the same if this share of all is, and this share of those whose key is another letter. */
const SAME = { all: 0.95, other: 0.9 };
/** Answers whose key is another letter, so that it shows that the letter is not the key's. */
const FEWEST_OTHER = 10;
/** P values below this are no chance: one test in 1,000 of models that do not mind the position. */
const RARE = 0.001;
/** Cramér's V below this is too weak to mislead, as where options like "none of the above" are the last. */
const CLEAR = 0.2;

/** The patterns of a test's answers, in the order of AnswerPattern. */
export function answerPatterns(answers: readonly ReadAnswer[]): AnswerPattern[] {
  const chosen = answers.flatMap(({ extracted, choice }) =>
    choice === null || extracted?.length !== 1 ? [] : [{ ...choice, letter: extracted }],
  );
  const letters = sameLetter(chosen) ?? fewRight(chosen) ?? byPosition(chosen);
  const tied = answers.filter(({ extracted, choice }) => choice !== null && isTie(extracted));
  const missing = answers.filter(({ extracted }) => extracted === null);
  const refused = missing.filter((answer) => answer.refused);
  const rest = missing.filter((answer) => !answer.refused);
  const declined = rest.filter(({ reason }) => reason === 'refusal');
  const unread = rest.filter(({ reason }) => reason !== 'refusal');
  const of = answers.length;
  const many = ({ length }: readonly unknown[]) => of > 0 && length > MANY.much * of;
  const because = (why: string) => unread.filter(({ reason }) => reason === why).length;
  const [truncated, empty] = [because('truncated'), because('empty')];
  return [
    ...(letters === null ? [] : [letters]),
    // However few, they are not the model's choice.
    ...(tied.length > 0 ? [{ pattern: 'tied' as const, count: tied.length, of }] : []),
    ...(many(unread)
      ? [{ pattern: 'unreadable' as const, count: unread.length, of, truncated, empty }]
      : []),
    ...(many(declined) ? [{ pattern: 'declined' as const, count: declined.length, of }] : []),
    ...(many(refused) ? [{ pattern: 'refused' as const, count: refused.length, of }] : []),
  ];
}

type Chosen = SingleChoice & { readonly letter: string };

function sameLetter(chosen: readonly Chosen[]): AnswerPattern | null {
  const of = chosen.length;
  if (of < FEWEST_LETTERS) return null;
  const counts = new Map<string, number>();
  for (const { letter } of chosen) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const [letter, count] = [...counts].reduce((most, own) => (own[1] > most[1] ? own : most));
  const other = chosen.filter(({ key }) => key !== letter);
  const same = other.filter((own) => own.letter === letter).length;
  return count >= SAME.all * of && other.length >= FEWEST_OTHER && same >= SAME.other * other.length
    ? { pattern: 'same-letter', count, of, letter, keys: of - other.length }
    : null;
}

function fewRight(chosen: readonly Chosen[]): AnswerPattern | null {
  const found = belowChance(
    chosen.map(({ key, options, letter }) => ({ options, right: letter === key })),
  );
  if (found === null) return null;
  const shifted = (by: number) =>
    chosen.filter(({ key, letter }) => letter.charCodeAt(0) === key.charCodeAt(0) + by).length;
  return { pattern: 'below-chance', ...found, after: shifted(1), before: shifted(-1) };
}

function byPosition(chosen: readonly Chosen[]): AnswerPattern | null {
  const answers = chosen.map(({ key, options, letter }) => ({
    key,
    options,
    right: letter === key,
  }));
  const effect = positionEffect(answers);
  if (effect === null || effect.p >= RARE || effect.v < CLEAR) return null;
  const count = answers.filter(({ right }) => right).length;
  return { pattern: 'position', count, of: answers.length, ...effect };
}

/** The choice of an item that has one right letter; null for all other items. */
export function singleChoiceOf(item: Item): SingleChoice | null {
  if (item.type !== 'single' || item.key.length !== 1) return null;
  return { key: item.key[0], options: Object.keys(item.options).length };
}
