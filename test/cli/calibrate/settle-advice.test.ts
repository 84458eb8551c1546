import { expect, test } from 'vitest';
import { settleAdvice } from '../../../src/operations/calibrate/fit/settle-advice.ts';

const optionsOf = (fit: Parameters<typeof settleAdvice>[0]) =>
  settleAdvice(fit).match(/--[^,):]+/g);
const integrated = { mode: 'integrated', model: '2pl', rung: '2pl' } as const;
const marginal = { mode: 'marginal', rung: null, iterations: 300, change: 0.1 } as const;

test.each([
  // A wide tolerance would call a fit settled that has only begun.
  [{ iterations: 5, change: 0.2 }, '--max-iterations 500 or --rung 1pl'],
  [{ iterations: 499, change: 0.002 }, '--max-iterations 500 or --rung 1pl'],
  [{ iterations: 500, change: 0.002 }, '--convergence 0.003 or --rung 1pl'],
  [{ iterations: 500, change: 0.006 }, '--convergence 0.009 or --rung 1pl'],
  [{ iterations: 500, change: 0.02 }, '--rung 1pl'],
  [{ iterations: 500, change: 0.02, rung: '1pl' }, '--max-iterations 2000'],
] as const)('where examinees are the parameters: %j', (fit, advice) => {
  expect(optionsOf({ ...integrated, ...fit })?.join(' ')).toBe(advice);
});

test.each([
  ['rasch', null],
  ['2pl', '--irt-model rasch'],
  ['3pl', '--irt-model 2pl'],
] as const)('a marginal fit by %s: fewer parameters are %s', (model, fewer) => {
  const [rounds, ...others] = optionsOf({ ...marginal, model }) ?? [];
  expect(rounds).toBe('--max-iterations 1200');
  expect(others.slice(0, -2)).toEqual(fewer === null ? [] : [fewer]);
});
