import { expect, test } from 'vitest';
import { labelTable, levelAgreement, pairAgreement } from '../../src/annotation/agreement.ts';
import { decide } from '../../src/annotation/decide.ts';
import { entryOutcome } from '../../src/annotation/entry-state.ts';
import { agreedError } from '../../src/annotation/error-of-agreed.ts';
import { reviewOrder } from '../../src/annotation/review-queue.ts';
import type { Label, Vote } from '../../src/annotation/vote.ts';
import { randomStream } from '../../src/random.ts';

const says = (label: Label): Vote => ({ kind: 'label', label });
const REFUSAL: Vote = { kind: 'refusal' };

test.each([
  ['one label', [says('a'), says('a')], 1, null],
  ['two labels', [says('a'), says('b')], 1, 'disagreement'],
  ['two of three, where two thirds are enough', [says('a'), says('a'), says('b')], 2 / 3, null],
  ['two of three, where all must agree', [says('a'), says('a'), says('b')], 1, 'disagreement'],
  ['a refusal', [says('a'), says('a'), REFUSAL], 0.6, 'refusal'],
  ['an unreadable reply', [says('a'), { kind: 'unreadable' } as Vote], 0.51, 'unreadable'],
  ['none fits, twice', [says(null), says(null)], 1, null],
  ['none fits beside a label', [says('a'), says('a'), says(null)], 0.6, 'none-conflict'],
] as const)('the decision about %s', (_, votes, share, reason) => {
  const found = decide(votes, share);
  expect(found.reason).toBe(reason);
  expect(found.agreed).toBe(reason === null ? (votes[0] as { label: Label }).label : undefined);
});

test('two of a kind and one other leave a doubt of 4/9', () => {
  expect(decide([says('a'), says('a'), says('b')], 1).doubt).toBeCloseTo(4 / 9, 12);
});

test('the queue has all doubtful decisions, most doubtful first, and the share of the agreed ones that is audited', () => {
  const decisions = Array.from({ length: 200 }, (_, k) =>
    k % 2 === 0 ? { reason: null, doubt: 0 } : { reason: 'disagreement' as const, doubt: k / 200 },
  );
  const { queue, audited, rest } = reviewOrder(decisions, 0.05, randomStream(1, 'audit'));
  expect(audited.size).toBe(5);
  expect([...queue, ...rest].sort((x, y) => x - y)).toEqual(decisions.map((_, k) => k));
  const doubtful = queue.filter((k) => !audited.has(k));
  expect(doubtful).toEqual(Array.from({ length: 100 }, (_, k) => 199 - 2 * k));
  expect(rest.every((k) => decisions[k].reason === null)).toBe(true);
});

/** The table of a common example: 20 times both yes, 15 both no, 5 and 10 times one of each. κ = (0.7 − 0.5) / (1 − 0.5). */
const YES_NO = [
  ...Array.from({ length: 20 }, () => ['yes', 'yes'] as const),
  ...Array.from({ length: 5 }, () => ['yes', 'no'] as const),
  ...Array.from({ length: 10 }, () => ['no', 'yes'] as const),
  ...Array.from({ length: 15 }, () => ['no', 'no'] as const),
];

test('κ of a table that is worked out by hand is 0.4; "none fits" is a label like any other', () => {
  const found = pairAgreement('x', 'y', YES_NO);
  expect(found).toMatchObject({ items: 50, share: 0.7 });
  expect(found.kappa.value).toBeCloseTo(0.4, 12);
  expect(found.kappa.low).toBeLessThan(0.4);
  expect(found.kappa.high).toBeGreaterThan(0.4);
  const none = YES_NO.map(([x, y]) => [x === 'no' ? null : x, y === 'no' ? null : y] as const);
  expect(pairAgreement('x', 'y', none)).toEqual(found);
});

test('labels that are missing are left out, and confused labels are counted by item', () => {
  const votes = [
    [says('a'), says('b'), says('b')],
    [says('a'), says('a'), REFUSAL],
    [says(null), says('a'), says('a')],
  ];
  const raters = ['p', 'q', 'r'].map((model) => ({ model, repeat: 0 }));
  const { pairs, confusions, alpha } = levelAgreement(labelTable(votes), raters);
  expect(pairs.map(({ first, second, items }) => [first, second, items])).toEqual([
    ['p', 'q', 3],
    ['p', 'r', 2],
    ['q', 'r', 2],
  ]);
  expect(confusions).toEqual([
    { labels: ['a', 'b'], pairs: 2, items: 1 },
    { labels: ['a', null], pairs: 2, items: 1 },
  ]);
  // By hand: 8 labels a a a a a b b ∅ in units of 3, 2, 3; different pairs: observed 2·2/2 + 0 + 2·2/2 = 4,
  // expected Σ n_c n_k = 2(5·2 + 5·1 + 2·1) = 34: α = 1 − 7 · 4 / 34.
  expect(alpha?.value).toBeCloseTo(1 - (7 * 4) / 34, 12);
});

test('experts who differ leave an entry to an administrator, whose decision stands', () => {
  const by = (reviewer: string, label: Label) => ({ reviewer, label });
  const entry = { agreed: 'a', isQueued: true, decision: null };
  const state = (reviews: ReturnType<typeof by>[], needed: number) =>
    entryOutcome({ ...entry, reviews }, needed);
  expect(state([], 1)).toMatchObject({ state: 'open', label: 'a', source: 'agreed' });
  expect(state([by('anna', 'b')], 1)).toMatchObject({ state: 'decided', label: 'b', by: ['anna'] });
  expect(state([by('anna', 'b')], 2).state).toBe('open');
  expect(state([by('anna', 'b'), by('ben', null)], 2)).toMatchObject({ state: 'conflict' });
  const decision = by('admin', 'c');
  expect(
    entryOutcome({ ...entry, reviews: [by('anna', 'b'), by('ben', null)], decision }, 2),
  ).toMatchObject({ state: 'decided', label: 'c', source: 'decided' });
});

test('the interval of the error of agreed labels has the planted error about nine times of ten', () => {
  const random = randomStream(7, 'coverage');
  for (const planted of [0.02, 0.08, 0.2]) {
    let covered = 0;
    for (let trial = 0; trial < 2000; trial++) {
      // Of 1,000 agreed labels each is wrong with this probability; 100 of them are audited.
      const audited = 100;
      let wrong = 0;
      for (let k = 0; k < audited; k++) if (random() < planted) wrong++;
      const { error } = agreedError({
        agreed: 1000,
        audited,
        reviewed: audited,
        wrong,
        conflicts: 0,
      });
      if (error!.low <= planted && planted <= error!.high) covered++;
    }
    // Wilson's interval oscillates around 90%: between 0.86 and 0.96 at these probabilities, by the exact binomial sums.
    expect(covered / 2000, `${planted}`).toBeGreaterThan(0.85);
    expect(covered / 2000, `${planted}`).toBeLessThan(0.97);
  }
});

test('audited labels in conflict are right for the lower end of the error and wrong for the upper one', () => {
  const counts = { agreed: 1000, audited: 50, reviewed: 40, wrong: 1, conflicts: 5 };
  const { error } = agreedError(counts);
  const ends = (wrong: number) =>
    agreedError({ ...counts, reviewed: 45, wrong, conflicts: 0 }).error!;
  expect(error).toEqual({ value: 1 / 40, low: ends(1).low, high: ends(6).high });
  expect(agreedError({ ...counts, reviewed: 0, wrong: 0 }).error).toBeNull();
});
