import { Rejection } from '../../item-bank/import/records/records.ts';
import { sealItem } from '../../item-bank/import/seal-item.ts';
import type { Item } from '../../item-bank/items/item.ts';
import type { DraftedQuestion } from '../prompt/write/drafted-question.ts';
import type { WrittenQuestion } from '../prompt/write/shown-question.ts';
import { type RandomStream, shuffle } from '../random.ts';

const letterOf = (place: number) => String.fromCharCode(65 + place);

/** A drafted question with its options in a random order: writers put the right option at some letters too often. */
export function writtenQuestion(
  { type, stem, right, wrong, explanation, quote }: DraftedQuestion,
  random: RandomStream,
): WrittenQuestion {
  const common = { type, stem, explanation, evidence: quote };
  if (type === 'open') return { ...common, options: null, key: right };
  const texts = [...right, ...wrong];
  const order = shuffle(
    texts.map((_, k) => k),
    random,
  );
  const options = Object.fromEntries(order.map((k, place) => [letterOf(place), texts[k]]));
  const letters = right.map((_, k) => letterOf(order.indexOf(k)));
  return { ...common, options, key: type === 'sequencing' ? letters : letters.sort() };
}

/** What an item needs besides its question. */
export interface WrittenOrigin {
  readonly language: string;
  readonly licence: string;
  /** The name of its passage. */
  readonly source: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** The pretest item of a question. @returns why there is none, if it is no valid item */
export function writtenItem(
  { type, stem, options, key, explanation }: WrittenQuestion,
  { language, licence, source, tags }: WrittenOrigin,
): Item | string {
  try {
    const item = sealItem(
      {
        type,
        stem,
        key: [...key],
        explanation,
        tags,
        ...(options === null ? {} : { options }),
      } as Parameters<typeof sealItem>[0],
      { language, licence, source },
      'written',
    );
    return { ...item, status: 'pretest' };
  } catch (error) {
    if (error instanceof Rejection) return error.message;
    throw error;
  }
}
