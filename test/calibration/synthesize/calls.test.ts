import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { synthesisPlan } from '../../../calibration/synthesize/calls.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import { repetitions } from '../../repetitions.ts';
import { aloneOf, PAPER, pairsOf } from './pool.ts';

describe('the plan of 5 models', () => {
  const plan = synthesisPlan(participantsOf(PAPER));
  const count = (stage: string) => plan.calls.filter((call) => call.stage === stage).length;

  test('has 20 pairs and 5 alone in 45 calls: pairs share generations', () => {
    expect(plan.participants).toHaveLength(25);
    expect(['generate', 'debate', 'reflect'].map(count)).toEqual([5, 20, 20]);
    expect(plan.calls).toHaveLength(45);
  });

  test('is what Algorithm 1 of the paper says', () => {
    const chain = plan.callsOf[0].map((call) => plan.calls[call]);
    expect(
      chain.map(({ id, stage, model, round, after }) => [id, stage, model, round, after]),
    ).toEqual([
      ['a', 'generate', 'a', 0, []],
      ['a > b', 'debate', 'b', 1, ['a']],
      ['a > b > a', 'reflect', 'a', 1, ['a', 'a > b']],
    ]);
    expect(plan.participants[0].id).toBe('a > b > a');
    expect(plan.participants[24]).toMatchObject({ id: 'e', critic: null, rounds: 0 });
  });
});

test('a further round debates the reflection, and shares the rounds before it', () => {
  const plan = synthesisPlan(participantsOf([pairsOf(['a', 'b'], [1, 2])]));
  // Two generations; a debate and a reflection in each of two rounds for each of two pairs.
  expect(plan.calls).toHaveLength(2 + 2 * 2 * 2);
  const [debate, reflection] = plan.callsOf[2].slice(3).map((call) => plan.calls[call]);
  expect(debate).toMatchObject({ id: 'a > b > a > b', model: 'b', round: 2, after: ['a > b > a'] });
  expect(reflection).toMatchObject({
    id: 'a > b > a > b > a',
    model: 'a',
    round: 2,
    after: ['a > b > a', 'a > b > a > b'],
  });
});

test('ids say what departs from the usual, and do not change when participants are added', () => {
  const small = participantsOf([aloneOf(['a'])]);
  const large = participantsOf([
    {
      ...aloneOf(['b', 'a']),
      temperatures: [0.7, null],
      variants: ['answer-only', 'cot'],
      repeats: 2,
    },
  ]);
  const ids = large.map(({ id }) => id);
  expect(ids).toContain(small[0].id);
  expect(ids).toContain('a [t=0.7 answer-only #2]');
  expect(ids).toContain('b [t=0.7]');
  expect(new Set(ids).size).toBe(16);
});

test('a participant that is in two groups counts once', () => {
  expect(participantsOf([aloneOf(['a', 'b']), aloneOf(['b', 'c'])]).map(({ id }) => id)).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('in any plan each call stands once, after the calls it quotes, with the same settings as these', () => {
  const group = fc.record({
    pairs: fc.array(
      fc
        .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('a', 'b', 'c'))
        .filter(([x, y]) => x !== y),
      { minLength: 1 },
    ),
    rounds: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1 }),
    temperatures: fc.uniqueArray(fc.constantFrom(null, 0, 1), { minLength: 1 }),
    variants: fc.uniqueArray(fc.constantFrom('cot' as const, 'answer-only' as const), {
      minLength: 1,
    }),
    repeats: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(group, { maxLength: 3 }), (groups) => {
      const { calls, callsOf, before, participants } = synthesisPlan(participantsOf(groups));
      expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
      for (const [k, call] of calls.entries()) {
        expect(before[k].map((place) => calls[place].id)).toEqual(call.after);
        for (const place of before[k]) {
          expect(place).toBeLessThan(k);
          const { temperature, variant, repeat } = calls[place];
          expect([temperature, variant, repeat]).toEqual([
            call.temperature,
            call.variant,
            call.repeat,
          ]);
        }
      }
      for (const [k, { id, rounds }] of participants.entries()) {
        expect(callsOf[k]).toHaveLength(1 + 2 * rounds);
        expect(calls[callsOf[k].at(-1)!].id).toBe(id);
      }
    }),
    { numRuns: repetitions(100, 20) },
  );
});
