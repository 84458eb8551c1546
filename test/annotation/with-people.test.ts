import { describe, expect, test } from 'vitest';
import { pairAgreement } from '../../src/annotation/agreement.ts';
import { reviewOrder } from '../../src/annotation/review-queue.ts';
import type { Label } from '../../src/annotation/vote.ts';
import { agreementWithPeople, type PeopleEntry } from '../../src/annotation/with-people.ts';
import { type RandomStream, randomStream } from '../../src/random.ts';

const entry = (isAgreed: boolean, rater: Label | undefined, people?: Label): PeopleEntry => ({
  ...{ isAgreed, rater, people },
});
const DOUBTFUL = [
  entry(false, 'a', 'b'),
  entry(false, 'a', 'a'),
  entry(false, 'b', 'a'),
  entry(false, 'b', 'b'),
];
const AUDITED = [entry(true, 'a', 'a'), entry(true, 'b', 'b'), entry(true, 'b', 'b')];
const OTHERS = Array.from({ length: 9 }, () => entry(true, 'a'));

describe('by hand', () => {
  test('each decided label stands for N/n of its kind', () => {
    // Weights 1 and 4: 14 of 16 the same; 6 and 10 of 16 for both raters: pₑ = 136/256, κ = 1 − .125/.46875.
    const found = agreementWithPeople('m', [...DOUBTFUL, ...AUDITED, ...OTHERS]);
    expect(found).toMatchObject({
      first: 'm',
      second: 'people',
      items: 7,
      share: 0.875,
      of: 'all',
    });
    expect(found.kappa.value).toBeCloseTo(1 - 0.125 / 0.46875, 12);
    // No audited label is changed, but three do not show that all are right: the changed share is not 0 in the error.
    expect(found.kappa.low).toBeLessThan(0.4);
    expect(found.kappa.high).toBe(1);
  });

  test('while only labels of one kind are decided, the figures are of these alone', () => {
    const open = AUDITED.map((one) => ({ ...one, people: undefined }));
    const doubtful = agreementWithPeople('m', [...DOUBTFUL, ...open, ...OTHERS]);
    const pairs = DOUBTFUL.map(({ rater, people }) => [rater, people] as const);
    expect(doubtful).toEqual({ ...pairAgreement('m', 'people', pairs), of: 'doubtful' });
    const waiting = DOUBTFUL.map((one) => ({ ...one, people: undefined }));
    const agreed = agreementWithPeople('m', [...waiting, ...AUDITED, ...OTHERS]);
    expect(agreed).toMatchObject({ of: 'agreed', items: 3, share: 1 });
    // Nothing is doubtful, or nothing agreed: all items.
    expect(agreementWithPeople('m', [...AUDITED, ...OTHERS]).of).toBe('all');
    expect(agreementWithPeople('m', DOUBTFUL)).toMatchObject({ of: 'all', share: 0.5 });
  });

  test('fewer than three decided labels of a kind leave the interval unknown; labels that a rater refused do not count', () => {
    const two = agreementWithPeople('m', [...DOUBTFUL, ...AUDITED.slice(1), ...OTHERS]);
    expect(two.kappa).toMatchObject({ value: expect.any(Number), low: null, high: null });
    const refused = entry(false, undefined, 'a');
    const all = [...DOUBTFUL, ...AUDITED, ...OTHERS];
    const found = agreementWithPeople('m', [...all, refused]);
    expect(found.items).toBe(7);
    expect(found.kappa.value).toBeCloseTo(1 - 0.125 / 0.46875, 12);
  });
});

test('κ is not known if one of the two always gives the same label', () => {
  const one = [...DOUBTFUL, ...AUDITED].map((own) => ({ ...own, rater: 'a' }));
  expect(agreementWithPeople('m', [...one, ...OTHERS])).toMatchObject({
    kappa: { value: null, low: null, high: null },
    of: 'all',
  });
});

test('an audit without a changed label does not show that all agreed labels are right', () => {
  const labels = ['a', 'b'];
  const of = (count: number, make: (label: string, k: number) => PeopleEntry) =>
    Array.from({ length: count }, (_, k) => make(labels[k % 2], k));
  const { kappa } = agreementWithPeople('m', [
    ...of(100, (label, k) => entry(false, label, k < 50 ? label : labels[(k + 1) % 2])),
    ...of(46, (label) => entry(true, label, label)),
    ...of(854, (label) => entry(true, label)),
  ]);
  // 950 of 1,000 are the same and pₑ = ½. z² = 2.705543, t(.95, 45) = 1.679427.
  expect(kappa.value).toBeCloseTo(0.9, 12);
  const changed = 2.705543 / 2 / 48.705543;
  const audit = (0.9 / 0.5) * Math.sqrt((changed * (1 - changed)) / 48.705543);
  expect(0.9 - kappa.low!).toBeGreaterThan(1.679427 * audit);
  expect(0.9 - kappa.low!).toBeLessThan(1.679427 * audit + 0.02);
});

/** Labels of three models, of which four fifths are easy; `skew` puts most items under one label. */
function drawn(items: number, auditShare: number, skew: boolean, random: RandomStream) {
  const any = () => Math.floor(random() * 5);
  const usual = () => (skew && random() < 0.8 ? 0 : any());
  const truth = Array.from({ length: items }, usual);
  const votes = truth.map((right) => {
    const [isHard, trap] = [random() < 0.2, usual()];
    return Array.from({ length: 3 }, () => {
      if (random() < (isHard ? 0.4 : 0.95)) return right;
      return isHard && random() < 0.7 ? trap : any();
    });
  });
  const decisions = votes.map((own) => {
    const agree = own.every((label) => label === own[0]);
    return { reason: agree ? null : ('disagreement' as const), doubt: agree ? 0 : 0.5 };
  });
  const { queue } = reviewOrder(decisions, auditShare, random);
  const seen = new Set(queue);
  const word = (label: number) => `L${label}`;
  return {
    whole: votes.map(([first], k) => [word(first), word(truth[k])] as const),
    entries: votes.map(([first], k) =>
      entry(decisions[k].reason === null, word(first), seen.has(k) ? word(truth[k]) : undefined),
    ),
  };
}

test.each([
  ['balanced', false],
  ['skewed', true],
])('simulated, %s labels: κ does not depend on the audit share, and intervals hold', (_, skew) => {
  const random = randomStream('with people', String(skew));
  const truth = pairAgreement('m', 'truth', drawn(40_000, 0, skew, random).whole).kappa.value!;
  for (const auditShare of [0.05, 0.2]) {
    const runs = 200;
    let [sum, held] = [0, 0];
    for (let run = 0; run < runs; run++) {
      const { value, low, high } = agreementWithPeople(
        'm',
        drawn(600, auditShare, skew, random).entries,
      ).kappa;
      sum += value!;
      if (low! <= truth && truth <= high!) held++;
    }
    // Labels that models do not agree on alone have a κ that is lower by .2 to .4.
    expect(Math.abs(sum / runs - truth), `${auditShare}`).toBeLessThan(0.04);
    // 90% less four standard errors; small audits are taken for less sure than they mostly are.
    expect(held / runs, `${auditShare}`).toBeGreaterThan(0.815);
  }
});
