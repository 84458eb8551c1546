import { describe, expect, test } from 'vitest';
import type { CatBank, TagCodes } from '../../../src/cat/bank.ts';
import { PUBLISHED, type SessionConfiguration } from '../../../src/cat/configuration.ts';
import type { Quota } from '../../../src/cat/constrain/quotas.ts';
import { AdaptiveSession } from '../../../src/cat/session.ts';
import type { StopRule } from '../../../src/cat/stop/rules.ts';
import { loadSolver } from '../../../src/highs-solver.ts';
import { failureOf } from '../../files/temporary.ts';
import { bankOf, simulatedItems, simulatedScores, sit } from '../simulated.ts';

const solver = await loadSolver();
const cycle = (values: readonly string[], run = 1): TagCodes => ({
  values,
  codes: Array.from({ length: 60 }, (_, j) => Math.floor(j / run) % values.length),
});
const bank = bankOf(simulatedItems('3PL', 60, 'quotas'), {
  subject: cycle(['law', 'art', 'physics']),
  level: cycle(['easy', 'hard'], 30),
});

const configuration = (quotas: readonly Quota[], stop: StopRule): SessionConfiguration => ({
  ...PUBLISHED,
  quotas,
  stop,
});
const items = (n: number): StopRule => ({ rule: 'length', items: n });

function counts(session: AdaptiveSession, { tags }: CatBank, tag: string): Record<string, number> {
  const found = Object.fromEntries(tags[tag].values.map((value) => [value, 0]));
  for (const { index } of session.items()) found[tags[tag].values[tags[tag].codes[index]]]++;
  return found;
}

describe('refuses', () => {
  const law = { tag: 'subject', value: 'law' };
  test.each([
    [
      'a share of an unlimited test',
      [{ ...law, least: 0.1 }],
      { rule: 'standard-error', below: 0.2 },
      'shares of a test need its greatest length; add a length rule to the stopping rules',
    ],
    [
      'a share below 0',
      [{ ...law, least: -0.1 }],
      items(10),
      'subject = law: found shares -0.1 to 1; accepted: 0 ≤ least ≤ most ≤ 1',
    ],
    [
      'a share above 1',
      [{ ...law, most: 1.1 }],
      items(10),
      'subject = law: found shares 0 to 1.1; accepted: 0 ≤ least ≤ most ≤ 1',
    ],
    [
      'a share that is not a number',
      [{ ...law, most: Number.NaN }],
      items(10),
      'subject = law: found shares 0 to NaN; accepted: 0 ≤ least ≤ most ≤ 1',
    ],
    [
      'more at least than at most',
      [{ ...law, least: 0.5, most: 0.4 }],
      items(10),
      'subject = law: found shares 0.5 to 0.4; accepted: 0 ≤ least ≤ most ≤ 1',
    ],
    ['two quotas of one value', [law, law], items(10), 'subject = law has two quotas; keep one'],
    [
      'more than the bank has',
      [{ ...law, least: 0.7 }],
      items(30),
      'subject = law needs 21 of 30 items; 20 are available',
    ],
    [
      'a share between two whole numbers of items',
      [{ ...law, least: 0.31, most: 0.39 }],
      items(10),
      'subject = law needs 4 of 10 items; 3 are available',
    ],
    [
      'least shares of more than the whole',
      [
        { ...law, least: 0.6 },
        { tag: 'subject', value: 'art', least: 0.5 },
      ],
      items(10),
      'the least shares of subject add up to 11 of 10 items',
    ],
    [
      'greatest shares of less than the whole',
      ['law', 'art', 'physics'].map((value) => ({ tag: 'subject', value, most: 0.3 })),
      items(10),
      'the greatest shares of subject allow only 9 items; the test has 10',
    ],
    [
      'a test longer than the bank',
      [{ ...law, least: 0.1 }],
      items(61),
      'the greatest shares of subject allow only 60 items; the test has 61',
    ],
  ] as const)('%s', (_name, quotas, stop, reason) => {
    const error = failureOf(() => new AdaptiveSession(bank, configuration(quotas, stop)));
    expect(error.code).toBe('QUOTAS_IMPOSSIBLE');
    expect(error.message).toBe(`content quotas: ${reason}`);
  });

  test.each([
    ['a tag', { tag: 'subjet', value: 'law' }, 'unknown tag "subjet". Did you mean subject?'],
    [
      'a tag that every object has',
      { tag: 'constructor', value: 'law' },
      'unknown tag "constructor"',
    ],
    [
      'a value',
      { tag: 'subject', value: 'phisics' },
      'unknown value of subject "phisics". Did you mean physics?',
    ],
  ])('%s that the bank does not have', (_name, quota, message) => {
    const error = failureOf(() => new AdaptiveSession(bank, configuration([quota], items(10))));
    expect(error.code).toBe('NAME_UNKNOWN');
    expect(error.message).toContain(message);
  });

  test('items that are excluded', () => {
    const exclude = bank.ids.filter((_, j) => j % 3 === 0 && j > 9);
    const quotas = [{ ...law, least: 0.5 }];
    const error = failureOf(
      () => new AdaptiveSession(bank, { ...configuration(quotas, items(10)), exclude }),
    );
    expect(error.message).toBe(
      'content quotas: subject = law needs 5 of 10 items; 4 are available',
    );
  });
});

