import { expect, test } from 'vitest';
import { randomStream } from '../../../src/random.ts';
import { panelWorth } from '../../../src/workflow/judges/panel-worth.ts';
import {
  raterDoubts as doubtsOf,
  type RaterScores,
} from '../../../src/workflow/judges/rater-doubts.ts';

const grades = [2, 5, 3, 1, 4, 4, 2, 5, 3, 3, 1, 5, 2, 4, 3, 1, 5, 2, 4, 3, 2, 1];
const near = grades.map((grade, k) => (k % 3 === 0 ? Math.min(5, grade + 1) : grade));
const other = grades.map((grade, k) => (k % 4 === 1 ? Math.max(1, grade - 1) : grade));
const items = grades.map((_, k) => `q${k}`);
const raterDoubts = (judges: RaterScores[], people: RaterScores[] = []) =>
  doubtsOf(judges, people, items);
const rater = (name: string, scores: readonly number[]) => ({ name, scores });
const honest = [rater('ann', grades), rater('ben', near), rater('cai', other)];

test('raters who differ as people do raise no doubt, nor does a strict one', () => {
  expect(raterDoubts(honest)).toEqual([]);
  const strict = grades.map((grade) => Math.max(1, grade - 2));
  expect(raterDoubts([...honest, rater('dan', strict)])).toEqual([]);
});

test('a rater on another scale is named, above or below that of others, also if two are', () => {
  const percent = rater(
    'eve',
    near.map((grade) => 20 * grade),
  );
  const share = rater(
    'fay',
    other.map((grade) => (grade - 1) / 4),
  );
  expect(raterDoubts([...honest, percent])).toEqual([
    { kind: 'scale', rater: 'eve', high: 100, othersHigh: 5 },
  ]);
  expect(raterDoubts([...honest, percent, share])).toMatchObject([
    { kind: 'scale', rater: 'eve' },
    { kind: 'scale', rater: 'fay', high: 1, othersHigh: 5 },
  ]);
});

test('one score for all answers is named as the reason of unknown correlations', () => {
  expect(
    raterDoubts([
      ...honest,
      rater(
        'gil',
        grades.map(() => 5),
      ),
    ]),
  ).toEqual([{ kind: 'one score', rater: 'gil', score: 5 }]);
});

test('a copy is named, but not equal scores that agreement explains, or of few answers', () => {
  expect(raterDoubts([...honest, rater('hal', near)])).toEqual([
    { kind: 'copy', rater: 'hal', of: 'ben', answers: grades.length },
  ]);
  // With .8 as the usual share .8^20 is above 1%, and .8^21 below.
  const alone = (n: number) =>
    raterDoubts([rater('ann', grades.slice(0, n)), rater('ben', grades.slice(0, n))]);
  expect(alone(20)).toEqual([]);
  expect(alone(21)).toMatchObject([{ kind: 'copy' }]);
  // Two of three agree on all but one answer: the third pair may agree on all.
  const nearly = grades.map((grade, k) => (k === 0 ? 3 : grade));
  expect(raterDoubts([rater('ann', grades), rater('ben', grades), rater('cai', nearly)])).toEqual(
    [],
  );
});

test('raters on another scale, or with few answers, do not make equal scores of two others a copy', () => {
  const five = [2, 5, 3, 1, 4];
  const percent = five.map((grade) => 20 * grade + 1);
  expect(
    raterDoubts([rater('ann', five), rater('ben', five), rater('eve', percent)]),
  ).toMatchObject([{ kind: 'scale', rater: 'eve' }]);
  expect(raterDoubts([rater('ann', [1, 2]), rater('ben', [1, 2]), rater('cai', [2, 1])])).toEqual(
    [],
  );
});

const backwards = near.map((grade) => 6 - grade);

test('a judge who scores backwards is named, by most others or by people', () => {
  expect(raterDoubts([...honest, rater('ida', backwards)])).toEqual([
    { kind: 'reversed', rater: 'ida', of: ['ann', 'ben', 'cai'] },
  ]);
  const judges = [rater('ida', backwards), rater('jon', backwards.toReversed())];
  expect(raterDoubts(judges, [rater('ann', grades), rater('cai', other)])).toEqual([
    { kind: 'reversed', rater: 'ida', of: ['ann', 'cai'] },
  ]);
  // Of two judges nobody knows which.
  expect(raterDoubts([rater('ann', grades), rater('ida', backwards)])).toMatchObject([
    { kind: 'reversed', rater: 'ann' },
    { kind: 'reversed', rater: 'ida' },
  ]);
});

test('unrelated judges are not named', () => {
  const random = randomStream(1, 'unrelated judges');
  const draw = () =>
    rater(
      'ann',
      grades.map(() => Math.floor(5 * random())),
    );
  const named = Array.from({ length: 500 }, () =>
    raterDoubts([draw(), { ...draw(), name: 'ben' }]).filter(({ kind }) => kind === 'reversed'),
  );
  // Of 60,000 such pairs with 20 items, 5 of 10,000 were.
  expect(named.flat()).toEqual([]);
});

test('answers to few items do not show that a scale is reversed', () => {
  const judges = [rater('ann', grades), rater('ida', backwards)];
  const few = grades.map((_, k) => `q${k % 4}`);
  expect(doubtsOf(judges, [], few)).toEqual([]);
});

test('a judge whose answers nobody else scored is named', () => {
  const half = (isFirst: boolean) =>
    grades.map((grade, k) => (k < 11 === isFirst ? grade : Number.NaN));
  const found = raterDoubts([
    ...[
      rater('ann', half(true)),
      rater(
        'ben',
        half(true).map((x, k) => x + (k % 2)),
      ),
    ],
    rater('kai', half(false)),
  ]);
  expect(found).toEqual([{ kind: 'alone', rater: 'kai' }]);
});

test('copies and reversed judges do not count, and opposed errors give no number', () => {
  const worth = (judges: RaterScores[], doubts = raterDoubts(judges)) =>
    panelWorth(
      {
        ...{
          judges: judges.map(({ name }) => name),
          items,
          models: items.map((_, k) => `m${k % 3}`),
        },
        scores: Float64Array.from(items.flatMap((_, k) => judges.map((one) => one.scores[k]))),
        people: new Float64Array(items.length).fill(3),
      },
      doubts,
    );
  const base = worth(honest);
  expect(base.effective!.judges).toBe(3);
  const more = [...honest, rater('hal', near), rater('ida', backwards)];
  expect(worth(more)).toEqual({ ...base, leftOut: ['hal', 'ida'] });
  const opposed = [rater('ann', grades.slice(0, 6)), rater('ben', backwards.slice(0, 6))].map(
    ({ name, scores }) =>
      rater(
        name,
        items.map((_, k) => scores[k] ?? Number.NaN),
      ),
  );
  expect(worth(opposed, [])).toEqual({ effective: null, isNegative: true, leftOut: [] });
});
