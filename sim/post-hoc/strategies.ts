import { balanced, paper } from './strategies/adaptive.ts';
import { anchors } from './strategies/anchors.ts';
import { random, randomIrt } from './strategies/random.ts';
import { randomStratified } from './strategies/random-stratified.ts';
import { regression } from './strategies/regression.ts';
import { robust } from './strategies/robust.ts';
import type { Strategy } from './strategy-test.ts';

/** Strategies that know what items cost: `robust` chooses by it, and the money ends all of them. */
export const PRICED_STRATEGIES: readonly string[] = ['random', 'random-irt', 'robust'];

export type { StrategyScore } from './strategy-test.ts';

/** What can be compared, by name: one line per strategy, in the order it is offered. */
export const STRATEGIES: Readonly<Record<string, Strategy>> = {
  random,
  'random-stratified': randomStratified,
  'random-irt': randomIrt,
  anchors,
  regression,
  paper,
  balanced,
  robust,
};