test('shares are met at the end, and rounded to whole items', () => {
  const quotas = [
    { tag: 'subject', value: 'law', least: 0.5 },
    { tag: 'subject', value: 'art', most: 0.1 },
    { tag: 'subject', value: 'physics', least: 0.3, most: 0.3 },
  ];
  const session = new AdaptiveSession(bank, configuration(quotas, items(30)));
  sit(session, simulatedScores(bank, 0, 'quotas'));
  const found = counts(session, bank, 'subject');
  expect(session.stopped).toBe('30 items');
  expect(found.law).toBeGreaterThanOrEqual(15);
  expect(found.art).toBeLessThanOrEqual(3);
  // 0.3 × 30 is 8.999… in floating point.
  expect(found.physics).toBe(9);
});

test('two tags are both kept', () => {
  const quotas = [
    { tag: 'subject', value: 'law', least: 0.2, most: 0.2 },
    { tag: 'subject', value: 'art', least: 0.6 },
    { tag: 'level', value: 'hard', least: 0.5, most: 0.5 },
  ];
  const session = new AdaptiveSession(bank, configuration(quotas, items(20)), solver);
  sit(session, simulatedScores(bank, 0, 'quotas'));
  expect(session.stopped).toBe('20 items');
  expect(counts(session, bank, 'subject')).toMatchObject({ law: 4 });
  expect(counts(session, bank, 'subject').art).toBeGreaterThanOrEqual(12);
  expect(counts(session, bank, 'level')).toEqual({ easy: 10, hard: 10 });
});

describe('tags that contradict each other', () => {
  const contrary = bankOf(simulatedItems('3PL', 60, 'quotas'), {
    subject: cycle(['law', 'art']),
    // A single item of law is hard.
    level: {
      values: ['easy', 'hard'],
      codes: Array.from({ length: 60 }, (_, j) => j % 2 || +(j === 58)),
    },
  });
  const quotas = [
    { tag: 'subject', value: 'law', least: 0.8 },
    { tag: 'level', value: 'hard', least: 0.8 },
  ];

  test('are named before the first item', () => {
    const of = (...use: Quota[]) =>
      failureOf(() => new AdaptiveSession(contrary, configuration(use, items(10)), solver));
    expect(of(...quotas).message).toBe(
      'content quotas: no test of 10 items meets subject = law (at least 8), level = hard (at least 8) together; the nearest test has 3 of level = hard',
    );
  });

  test('end a greedy test, which says so', () => {
    const session = new AdaptiveSession(contrary, {
      ...configuration(quotas, items(10)),
      assembly: { rule: 'greedy' },
    });
    sit(session, simulatedScores(contrary, 0, 'quotas'));
    expect(session.stopped).toBe('no eligible item left');
    expect(session.complete).toBe(true);
    // Two items of each kind fill the room of both tags, beside the one that is of both.
    expect(session.length).toBeLessThanOrEqual(5);
  });
});
