/** What the other items say of each examinee who answered an item: weights of abilities, in windows of the nodes. */
export interface ItemWindow {
  readonly nodes: Float64Array;
  /** Examinees that count. */
  count: number;
  readonly answers: Uint8Array;
  readonly groups: Uint8Array;
  /** First node, and the end, of the window of each; its weights begin at `at` and add up to 1. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  readonly at: Int32Array;
  weights: Float64Array;
}

/** Weights below e^−25 of the largest change no likelihood to ten digits. */
const REACH = 25;

export function emptyWindow(examinees: number, nodes: Float64Array): ItemWindow {
  return {
    nodes,
    count: 0,
    answers: new Uint8Array(examinees),
    groups: new Uint8Array(examinees),
    first: new Int32Array(examinees),
    last: new Int32Array(examinees),
    at: new Int32Array(examinees),
    weights: new Float64Array(examinees * nodes.length),
  };
}

/**
 * Adds an examinee.
 * @param log of the prior and the answers to all matching items at the nodes, beginning at `from`
 * @param own log-probabilities of its answer to the item, to be taken out again, beginning at `ownFrom`; null if the item is no matching one
 */
export function addToWindow(
  window: ItemWindow,
  log: Float64Array,
  from: number,
  own: Float64Array | null,
  ownFrom: number,
  answer: number,
  group: number,
): void {
  const size = window.nodes.length;
  const i = window.count++;
  let most = Number.NEGATIVE_INFINITY;
  for (let q = 0; q < size; q++)
    most = Math.max(most, log[from + q] - (own === null ? 0 : own[ownFrom + q]));
  const value = (q: number) => log[from + q] - (own === null ? 0 : own[ownFrom + q]) - most;
  let [first, last] = [0, size];
  while (first < size - 1 && value(first) < -REACH) first++;
  while (last > first + 1 && value(last - 1) < -REACH) last--;
  const at = i === 0 ? 0 : window.at[i - 1] + window.last[i - 1] - window.first[i - 1];
  let sum = 0;
  for (let q = first; q < last; q++) {
    const weight = Math.exp(value(q));
    window.weights[at + q - first] = weight;
    sum += weight;
  }
  for (let q = first; q < last; q++) window.weights[at + q - first] /= sum;
  window.answers[i] = answer;
  window.groups[i] = group;
  window.first[i] = first;
  window.last[i] = last;
  window.at[i] = at;
}
