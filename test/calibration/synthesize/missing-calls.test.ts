import fc from 'fast-check';
import { expect, test } from 'vitest';
import { synthesisPlan } from '../../../calibration/synthesize/calls.ts';
import { type Design, designOf } from '../../../calibration/synthesize/design.ts';
import { designCost } from '../../../calibration/synthesize/design-cost.ts';
import { missingCalls } from '../../../calibration/synthesize/missing-calls.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import { PAPER, pairsOf } from './pool.ts';

const plan = synthesisPlan(participantsOf(PAPER));

/** A record that is asked what it has. */
class Kept {
  readonly answers = new Set<string>();
  readonly has = (call: string, item: number) => this.answers.has(`${item}/${call}`);
  add(call: string, item: number): void {
    expect(this.has(call, item)).toBe(false);
    this.answers.add(`${item}/${call}`);
  }
}

test('of an empty record generations are ready and everything is missing', () => {
  const missing = [...missingCalls(plan, designOf('complete', 25, 3, 1), () => false)];
  expect(missing).toHaveLength(3 * 45);
  expect(missing.filter(({ isReady }) => isReady).map(({ call }) => call.stage)).toEqual(
    Array(15).fill('generate'),
  );
});

test('a debate is ready with the generation, a reflection with both', () => {
  const two = synthesisPlan(participantsOf([pairsOf(['a', 'b'])]));
  const design = designOf('complete', 2, 1, 1);
  const ready = (...kept: string[]) =>
    [...missingCalls(two, design, (call) => kept.includes(call))]
      .filter(({ isReady }) => isReady)
      .map(({ call }) => call.id);
  expect(ready()).toEqual(['a', 'b']);
  expect(ready('a')).toEqual(['b', 'a > b']);
  expect(ready('a', 'b')).toEqual(['a > b', 'b > a']);
  expect(ready('a', 'b', 'a > b')).toEqual(['b > a', 'a > b > a']);
});

test('whatever is asked in whatever order, nothing is asked twice, and the end is the same', () => {
  const rounds = synthesisPlan(participantsOf([...PAPER, pairsOf(['a', 'b'], [2])]));
  const designs: Design[] = [
    designOf('complete', 27, 4, 1),
    designOf({ participantsPerItem: 5 }, 27, 10, 1),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...designs), fc.infiniteStream(fc.nat(1000)), (design, chance) => {
      const kept = new Kept();
      // Each turn is a process that asks some ready calls, and is killed.
      for (let process = 0; process < 1000; process++) {
        const ready = [...missingCalls(rounds, design, kept.has)].filter(({ isReady }) => isReady);
        if (ready.length === 0) break;
        const survives = 1 + (chance.next().value! % 20);
        for (let k = 0; k < survives && ready.length > 0; k++) {
          const [{ call, item }] = ready.splice(chance.next().value! % ready.length, 1);
          expect(call.after.every((id) => kept.has(id, item))).toBe(true);
          kept.add(call.id, item);
        }
      }
      expect([...missingCalls(rounds, design, kept.has)]).toEqual([]);
      expect(kept.answers.size).toBe(designCost(rounds, design).calls);
    }),
    { numRuns: 10 },
  );
});
