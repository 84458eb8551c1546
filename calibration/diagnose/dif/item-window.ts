/** What the other items say of each examinee who answered an item: weights of abilities, in windows of the nodes. */
export interface ItemWindow {
  readonly nodes: Float64Array;
  /** Examinees that count. */
  count: number;
  /** From 0 to 1. */
  readonly answers: Float64Array;
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
    answers: new Float64Array(examinees),
    groups: new Uint8Array(examinees),
    first: new Int32Array(examinees),
    last: new Int32Array(examinees),
    at: new Int32Array(examinees),
    weights: new Float64Array(examinees * nodes.length),
  };
}

/** Posteriors of all examinees given all their answers, to take single answers out of. */
export interface PosteriorWindows {
  readonly nodes: number;
  /** examinees × nodes, the largest of each examinee 1; 0 outside its window. */
  readonly weights: Float64Array;
  readonly first: Int32Array;
  readonly last: Int32Array;
}

/** @param log examinees × nodes, of the prior and the answers */
export function posteriorWindows(log: Float64Array, nodes: number): PosteriorWindows {
  const examinees = log.length / nodes;
  const weights = new Float64Array(log.length);
  const first = new Int32Array(examinees);
  const last = new Int32Array(examinees);
  for (let i = 0; i < examinees; i++) {
    let most = Number.NEGATIVE_INFINITY;
    for (let q = 0; q < nodes; q++) most = Math.max(most, log[i * nodes + q]);
    let [from, to] = [0, nodes];
    while (from < nodes - 1 && log[i * nodes + from] - most < -REACH) from++;
    while (to > from + 1 && log[i * nodes + to - 1] - most < -REACH) to--;
    for (let q = from; q < to; q++) weights[i * nodes + q] = Math.exp(log[i * nodes + q] - most);
    [first[i], last[i]] = [from, to];
  }
  return { nodes, weights, first, last };
}

/**
 * Adds an examinee.
 * @param own 1 over the probability of its answer to the item, at the nodes from `ownFrom` on; null if the item is no matching one
 */
export function addPosterior(
  window: ItemWindow,
  { nodes, weights, first, last }: PosteriorWindows,
  examinee: number,
  own: Float64Array | null,
  ownFrom: number,
  answer: number,
  group: number,
): void {
  const i = window.count++;
  const [from, to] = [first[examinee], last[examinee]];
  const at = i === 0 ? 0 : window.at[i - 1] + window.last[i - 1] - window.first[i - 1];
  const row = examinee * nodes;
  const into = window.weights;
  let sum = 0;
  for (let q = from; q < to; q++) {
    const weight = own === null ? weights[row + q] : weights[row + q] * own[ownFrom + q];
    into[at + q - from] = weight;
    sum += weight;
  }
  const scale = 1 / sum;
  for (let k = at; k < at + to - from; k++) into[k] *= scale;
  window.answers[i] = answer;
  window.groups[i] = group;
  window.first[i] = from;
  window.last[i] = to;
  window.at[i] = at;
}
