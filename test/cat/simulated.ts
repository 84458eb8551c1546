import { type CatBank, DEFAULT_BOUNDS, prepareBank, type TagCodes } from '../../src/cat/bank.ts';
import type { AdaptiveSession } from '../../src/cat/session.ts';
import { information } from '../../src/irt/information.ts';
import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';
import { probability } from '../../src/irt/probability.ts';
import { randomInteger, randomNormal, randomStream, shuffle } from '../../src/random.ts';

/** `steep` has slopes from 0.05 to 50, log-uniform, and difficulties far out; `constant` has one item many times. */
export const KINDS = ['3PL', '4PL', 'steep', 'constant'] as const;
export type Kind = (typeof KINDS)[number];

/** Item parameters of a simulated bank. */
export function simulatedItems(kind: Kind, count: number, seed: string): ItemParameters {
  const random = randomStream(seed, kind, count);
  const draw = (one: () => number) => Array.from({ length: count }, one);
  if (kind === 'constant')
    return itemParameters({ a: draw(() => 1), b: draw(() => 0.5), c: draw(() => 0.2) });
  return itemParameters({
    a: draw(() =>
      kind === 'steep' ? 0.05 * 1000 ** random() : Math.exp(0.3 * randomNormal(random)),
    ),
    b: draw(() => (kind === 'steep' ? 4 : 1) * randomNormal(random)),
    c: draw(() => 0.3 * random()),
    d: draw(() => (kind === '3PL' ? 1 : 1 - 0.3 * random())),
  });
}

/** Items q1, q2, … ready for sessions. */
export function bankOf(
  items: ItemParameters,
  tags: Readonly<Record<string, TagCodes>> = {},
  bounds: readonly [number, number] = DEFAULT_BOUNDS,
): CatBank {
  const ids = Array.from({ length: items.count }, (_, j) => `q${j + 1}`);
  return prepareBank(ids, items, tags, bounds);
}

/** What someone of this ability answers to every item of the bank, right or wrong. */
export function simulatedScores({ items }: CatBank, ability: number, seed: string): Float64Array {
  const random = randomStream(seed, 'answers');
  return Float64Array.from({ length: items.count }, (_, j) => {
    const p = probability(ability, items.a[j], items.b[j], items.c[j], items.d[j]);
    return random() < p ? 1 : 0;
  });
}

export function informationOf({ items }: CatBank, j: number, theta: number): number {
  return information(theta, items.a[j], items.b[j], items.c[j], items.d[j]);
}

/** The eligible items from the most informative down, the lower position first among equals: by sorting all. */
export function byInformation(
  bank: CatBank,
  theta: number,
  eligible: (j: number) => boolean,
): number[] {
  const values = Float64Array.from(bank.ids, (_, j) => informationOf(bank, j, theta));
  const positions = bank.ids.map((_, j) => j).filter(eligible);
  return positions.sort((x, y) => values[y] - values[x] || x - y);
}

/** The classical test: one item, its answer, the next item, until the session ends. */
export function sit(session: AdaptiveSession, scores: ArrayLike<number>): AdaptiveSession {
  for (let items = session.next(); items.length > 0; items = session.next())
    for (const { index } of items) session.recordAt(index, scores[index]);
  return session;
}

/** Asks in bursts of random size and lets the answers arrive in random order, until the session is complete. */
export function sitOutOfOrder(
  session: AdaptiveSession,
  scores: ArrayLike<number>,
  seed: string,
): AdaptiveSession {
  const random = randomStream(seed, 'arrivals');
  const pending: number[] = [];
  while (!session.complete) {
    if (pending.length === 0 || random() < 0.5) {
      const issued = session.next(1 + randomInteger(random, 5));
      pending.push(...issued.map(({ index }) => index));
      if (pending.length === 0 && !session.complete) throw new Error('the session is stuck');
    }
    shuffle(pending, random);
    const arriving = randomInteger(random, pending.length + 1);
    for (const index of pending.splice(0, arriving)) session.recordAt(index, scores[index]);
  }
  return session;
}
