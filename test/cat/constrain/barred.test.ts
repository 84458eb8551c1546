import { expect, test } from 'vitest';
import { PUBLISHED } from '../../../src/cat/configuration.ts';
import { AdaptiveSession } from '../../../src/cat/session.ts';
import { failureOf } from '../../files/temporary.ts';
import { bankOf, byInformation, simulatedItems, simulatedScores } from '../simulated.ts';

const bank = bankOf(simulatedItems('3PL', 60, 'barred'));

test('items are barred by the level of the current ability, the start included', () => {
  const cuts = [-0.4, 0.4];
  /** Each level has a third of the bank. */
  const items = cuts
    .concat(0)
    .map((_, level) => bank.ids.map((_, j) => j).filter((j) => j % 3 !== level));
  const levelOf = (ability: number) => (ability < -0.4 ? 0 : ability < 0.4 ? 1 : 2);
  const seen = new Set<number>();
  for (const ability of [-1.5, 0, 1.5]) {
    const session = new AdaptiveSession(bank, {
      ...PUBLISHED,
      estimator: 'eap',
      start: ability,
      barred: { cuts, items },
      stop: { rule: 'length', items: 12 },
    });
    const scores = simulatedScores(bank, -ability, 'barred');
    const used = new Set<number>();
    while (session.stopped === null) {
      const now = session.estimate.ability;
      const level = levelOf(now);
      const [{ index }] = session.next();
      expect(index).toBe(byInformation(bank, now, (j) => !used.has(j) && j % 3 === level)[0]);
      expect(session.choices().at(-1)).toEqual({ index, level });
      seen.add(level);
      used.add(index);
      session.recordAt(index, scores[index]);
    }
    expect(used.size).toBe(12);
  }
  expect(seen.size).toBe(3);
});

test('positions have to be in the bank', () => {
  const barred = { cuts: [], items: [[60]] };
  expect(failureOf(() => new AdaptiveSession(bank, { ...PUBLISHED, barred })).message).toBe(
    'adaptive session: barred items: found a position outside the bank',
  );
});
