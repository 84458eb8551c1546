import { expect, test } from 'vitest';
import { synthesisPlan } from '../../../calibration/synthesize/calls.ts';
import { neededCalls } from '../../../calibration/synthesize/needed-calls.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import { PAPER, pairsOf } from './pool.ts';

test('all participants of the paper need every call once, in the order of the plan', () => {
  const plan = synthesisPlan(participantsOf(PAPER));
  const all = plan.participants.map((_, p) => p);
  expect(neededCalls(plan, all)).toEqual(plan.calls.map((_, k) => k));
  expect(plan.calls).toHaveLength(45);
});

test('some need what they and those they see need, and no other; generations are shared', () => {
  const plan = synthesisPlan(participantsOf([pairsOf(['a', 'b', 'c']), pairsOf(['a', 'b'], [2])]));
  const of = (...ids: string[]) =>
    neededCalls(
      plan,
      ids.map((id) => plan.participants.findIndex((own) => own.id === id)),
    ).map((call) => plan.calls[call].id);
  expect(of()).toEqual([]);
  expect(of('a > b > a', 'a > c > a').sort()).toEqual(
    ['a', 'a > b', 'a > b > a', 'a > c', 'a > c > a'].sort(),
  );
  // A second round sees the first.
  const long = of('a > b > a > b > a');
  expect(long).toEqual(expect.arrayContaining(['a', 'a > b', 'a > b > a', 'a > b > a > b']));
  expect(long).toHaveLength(5);
});
