import { type ItemPosteriors, nodesPerItem } from './item-posteriors.ts';

/** Parts the items are divided into, whatever the number of threads: sums have one order. */
export const ROUND_BLOCKS = 8;

/** What determines the size of a workspace. */
export interface RoundSize {
  readonly examinees: number;
  readonly items: number;
  /** Number of item groups. */
  readonly groups: number;
  /** True if guessing is learned for each item. */
  readonly learnsC: boolean;
  /** True if answers have weights other than 1. */
  readonly weighted: boolean;
}

/** All arrays of a round over the items, views on one buffer that threads can share. n examinees, J items, G groups, B blocks. */
export interface RoundWorkspace extends ItemPosteriors {
  readonly size: RoundSize;
  /** n × J scores, and their weights (empty if all are 1). */
  readonly scores: Float32Array;
  readonly weights: Float32Array;
  /** J: group of each item. */
  readonly of: Int32Array;
  /** 5G: mean and sd of log a, mean and sd of δ, mean of logit c. */
  readonly groupPriors: Float64Array;
  /** The prior sd of logit c; 1 if the information is wanted; 1 in the last round. */
  readonly settings: Float64Array;
  readonly abilities: Float64Array;
  /** B × n: slope and information of each examinee's ability over the items of a block. */
  readonly gradient: Float64Array;
  readonly information: Float64Array;
  /** B: log-likelihood of the items of a block. */
  readonly logLikelihood: Float64Array;
}

/** Runs all blocks of a round. */
export interface RoundRunner {
  readonly workspace: RoundWorkspace;
  run(): void;
  close(): void;
}

const PER_ITEM = [
  'modeLogA',
  'modeDelta',
  'modeLogitC',
  'logA',
  'delta',
  'varLogA',
  'varDelta',
  'covariance',
  'logitC',
  'varLogitC',
] as const;
const PER_NODE = ['nodeA', 'nodeDelta', 'nodeC', 'weight'] as const;

function fields({ examinees: n, items, groups, learnsC, weighted }: RoundSize) {
  const nodes = items * nodesPerItem(learnsC);
  const doubles: [string, number][] = [
    ...PER_ITEM.map((name): [string, number] => [name, items]),
    ...PER_NODE.map((name): [string, number] => [name, nodes]),
    ['groupPriors', 5 * groups],
    ['settings', 3],
    ['abilities', n],
    ['gradient', ROUND_BLOCKS * n],
    ['information', ROUND_BLOCKS * n],
    ['logLikelihood', ROUND_BLOCKS],
  ];
  const singles: [string, number][] = [
    ['scores', n * items],
    ['weights', weighted ? n * items : 0],
  ];
  return { doubles, singles };
}

/** Bytes that a workspace of this size takes. */
export function roundBytes(size: RoundSize): number {
  const { doubles, singles } = fields(size);
  const sum = (list: readonly [string, number][]) => list.reduce((all, [, n]) => all + n, 0);
  return 8 * sum(doubles) + 4 * sum(singles) + 4 * size.items;
}

/** Lays the arrays of a workspace out over a buffer. */
export function roundWorkspaceOn(size: RoundSize, buffer: ArrayBufferLike): RoundWorkspace {
  const { doubles, singles } = fields(size);
  const views: Record<string, unknown> = { size, nodes: nodesPerItem(size.learnsC) };
  let at = 0;
  for (const [name, length] of doubles) {
    views[name] = new Float64Array(buffer, at, length);
    at += 8 * length;
  }
  for (const [name, length] of singles) {
    views[name] = new Float32Array(buffer, at, length);
    at += 4 * length;
  }
  views.of = new Int32Array(buffer, at, size.items);
  return views as unknown as RoundWorkspace;
}
