import type { TagCodes } from '../../../src/cat/bank.ts';
import { type ItemParameters, itemParameters, pickItems } from '../../../src/irt/parameters.ts';
import { randomInteger, randomStream, shuffle } from '../../../src/random.ts';
import { largestRemainder } from '../../../src/statistics/largest-remainder.ts';
import { DRAWN } from '../design/bounds.ts';
import type { StudyDesign } from '../design/study-design.ts';
import { draw } from './distributions.ts';

/** The items of a study, with their parameters before any deviations of the truth. */
export interface StudyBank {
  readonly ids: readonly string[];
  readonly items: ItemParameters;
  readonly tags: Readonly<Record<string, TagCodes>>;
  /** Cost of each item; null if unknown. */
  readonly costs: Float64Array | null;
  /** One entry per item: 1 if selection leaves it out while others are left. None by default. */
  readonly flagged?: Uint8Array | null | undefined;
  /** One entry per item, NaN if it is not known; null if none is. */
  readonly standardErrors: {
    readonly a: Float64Array;
    readonly b: Float64Array;
    readonly c: Float64Array;
  } | null;
}

/** Parameters of real items to draw banks from, and the skipped lines of their file. */
export interface ItemSource {
  readonly items: ItemParameters;
  readonly leftOut: {
    readonly otherModels: number;
    readonly unusable: number;
    readonly filtered: number;
  };
}

type Generated = NonNullable<StudyDesign['bank']['generate']>;

/** c and d of drawn items keep this far apart, and c from 1: itemParameters accepts no others. */
const LEAST_SPAN = 1e-6;

/** Draws the items of a replication. @param source items to draw from; null to draw from distributions */
export function generateBank(
  { items: count, a, b, c, d, tags, cost }: Generated,
  seed: string | number,
  replication: number,
  source: ItemSource | null,
): StudyBank {
  const column = (name: string, of: Parameters<typeof draw>[0]) => {
    const random = randomStream(seed, 'bank', name, replication);
    return Float64Array.from({ length: count }, () => draw(of, random));
  };
  const drawn = (): ItemParameters => {
    const upper = column('d', d ?? DRAWN.d);
    return itemParameters({
      a: column('a', a ?? DRAWN.a),
      b: column('b', b ?? DRAWN.b),
      c: column('c', c ?? DRAWN.c).map((value, j) => Math.min(value, upper[j] - LEAST_SPAN)),
      d: upper,
    });
  };
  const items =
    source === null
      ? drawn()
      : drawFrom(source.items, count, randomStream(seed, 'bank', 'collection', replication));
  return {
    ids: Array.from({ length: count }, (_, j) => `i${j + 1}`),
    items,
    tags: Object.fromEntries(
      Object.entries(tags).map(([name, shares]) => [
        name,
        'neighbours' in shares && shares.neighbours > 1
          ? neighbourCodes(shares.neighbours, count)
          : tagCodes(shares, count, randomStream(seed, 'bank', 'tag', name, replication)),
      ]),
    ),
    costs: cost === undefined ? null : column('cost', cost),
    standardErrors: null,
  };
}

/** Items of a collection, with replacement: the parameters of an item stay together. */
function drawFrom(of: ItemParameters, count: number, random: () => number): ItemParameters {
  return pickItems(
    of,
    Int32Array.from({ length: count }, () => randomInteger(random, of.count)),
  );
}

/** The same value for each run of this number of neighbours; the last run has the rest. */
function neighbourCodes(size: number, count: number): TagCodes {
  const values = Array.from({ length: Math.ceil(count / size) }, (_, v) => String(v + 1));
  return { values, codes: Uint32Array.from({ length: count }, (_, j) => Math.floor(j / size)) };
}

/** Values in exactly these shares (largest remainder), over the items in random order. */
function tagCodes(
  shares: Readonly<Record<string, number>>,
  count: number,
  random: () => number,
): TagCodes {
  const values = Object.keys(shares);
  const counts = largestRemainder(Object.values(shares), count);
  const codes = new Uint16Array(count);
  let at = 0;
  counts.forEach((n, v) => {
    codes.fill(v, at, at + n);
    at += n;
  });
  return { values, codes: shuffle(codes, random) };
}
