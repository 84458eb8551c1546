import type { FullScore } from '../../item-bank/bank.ts';
import type { RecordedBank } from '../../src/ranking/recorded-bank.ts';
import { simulate } from '../calibration/simulated.ts';

export const TOPICS = ['law', 'art', 'physics'];

/** Recorded answers of simulated models; topics of unequal size, and a share of the cells missing. */
export function simulatedBank(
  models: readonly string[],
  items: number,
  { fullScore = 'items' as FullScore, missing = 0, seed = 'bank' } = {},
): RecordedBank {
  const { matrix } = simulate(seed, models.length, items, { missing });
  return {
    name: 'simulated',
    simulated: true,
    responses: { ...matrix, examinees: models },
    tags: { topic: { values: TOPICS, codes: topicCodes(items) } },
    fullScore,
  };
}

/** The topic of each item, of unequal frequency. */
export const topicCodes = (items: number) =>
  Uint16Array.from({ length: items }, (_, j) => (j % 10 < 6 ? 0 : j % 10 < 9 ? 1 : 2));

/** Families of one to three sisters: alpha-1, alpha-2, beta-1, … */
export const MODELS = [
  ...['alpha-1', 'alpha-2', 'alpha-3', 'beta-1', 'beta-2', 'gamma-1', 'gamma-2'],
  ...['delta', 'epsilon', 'zeta-1', 'zeta-2', 'eta', 'theta'],
];

/** The same bank with some scores replaced. */
export function withScores(
  bank: RecordedBank,
  score: (i: number, j: number, u: number) => number,
): RecordedBank {
  const width = bank.responses.items.length;
  const scores = bank.responses.scores.map((u, k) => score(Math.floor(k / width), k % width, u));
  return { ...bank, responses: { ...bank.responses, scores } };
}

/** The same models with scores of 0, ½ and 1: means of the answers to two items. */
export function withHalves(bank: RecordedBank): RecordedBank {
  const { scores, items } = bank.responses;
  const width = items.length;
  return withScores(bank, (i, j, u) => (u + scores[i * width + ((j + 1) % width)]) / 2);
}

/** A bank that a strategy can be tried on: with halves for graded tests. */
export function bankFor(strategy: string, bank: RecordedBank): RecordedBank {
  return strategy === 'graded' ? withHalves(bank) : bank;
}
