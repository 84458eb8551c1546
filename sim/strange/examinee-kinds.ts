import { type RandomStream, randomInteger } from '../../src/random.ts';

/** What examinees of a kind are made from: a bank's facts, and recorded models. */
export interface KindSource {
  readonly items: number;
  /** J: the share of the recorded models that has each item right. */
  readonly easiness: Float64Array;
  /** J: the value of each item's tag; null without tags. */
  readonly tag: { readonly count: number; readonly of: ArrayLike<number> } | null;
  /** J: how many options each item has, and which of them is right, from 0; null if that is not known. */
  readonly options: { readonly counts: ArrayLike<number>; readonly keys: ArrayLike<number> } | null;
  /** The answers of the recorded model that the examinee is made of, and those of another one; NaN if there is none. */
  readonly own: ArrayLike<number>;
  readonly other: ArrayLike<number>;
}

/** Answers to all items, and where the test asks after the exchange of the model, those of the second one. */
export interface StrangeExaminee {
  readonly scores: Float32Array;
  readonly later: Float32Array | null;
}

/** A kind of examinees that a test can meet. */
export interface ExamineeKind {
  readonly name: string;
  readonly description: string;
  /** What the bank must tell. */
  readonly needs: readonly ('options' | 'tag')[];
  draw(source: KindSource, random: RandomStream): StrangeExaminee;
}

/** Share of right answers to what is known, and to what is not where options are not known. */
const KNOWN = 0.9;
const UNKNOWN = 0.05;

/** Kinds of examinees that are unlike recorded models, and recorded models with something wrong; recorded models first. */
export const EXAMINEE_KINDS: readonly ExamineeKind[] = [
  kind('ordinary', 'a recorded model as it is', ({ own }) => own),
  kind(
    'fixed-share',
    'knows a share of the items, whatever their difficulty',
    ({ items }, random) => {
      const share = 0.1 + 0.8 * random();
      return Array.from({ length: items }, () => bernoulli(share, random));
    },
  ),
  kind(
    'guesses',
    'guesses every answer',
    (source, random) => eachItem(source, (j) => guess(source, j, random)),
    ['options'],
  ),
  kind(
    'one-letter',
    'gives the same letter as every answer',
    ({ items, options }, random) => {
      const letter = randomInteger(random, 4);
      return Array.from({ length: items }, (_, j) => (options!.keys[j] === letter ? 1 : 0));
    },
    ['options'],
  ),
  kind(
    'position',
    'knows an answer more often the earlier its option stands',
    (source, random) => {
      const share = 0.2 + 0.6 * random();
      return eachItem(source, (j) => {
        const place = source.options!.keys[j] / Math.max(1, source.options!.counts[j] - 1);
        return bernoulli(Math.min(1, Math.max(0, share + 0.4 * (0.5 - place))), random);
      });
    },
    ['options'],
  ),
  kind(
    'one-category',
    'knows one value of the tag only',
    (source, random) => {
      const known = randomInteger(random, source.tag!.count);
      return eachItem(source, (j) =>
        source.tag!.of[j] === known ? bernoulli(KNOWN, random) : guess(source, j, random),
      );
    },
    ['tag'],
  ),
  kind('hard-items', 'knows the hard items only', (source, random) => {
    const limit = quantile(source.easiness, 0.3 + 0.4 * random());
    return eachItem(source, (j) =>
      source.easiness[j] < limit ? bernoulli(KNOWN, random) : guess(source, j, random),
    );
  }),
  kind('sharp-limit', 'knows everything up to a limit of difficulty', (source, random) => {
    const limit = quantile(source.easiness, 0.2 + 0.6 * random());
    return eachItem(source, (j) => (source.easiness[j] >= limit ? 1 : 0));
  }),
  kind('noise', '10 to 50% of a recorded model’s answers are noise', (source, random) => {
    const share = 0.1 + 0.4 * random();
    const noise = (j: number) =>
      source.options === null ? bernoulli(0.5, random) : guess(source, j, random);
    return eachAnswer(source, (u, j) => (random() < share ? noise(j) : u));
  }),
  kind('unreadable', '20% of a recorded model’s answers are unreadable', (source, random) =>
    eachAnswer(source, (u) => (random() < 0.2 ? 0 : u)),
  ),
  kind('memorised', 'a recorded model that has seen 40% of the items', (source, random) =>
    eachAnswer(source, (u) => (random() < 0.4 ? 1 : u)),
  ),
  kind('router', 'each item goes to one of two recorded models', (source, random) =>
    eachAnswer(source, (u, j) =>
      random() < 0.5 || Number.isNaN(source.other[j]) ? u : source.other[j],
    ),
  ),
  {
    name: 'exchanged',
    description: 'another recorded model answers from the middle of the test on',
    needs: [],
    draw: ({ own, other }) => ({ scores: Float32Array.from(own), later: Float32Array.from(other) }),
  },
];

function kind(
  name: string,
  description: string,
  answers: (source: KindSource, random: RandomStream) => ArrayLike<number>,
  needs: ExamineeKind['needs'] = [],
): ExamineeKind {
  const draw: ExamineeKind['draw'] = (source, random) => ({
    scores: Float32Array.from(answers(source, random)),
    later: null,
  });
  return { name, description, needs, draw };
}

/** An answer to every item. */
function eachItem({ items }: KindSource, of: (item: number) => number): number[] {
  return Array.from({ length: items }, (_, j) => of(j));
}

/** A change of every recorded answer; those that are missing stay so. */
function eachAnswer({ own, items }: KindSource, of: (score: number, item: number) => number) {
  return Array.from({ length: items }, (_, j) =>
    Number.isNaN(own[j]) ? Number.NaN : of(own[j], j),
  );
}

function guess({ options }: KindSource, j: number, random: RandomStream): number {
  return bernoulli(options === null ? UNKNOWN : 1 / Math.max(1, options.counts[j]), random);
}

function bernoulli(p: number, random: RandomStream): number {
  return random() < p ? 1 : 0;
}

function quantile(values: Float64Array, share: number): number {
  const sorted = values.slice().sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
