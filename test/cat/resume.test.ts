import { describe, expect, test } from 'vitest';
import { PUBLISHED, type SessionConfiguration } from '../../src/cat/configuration.ts';
import { AdaptiveSession, resumeSession, type SessionRecord } from '../../src/cat/session.ts';
import { randomInteger, randomStream } from '../../src/random.ts';
import { failureOf } from '../files/temporary.ts';
import { bankOf, simulatedItems, simulatedScores, sit } from './simulated.ts';

const items = simulatedItems('3PL', 120, 'resume');
const bank = bankOf(items);
const scores = simulatedScores(bank, 0.5, 'resume').map((u, j) => (j % 5 === 0 ? 1 / 3 : u));
const configuration: SessionConfiguration = {
  ...PUBLISHED,
  select: { rule: 'randomesque', best: 4 },
  exclude: ['q7'],
  stop: {
    rule: 'any',
    of: [
      { rule: 'length', items: 25 },
      { rule: 'standard-error', below: 0.45 },
    ],
  },
};

/** Through JSON, as a file or a database keeps it. */
const kept = (session: AdaptiveSession): SessionRecord =>
  JSON.parse(JSON.stringify(session.toRecord()));

/** The answers that are awaited, in order. */
function answerAll(session: AdaptiveSession): AdaptiveSession {
  for (const { index, score } of session.items())
    if (score === null) session.recordAt(index, scores[index]);
  return sit(session, scores);
}

describe('a session resumed from its record goes on as the session does', () => {
  test.each([1, 4, 16])('cut at any point, lag %i', (lag) => {
    const whole = sit(new AdaptiveSession(bank, { ...configuration, lag }), scores);
    const random = randomStream('cuts', lag);
    const session = new AdaptiveSession(bank, { ...configuration, lag });
    const pending: number[] = [];
    let cuts = 0;
    while (!session.complete) {
      if (random() < 0.6) pending.push(...session.next().map(({ index }) => index));
      else if (pending.length > 0) {
        const [index] = pending.splice(randomInteger(random, pending.length), 1);
        session.recordAt(index, scores[index]);
      }
      const resumed = resumeSession(bank, kept(session));
      expect(resumed.toRecord()).toEqual(session.toRecord());
      expect(resumed.estimate).toEqual(session.estimate);
      expect(resumed.stopped).toBe(session.stopped);
      expect(answerAll(resumed).toRecord()).toEqual(whole.toRecord());
      expect(resumed.estimate).toEqual(whole.estimate);
      expect(resumed.stopped).toBe(whole.stopped);
      cuts++;
    }
    expect(cuts).toBeGreaterThan(30);
  });

  test('on a bank prepared anew', () => {
    const session = new AdaptiveSession(bank, configuration);
    session.recordAt(session.next()[0].index, 1);
    expect(resumeSession(bankOf(items), kept(session)).estimate).toEqual(session.estimate);
  });
});

describe('resumeSession refuses', () => {
  const record = kept(sit(new AdaptiveSession(bank, configuration), scores));
  const refused = (changed: object, on = bank): string => {
    const error = failureOf(() => resumeSession(on, { ...record, ...changed } as SessionRecord));
    expect(error.code).toBe('SESSION_INVALID');
    return error.message.replace('adaptive session: ', '');
  };
  const changedAt = (place: number, change: object) =>
    record.items.map((entry, k) => (k === place - 1 ? { ...entry, ...change } : entry));

  test('another format or version', () => {
    const accepted = 'accepted: thetarank-session 1';
    expect(refused({ format: 'x' })).toBe(`the record is of format x 1; ${accepted}`);
    expect(refused({ version: 2 })).toBe(
      `the record is of format thetarank-session 2; ${accepted}`,
    );
  });

  test('another bank, or another calibration of it', () => {
    const reason = 'the record was made with another bank, or another calibration of it';
    expect(refused({}, bankOf(simulatedItems('3PL', 120, 'other')))).toBe(reason);
    const b = items.b.with(119, items.b[119] + 1e-12);
    expect(refused({}, bankOf({ ...items, b }))).toBe(reason);
    expect(refused({}, bankOf(items, {}, [-5, 5]))).toBe(reason);
  });

  test.each<[string, Partial<SessionConfiguration>]>([
    ['seed', { seed: '2' }],
    ['lag', { lag: 3 }],
    ['estimator', { estimator: 'map' }],
    ['prior', { prior: { mean: 1, sd: 1 } }],
    ['start', { start: 1 }],
    ['selector', { select: { rule: 'random' } }],
    ['excluded items', { exclude: record.items.slice(0, 1).map(({ item }) => item) }],
    ['shorter test', { stop: { rule: 'length', items: record.items.length - 1 } }],
  ])('another configuration: %s', (_name, change) => {
    const message = refused({ configuration: { ...configuration, ...change } });
    expect(message).toMatch(/^place \d+ of the record/);
  });

  test('a configuration that cannot work', () => {
    expect(refused({ configuration: { ...configuration, lag: 0 } })).toContain('lag is 0');
  });

  test('another item', () => {
    const { item } = record.items[4];
    expect(refused({ items: changedAt(5, { item: 'q7' }) })).toBe(
      `place 5 of the record has item q7; its configuration gives ${item}`,
    );
  });

  test('another score, wherever the next item rests on it', () => {
    const opposite = 1 - (record.items[2].score ?? 0);
    expect(refused({ items: changedAt(3, { score: opposite }) })).toMatch(
      /^place \d+ of the record has item q\d+; its configuration gives q\d+$/,
    );
  });

  test('items after an answer that is missing', () => {
    expect(refused({ items: changedAt(3, { score: null }) })).toBe(
      'place 4 of the record: the test cannot have continued without earlier answers',
    );
  });

  test.each([-0.1, 1.1, 'right', undefined])('the score %s', (score) => {
    const { item } = record.items[2];
    expect(refused({ items: changedAt(3, { score }) })).toBe(
      `item ${item}: score ${score}; accepted: 0 to 1`,
    );
  });

  test('items after the end', () => {
    const longer = [...record.items, { item: 'q1', score: 1 }];
    expect(refused({ items: longer })).toContain(`place ${longer.length} of the record`);
  });
});
