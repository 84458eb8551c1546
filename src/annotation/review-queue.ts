import { type RandomStream, randomInteger, shuffle } from '../random.ts';
import type { Decision } from './decide.ts';

/** Positions of decisions: those that people look at, in order, and the others. */
export interface ReviewOrder {
  /** Most doubtful first. Audited ones stand at random places between them, so that their place does not tell them apart. */
  readonly queue: readonly number[];
  /** Those of the queue on which the votes agree. */
  readonly audited: ReadonlySet<number>;
  /** Ascending. */
  readonly rest: readonly number[];
}

/**
 * Which decisions people look at: all without an agreed label, and a random sample of the agreed ones.
 * @param auditShare in [0, 1]; of n agreed labels ⌈share × n⌉ are drawn, without replacement
 */
export function reviewOrder(
  decisions: readonly Pick<Decision, 'reason' | 'doubt'>[],
  auditShare: number,
  random: RandomStream,
): ReviewOrder {
  const all = decisions.map((_, k) => k);
  const doubtful = all
    .filter((k) => decisions[k].reason !== null)
    .sort((x, y) => decisions[y].doubt - decisions[x].doubt || x - y);
  const agreed = all.filter((k) => decisions[k].reason === null);
  const drawn = shuffle([...agreed], random).slice(0, Math.ceil(auditShare * agreed.length - 1e-9));
  const audited = new Set(drawn);
  const places = new Map<number, number[]>();
  for (const k of drawn) {
    const place = randomInteger(random, doubtful.length + 1);
    places.set(place, [...(places.get(place) ?? []), k]);
  }
  const queue = doubtful.flatMap((k, place) => [...(places.get(place) ?? []), k]);
  queue.push(...(places.get(doubtful.length) ?? []));
  return { queue, audited, rest: agreed.filter((k) => !audited.has(k)) };
}
