import { describe, expect, test } from 'vitest';
import { PUBLISHED, type SessionConfiguration } from '../../src/cat/configuration.ts';
import type { SelectRule } from '../../src/cat/select/selector.ts';
import { AdaptiveSession } from '../../src/cat/session.ts';
import type { StopRule } from '../../src/cat/stop/rules.ts';
import { ESTIMATORS } from '../../src/irt/estimate/estimate.ts';
import { bankOf, simulatedItems, simulatedScores, sit, sitOutOfOrder } from './simulated.ts';

const bank = bankOf(simulatedItems('3PL', 200, 'lag'), {
  subject: { values: ['law', 'art'], codes: Array.from({ length: 200 }, (_, j) => j % 2) },
});
const fractional = simulatedScores(bank, 0.5, 'lag').map((u, j) => (j % 5 === 0 ? 0.5 : u));
const LAGS = [1, 4, 16];
const SELECTORS: SelectRule[] = [
  { rule: 'maximum-information' },
  { rule: 'randomesque', best: 5 },
  { rule: 'random' },
];
const precise: StopRule = {
  rule: 'any',
  of: [
    { rule: 'length', items: 60 },
    { rule: 'standard-error', below: 0.3 },
  ],
};

/** All that a session shows, exactly: numbers are compared to the last bit. */
const outcome = (session: AdaptiveSession) => ({
  items: session.items(),
  estimate: session.estimate,
  stopped: session.stopped,
  record: JSON.stringify(session.toRecord()),
});

describe('the order in which answers arrive does not matter', () => {
  const cases = SELECTORS.flatMap((select) =>
    ESTIMATORS.flatMap((estimator) => LAGS.map((lag) => ({ select, estimator, lag }))),
  );
  const orders = ['a', 'b', 'c', 'd', 'e', 'f'];

  test.each(cases)('$select.rule, $estimator, lag $lag', (change) => {
    const configuration: SessionConfiguration = { ...PUBLISHED, ...change, stop: precise };
    const inOrder = outcome(sit(new AdaptiveSession(bank, configuration), fractional));
    expect(inOrder.items.length).toBeGreaterThan(16);
    for (const order of orders) {
      const session = new AdaptiveSession(bank, configuration);
      expect(outcome(sitOutOfOrder(session, fractional, order))).toEqual(inOrder);
    }
  });

  test('nor under quotas, up to the last item of the bank', () => {
    const quotas = [{ tag: 'subject', value: 'law', least: 0.7 }];
    const stop: StopRule = { rule: 'length', items: 140 };
    for (const lag of LAGS) {
      const configuration: SessionConfiguration = { ...PUBLISHED, quotas, stop, lag };
      const inOrder = outcome(sit(new AdaptiveSession(bank, configuration), fractional));
      expect(inOrder.items).toHaveLength(140);
      const exhausted: SessionConfiguration = { ...configuration, quotas: [], stop: precise };
      for (const order of orders) {
        const session = new AdaptiveSession(bank, configuration);
        expect(outcome(sitOutOfOrder(session, fractional, order))).toEqual(inOrder);
        const exclude = bank.ids.slice(0, 170);
        const all = new AdaptiveSession(bank, { ...exhausted, exclude });
        sitOutOfOrder(all, fractional, order);
        expect(all.stopped).toBe('no eligible item left');
        expect(all.estimate.answers).toBe(30);
      }
    }
  });
});

describe('item n is chosen from the answers 1 … n − lag', () => {
  const stop: StopRule = { rule: 'length', items: 40 };
  const asked = (lag: number, scores: ArrayLike<number>) =>
    sit(new AdaptiveSession(bank, { ...PUBLISHED, lag, stop }), scores)
      .items()
      .map(({ index }) => index);

  test.each(LAGS)('lag %i', (lag) => {
    const reference = asked(lag, fractional);
    let dependsOnLatest = 0;
    for (let place = 1; place < 40 - lag; place++) {
      // Another answer to the item at `place` and to all later ones.
      const earlier = new Set(reference.slice(0, place - 1));
      const changed = fractional.map((u, j) => (earlier.has(j) ? u : 1 - u));
      const other = asked(lag, changed);
      const until = place + lag - 1;
      expect(other.slice(0, until)).toEqual(reference.slice(0, until));
      if (other[until] !== reference[until]) dependsOnLatest++;
    }
    // It rests on no fewer answers than the lag allows: the latest of them changes most items.
    expect(dependsOnLatest).toBeGreaterThan((40 - lag) / 2);
  });

  test('so that the first items of a longer lag all are for the starting ability', () => {
    const session = new AdaptiveSession(bank, { ...PUBLISHED, lag: 4, stop });
    const first = session.next(9).map(({ index }) => index);
    expect(first).toHaveLength(4);
    const best = new Int32Array(4);
    bank.index.find(PUBLISHED.start, () => true, best);
    expect(first).toEqual([...best]);
  });
});

test('each place draws its own chance', () => {
  const alike = bankOf(simulatedItems('constant', 60, 'chance'));
  const stop: StopRule = { rule: 'length', items: 30 };
  const configuration: SessionConfiguration = {
    ...PUBLISHED,
    select: { rule: 'randomesque', best: 4 },
    lag: 16,
    stop,
  };
  // All items are equal, so that the best four are the first four that are left.
  const left = alike.ids.map((_, j) => j);
  const ranks = new AdaptiveSession(alike, configuration).next(16).map(({ index }) => {
    const rank = left.indexOf(index);
    left.splice(rank, 1);
    return rank;
  });
  expect(new Set(ranks)).toEqual(new Set([0, 1, 2, 3]));
});

describe('after the end', () => {
  test('answers that are still awaited are taken and counted', () => {
    const stop: StopRule = { rule: 'length', items: 20 };
    const session = new AdaptiveSession(bank, { ...PUBLISHED, lag: 4, stop });
    const pending: number[] = [];
    while (session.stopped === null) {
      pending.push(...session.next(4).map(({ index }) => index));
      const arrived = session.stopped === null ? pending.shift() : undefined;
      if (arrived !== undefined) session.recordAt(arrived, fractional[arrived]);
    }
    expect(session.stopped).toBe('20 items');
    expect(session.next(4)).toEqual([]);
    const answered = 20 - pending.length;
    expect(pending.length).toBeGreaterThan(1);
    expect(session.complete).toBe(false);
    expect(session.estimate.answers).toBe(answered);
    for (const index of pending.reverse()) session.recordAt(index, fractional[index]);
    expect(session.complete).toBe(true);
    expect(session.estimate.answers).toBe(20);
    const inOrder = sit(new AdaptiveSession(bank, { ...PUBLISHED, lag: 4, stop }), fractional);
    expect(outcome(session)).toEqual(outcome(inOrder));
  });

  test('a precision that was reached stays the reason, though later answers change the error', () => {
    const configuration: SessionConfiguration = { ...PUBLISHED, lag: 16, stop: precise };
    const session = new AdaptiveSession(bank, configuration);
    sitOutOfOrder(session, fractional, 'late');
    expect(session.stopped).toBe('standard error below 0.3');
    expect(session.estimate.answers).toBe(session.length);
  });
});
