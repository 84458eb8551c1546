import { describe, expect, test } from 'vitest';
import { PUBLISHED } from '../../src/cat/configuration.ts';
import { AdaptiveSession } from '../../src/cat/session.ts';
import type { SprtRule } from '../../src/cat/stop/rules.ts';
import { bankOf, simulatedItems, simulatedScores, sit } from '../cat/simulated.ts';

const SESSIONS = 400;
const bank = bankOf(simulatedItems('3PL', 400, 'sprt errors'));

/** The share of examinees at this ability that end on each side; the bank is long enough that nearly all do. */
function shares(rule: SprtRule, ability: number) {
  const ended = { above: 0, below: 0, undecided: 0 };
  for (let n = 0; n < SESSIONS; n++) {
    const session = new AdaptiveSession(bank, { ...PUBLISHED, estimator: 'eap', stop: rule });
    sit(session, simulatedScores(bank, ability, `examinee ${n}`));
    const side = session.stopped?.split(' ')[0];
    ended[side === 'above' || side === 'below' ? side : 'undecided']++;
  }
  return {
    above: ended.above / SESSIONS,
    below: ended.below / SESSIONS,
    undecided: ended.undecided / SESSIONS,
  };
}

describe("Wald's bounds of the error rates hold in adaptive tests", () => {
  const rule: SprtRule = { rule: 'sprt', cut: 0.2, indifference: 0.4, alpha: 0.1, beta: 0.15 };
  const noise = (rate: number) => 3 * Math.sqrt((rate * (1 - rate)) / SESSIONS);

  test('at the lower end of the indifference', () => {
    const { above, undecided } = shares(rule, 0.2 - 0.4);
    const bound = 0.1 / (1 - 0.15);
    expect(undecided).toBeLessThan(0.01);
    expect(above).toBeLessThan(bound + noise(bound));
    // Bounds overshoot by one answer at most: the rate is near them, not far below.
    expect(above).toBeGreaterThan(bound / 3);
  });

  test('at the upper end', () => {
    const { below, undecided } = shares(rule, 0.2 + 0.4);
    const bound = 0.15 / (1 - 0.1);
    expect(undecided).toBeLessThan(0.01);
    expect(below).toBeLessThan(bound + noise(bound));
    expect(below).toBeGreaterThan(bound / 3);
  });
});
