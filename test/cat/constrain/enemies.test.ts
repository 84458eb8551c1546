import { describe, expect, test } from 'vitest';
import { PUBLISHED } from '../../../src/cat/configuration.ts';
import { AdaptiveSession } from '../../../src/cat/session.ts';
import { failureOf } from '../../files/temporary.ts';
import { bankOf, byInformation, simulatedItems, simulatedScores, sit } from '../simulated.ts';

const bank = bankOf(simulatedItems('3PL', 40, 'enemies'));
const scores = simulatedScores(bank, 0.3, 'enemies');
const id = (j: number) => bank.ids[j];

describe('enemy items', () => {
  test('the most informative item is asked that is no enemy of an asked one', () => {
    const [first, second, third, fourth] = byInformation(bank, 0, () => true);
    const enemies = [
      [id(first), id(second), id(third)],
      [id(third), id(fourth)],
    ];
    const session = new AdaptiveSession(bank, {
      ...PUBLISHED,
      enemies,
      stop: { rule: 'length', items: 30 },
    });
    const used = new Set<number>();
    while (session.stopped === null) {
      const { ability } = session.estimate;
      const isFoe = (j: number) =>
        enemies.some(
          (set) => set.includes(id(j)) && set.some((other) => used.has(bank.ids.indexOf(other))),
        );
      const [{ index }] = session.next();
      expect(index).toBe(byInformation(bank, ability, (j) => !used.has(j) && !isFoe(j))[0]);
      used.add(index);
      session.recordAt(index, scores[index]);
    }
    expect([...used][0]).toBe(first);
    expect(used.has(second) || used.has(third)).toBe(false);
    // Only an enemy of a barred item, not of an asked one.
    expect(used.has(fourth)).toBe(true);
  });

  test('a test ends if only enemies are left', () => {
    const all = [bank.ids.slice(0, 20), bank.ids.slice(20)];
    const session = sit(new AdaptiveSession(bank, { ...PUBLISHED, enemies: all }), scores);
    expect(session).toMatchObject({ length: 2, stopped: 'no eligible item left' });
  });

  test('refuses unknown items and sets that say nothing', () => {
    const of = (...set: string[]) =>
      failureOf(() => new AdaptiveSession(bank, { ...PUBLISHED, enemies: [set] }));
    expect(of('q1', 'q99').code).toBe('ITEM_UNKNOWN');
    expect(of('q1').message).toBe(
      'adaptive session: a set of enemy items has 1 items, 1 of them different; accepted: two or more different items',
    );
    expect(of('q1', 'q1').code).toBe('SESSION_INVALID');
  });
});
