import { participantsOfItem, type SynthesisDesign } from './synthesis-design.ts';

export interface Spread {
  readonly least: number;
  readonly mean: number;
  readonly most: number;
}

/** How balanced a design is. */
export interface DesignReport {
  readonly answers: number;
  readonly participantsPerItem: Spread;
  readonly itemsPerParticipant: Spread;
  /** Items that two participants share, over all pairs; null for a single participant. */
  readonly sharedItems: Spread | null;
  /**
   * Number of groups of participants without a chain of shared items between them. 1 if the design is connected: its answers
   * alone then put all abilities on one scale.
   */
  readonly components: number;
}

export function designReport(design: SynthesisDesign): DesignReport {
  const { participants: n, items, starts, members } = design;
  const loads = new Float64Array(n);
  for (const x of members) loads[x]++;
  const shared = sharedItems(design);
  const pairs: number[] = [];
  for (let x = 0; x < n; x++) for (let y = 0; y < x; y++) pairs.push(shared[x * n + y]);
  return {
    answers: members.length,
    participantsPerItem: spread(Array.from({ length: items }, (_, j) => starts[j + 1] - starts[j])),
    itemsPerParticipant: spread(loads),
    sharedItems: pairs.length === 0 ? null : spread(pairs),
    components: components(shared, n),
  };
}

/** Entry x·n + y: items that participants x and y share; on the diagonal the items of x. */
function sharedItems(design: SynthesisDesign): Float64Array {
  const { participants: n, items } = design;
  const shared = new Float64Array(n * n);
  for (let j = 0; j < items; j++) {
    const of = participantsOfItem(design, j);
    for (const x of of) for (const y of of) shared[x * n + y]++;
  }
  return shared;
}

function components(shared: Float64Array, n: number): number {
  const isSeen = new Uint8Array(n);
  let count = 0;
  for (let first = 0; first < n; first++) {
    if (isSeen[first] === 1) continue;
    count++;
    isSeen[first] = 1;
    const queue = [first];
    for (const x of queue)
      for (let y = 0; y < n; y++)
        if (isSeen[y] === 0 && shared[x * n + y] > 0) {
          isSeen[y] = 1;
          queue.push(y);
        }
  }
  return count;
}

function spread(values: ArrayLike<number>): Spread {
  let [least, sum, most] = [Number.POSITIVE_INFINITY, 0, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < values.length; k++) {
    least = Math.min(least, values[k]);
    most = Math.max(most, values[k]);
    sum += values[k];
  }
  return { least, mean: sum / values.length, most };
}
