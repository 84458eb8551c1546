import { type RandomStream, randomInteger, randomNormal, randomStream } from '../../src/random.ts';

/** What simulated people are made from: facts of a bank. */
export interface PersonSource {
  /** J: standardised log odds of the share of recorded models that has each item right. */
  readonly easiness: Float64Array;
  /** J: the value of each item's tag; null without tags. */
  readonly tag: { readonly count: number; readonly of: ArrayLike<number> } | null;
}

/** A kind of people that a test can meet. */
export interface PersonKind {
  readonly name: string;
  readonly description: string;
  readonly needsTag: boolean;
  /** The probability that a person of this kind has each item right. */
  draw(source: PersonSource, random: RandomStream): Float64Array;
}

const SLOPE = 1.2;
/** People are a little above the middle of the bank, and vary as models do. */
const MEAN = 0.3;

export const PERSON_KINDS: readonly PersonKind[] = [
  correlated(1),
  correlated(0.5),
  correlated(0),
  constant('guesses', 0.25),
  constant('very weak', 0.03),
  constant('very strong', 0.97),
  {
    name: 'specialist',
    description:
      'has 90% of the items with one value of the first tag right, and 30% of the others',
    needsTag: true,
    draw({ tag }, random) {
      const subject = randomInteger(random, tag!.count);
      return Float64Array.from(tag!.of, (value) => (value === subject ? 0.9 : 0.3));
    },
  },
];

/** People with abilities, for whom the difficulty of items correlates with that for models. */
function correlated(correlation: number): PersonKind {
  return {
    name: `people, ρ = ${correlation}`,
    description: `people of different ability; the difficulty of items for them correlates ${correlation} with that for models`,
    needsTag: false,
    draw({ easiness }, random) {
      const ability = MEAN + randomNormal(random);
      const own = randomStream('people', 'difficulty', correlation);
      return easiness.map((ease) => {
        const difficulty = correlation * ease + Math.sqrt(1 - correlation ** 2) * randomNormal(own);
        return 1 / (1 + Math.exp(-(SLOPE * difficulty + ability)));
      });
    },
  };
}

function constant(name: string, share: number): PersonKind {
  return {
    name,
    description: `has each item right with probability ${share}`,
    needsTag: false,
    draw: ({ easiness }) => new Float64Array(easiness.length).fill(share),
  };
}
