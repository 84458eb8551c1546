import { jaccard, shinglesOf } from '../../item-bank/audit/shingles.ts';
import type { WrittenType } from '../prompt/write/issues.ts';
import { randomStream, shuffle } from '../random.ts';
import { type Passage, sentencesOf } from './passage.ts';

/** Where a question is to come from. */
export interface Slot {
  /** Position of its passage. */
  readonly passage: number;
  readonly type: WrittenType;
}

/** Passages that offer wrong options to a question. */
const OTHERS = 2;

/**
 * The passages and types of the questions of a first round: every passage once in a random order before any comes again, and types in
 * equal numbers.
 */
export function slotsOf(
  passages: number,
  count: number,
  types: readonly WrittenType[],
  seed: number,
): Slot[] {
  const kinds = shuffle(
    Array.from({ length: count }, (_, k) => types[k % types.length]),
    randomStream(seed, 'writing', 'types'),
  );
  const order: number[] = [];
  for (let turn = 0; order.length < count; turn++)
    order.push(
      ...shuffle(
        Array.from({ length: passages }, (_, k) => k),
        randomStream(seed, 'writing', 'passages', turn),
      ),
    );
  return kinds.map((type, k) => ({ passage: order[k], type }));
}

/** Another passage for a slot whose passage gave no usable question; the same if there is only one. */
export function otherPassage(
  passages: number,
  { passage }: Pick<Slot, 'passage'>,
  seed: number,
  round: number,
  place: number,
): number {
  if (passages === 1) return passage;
  const random = randomStream(seed, 'writing', 'other passage', round, place);
  const step = 1 + Math.floor(random() * (passages - 1));
  return (passage + step) % passages;
}

/** For each passage, the positions of the passages with the most similar texts, most similar first: wrong options may come from them. */
export function similarPassages(passages: readonly Passage[]): number[][] {
  const shingles = passages.map(({ name, text }) => shinglesOf({ id: name, stem: text }).shingles);
  return passages.map((_, k) =>
    passages
      .map((_other, j) => ({ j, similarity: j === k ? -1 : jaccard(shingles[k], shingles[j]) }))
      .filter(({ j }) => j !== k)
      .sort((x, y) => y.similarity - x.similarity || x.j - y.j)
      .slice(0, OTHERS)
      .map(({ j }) => j),
  );
}

/** A sentence that is long enough to ask about, in characters; Chinese says more with fewer. */
const LEAST_FOCUS = 12;

/**
 * For each slot, a sentence of its passage to ask about: slots of one passage have different ones as long as there are any, in a random
 * order that begins elsewhere in each round. Null where a passage has no sentence of its own.
 */
export function focusesOf(
  slots: readonly Pick<Slot, 'passage'>[],
  passages: readonly Passage[],
  seed: number,
  round: number,
): (string | null)[] {
  const used = new Map<number, number>();
  return slots.map(({ passage }) => {
    const nth = used.get(passage) ?? 0;
    used.set(passage, nth + 1);
    const sentences = shuffle(
      sentencesOf(passages[passage].text).filter(({ length }) => length >= LEAST_FOCUS),
      randomStream(seed, 'writing', 'focus', passage),
    );
    return sentences.length === 0 ? null : sentences[(nth + round - 1) % sentences.length];
  });
}
