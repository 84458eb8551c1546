import { type RandomStream, randomInteger } from '../../src/random.ts';

/** Clusters of points. */
export interface Clusters {
  /** clusters × dimensions, row by row. */
  readonly centres: Float64Array;
  /** The cluster of each point; none is empty. */
  readonly of: Int32Array;
  /** Squared distance of each point to its centre. */
  readonly distance: Float64Array;
}

const MOST_ROUNDS = 50;

/**
 * Weighted k-means: Lloyd's rounds from a start by k-means++ (the next centre is drawn with a probability ∝ weight ×
 * squared distance to the nearest centre so far), until no point changes its cluster or 50 rounds are over. A point as
 * far from two centres goes to the first; an empty cluster takes the point that is farthest from its own centre.
 *
 * Time O(rounds · points · k · dimensions), memory O(points + k · dimensions).
 *
 * @param points points × dimensions, row by row
 * @param weights one entry a point, not negative
 * @param k at most the number of points
 * @see Lloyd (1982), IEEE Transactions on Information Theory 28, 129–137; Arthur & Vassilvitskii (2007), SODA
 */
export function kMeans(
  points: Float64Array,
  dimensions: number,
  weights: Float64Array,
  k: number,
  random: RandomStream,
): Clusters {
  const n = weights.length;
  const centres = seedCentres(points, dimensions, weights, k, random);
  const of = new Int32Array(n).fill(-1);
  const distance = new Float64Array(n);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const hasMoved = assign(points, dimensions, centres, of, distance);
    fillEmpty(of, distance, k);
    moveCentres(points, dimensions, weights, centres, of);
    if (!hasMoved) break;
  }
  for (let i = 0; i < n; i++) distance[i] = squaredDistance(points, i, centres, of[i], dimensions);
  return { centres, of, distance };
}

function squaredDistance(
  points: Float64Array,
  i: number,
  centres: Float64Array,
  c: number,
  dimensions: number,
): number {
  let sum = 0;
  for (let d = 0; d < dimensions; d++) {
    const gap = points[i * dimensions + d] - centres[c * dimensions + d];
    sum += gap * gap;
  }
  return sum;
}

function seedCentres(
  points: Float64Array,
  dimensions: number,
  weights: Float64Array,
  k: number,
  random: RandomStream,
): Float64Array {
  const n = weights.length;
  const centres = new Float64Array(k * dimensions);
  const nearest = new Float64Array(n).fill(1);
  const isTaken = new Uint8Array(n);
  for (let c = 0; c < k; c++) {
    const i = draw((j) => (isTaken[j] ? 0 : weights[j] * nearest[j]), isTaken, k - c, random);
    isTaken[i] = 1;
    centres.set(points.subarray(i * dimensions, (i + 1) * dimensions), c * dimensions);
    for (let j = 0; j < n; j++) {
      const squared = squaredDistance(points, j, centres, c, dimensions);
      if (c === 0 || squared < nearest[j]) nearest[j] = squared;
    }
  }
  return centres;
}

/** A point drawn with the given masses; where all are 0 (points that coincide), any that is not taken. */
function draw(
  mass: (j: number) => number,
  isTaken: Uint8Array,
  needed: number,
  random: RandomStream,
): number {
  const n = isTaken.length;
  let total = 0;
  for (let j = 0; j < n; j++) total += mass(j);
  if (total > 0) {
    let left = random() * total;
    let last = -1;
    for (let j = 0; j < n; j++) {
      const own = mass(j);
      if (own > 0) last = j;
      left -= own;
      if (left < 0 && own > 0) return j;
    }
    return last;
  }
  const free = isTaken.reduce<number[]>((list, taken, j) => {
    if (!taken) list.push(j);
    return list;
  }, []);
  if (free.length < needed) throw new RangeError('more clusters than points');
  return free[randomInteger(random, free.length)];
}

/** Each point to its nearest centre. */
function assign(
  points: Float64Array,
  dimensions: number,
  centres: Float64Array,
  of: Int32Array,
  distance: Float64Array,
): boolean {
  const k = centres.length / dimensions;
  let hasMoved = false;
  for (let i = 0; i < of.length; i++) {
    let best = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let c = 0; c < k; c++) {
      let sum = 0;
      for (let d = 0; d < dimensions; d++) {
        const gap = points[i * dimensions + d] - centres[c * dimensions + d];
        sum += gap * gap;
      }
      if (sum < least) {
        least = sum;
        best = c;
      }
    }
    if (of[i] !== best) hasMoved = true;
    of[i] = best;
    distance[i] = least;
  }
  return hasMoved;
}

function fillEmpty(of: Int32Array, distance: Float64Array, k: number): void {
  const sizes = new Int32Array(k);
  for (const c of of) sizes[c]++;
  for (let c = 0; c < k; c++) {
    if (sizes[c] > 0) continue;
    let farthest = -1;
    for (let i = 0; i < of.length; i++)
      if (sizes[of[i]] > 1 && (farthest < 0 || distance[i] > distance[farthest])) farthest = i;
    sizes[of[farthest]]--;
    of[farthest] = c;
    distance[farthest] = 0;
    sizes[c]++;
  }
}

/** Each centre to the weighted mean of its points, or their plain mean where they have no weight. */
function moveCentres(
  points: Float64Array,
  dimensions: number,
  weights: Float64Array,
  centres: Float64Array,
  of: Int32Array,
): void {
  const mass = new Float64Array(centres.length / dimensions);
  for (let i = 0; i < of.length; i++) mass[of[i]] += weights[i];
  const isWeightless = mass.map((m) => (m > 0 ? 0 : 1));
  for (let i = 0; i < of.length; i++) if (isWeightless[of[i]]) mass[of[i]]++;
  centres.fill(0);
  for (let i = 0; i < of.length; i++) {
    const c = of[i];
    const share = (isWeightless[c] ? 1 : weights[i]) / mass[c];
    for (let d = 0; d < dimensions; d++)
      centres[c * dimensions + d] += share * points[i * dimensions + d];
  }
}
