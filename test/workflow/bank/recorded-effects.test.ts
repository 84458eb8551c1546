import { expect, test } from 'vitest';
import { contentHash } from '../../../item-bank/items/content-hash.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import type { ReviewedItem } from '../../../src/store/review/reviewed-items.ts';
import type { KeptResponses } from '../../../src/store/store.ts';
import { differingItems } from '../../../src/workflow/bank/review/differing-items.ts';
import { recordedEffects } from '../../../src/workflow/bank/review/recorded-effects.ts';
import { itemOf } from '../../store/store-case.ts';

/** Three models and the items 0 to 3, whose keys are A, B, C and D. A model without letters has scores alone. */
const LETTERS = ['ABCD', 'ADCA', 'DBDA'];
function keptOf(withLetters = true): KeptResponses {
  const rows = LETTERS.map((row) => [...row]);
  return {
    matrix: {
      examinees: ['x', 'y', 'z'],
      items: [0, 1, 2, 3].map((k) => itemOf(k).id),
      scores: Float32Array.from(
        rows.flatMap((row) => row.map((letter, k) => Number(letter === 'ABCD'[k]))),
      ),
    },
    families: null,
    letters: rows.map((row) => (withLetters ? row : undefined)),
    scoredBy: rows.map(() => ({})),
  } as unknown as KeptResponses;
}

/** Item k as a review leaves it. */
function changed(k: number, change: Partial<Pick<Item, 'status'>> & { key?: string[] }) {
  const imported = itemOf(k);
  const current = { ...imported, ...change } as Item;
  return {
    imported,
    current: { ...current, hash: contentHash(current) },
    keyOf: new Map(),
  } satisfies ReviewedItem;
}
const stateOf = (...items: ReviewedItem[]) => new Map(items.map((one) => [one.imported.id, one]));
const effects = (
  kept: KeptResponses,
  before: ReadonlyMap<string, ReviewedItem>,
  after: ReadonlyMap<string, ReviewedItem>,
  pretest?: ReadonlySet<string>,
) => recordedEffects(kept, [before, after], differingItems(before, after), pretest);
const NONE = { answers: 0, rescored: 0, changed: 0, returned: 0, missing: 0, leftOut: 0 };

test('a corrected key scores the letters again: who gave the new key rises, who gave the old one falls', () => {
  // Item 1 becomes D: x and z were right by B, y is right by D.
  const { recorded, ranking } = effects(keptOf(), new Map(), stateOf(changed(1, { key: ['D'] })));
  expect(recorded).toEqual({ ...NONE, answers: 3, rescored: 3, changed: 3 });
  expect(ranking).toEqual([
    { model: 'x', before: { score: 1, rank: 1 }, after: { score: 0.75, rank: 1 } },
    { model: 'y', before: { score: 0.5, rank: 2 }, after: { score: 0.75, rank: 1 } },
    { model: 'z', before: { score: 0.25, rank: 3 }, after: { score: 0, rank: 3 } },
  ]);
});

test('a key that leaves a score as it is changes none; a model that keeps score and rank does not move', () => {
  // Item 3 becomes B, which nobody answered: x was right by D, y and z stay wrong.
  const { recorded, ranking } = effects(keptOf(), new Map(), stateOf(changed(3, { key: ['B'] })));
  expect(recorded).toEqual({ ...NONE, answers: 3, rescored: 3, changed: 1 });
  expect(ranking.map(({ model }) => model)).toEqual(['x']);
});

test('without letters the answers count as missing; undoing the correction returns them', () => {
  const corrected = stateOf(changed(1, { key: ['D'] }));
  const there = effects(keptOf(false), new Map(), corrected);
  expect(there.recorded).toEqual({ ...NONE, answers: 3, missing: 3 });
  expect(there.ranking.find(({ model }) => model === 'y')!.after.score).toBeCloseTo(2 / 3, 12);
  const back = effects(keptOf(false), corrected, new Map());
  expect(back.recorded).toEqual({ ...NONE, answers: 3, rescored: 3, returned: 3 });
});

test('an item that was not asked has no answers', () => {
  const kept = keptOf();
  kept.matrix.scores[1] = Number.NaN;
  const { recorded } = effects(kept, new Map(), stateOf(changed(1, { key: ['D'] })));
  expect(recorded).toMatchObject({ answers: 2, rescored: 2 });
  const other = { ...kept, matrix: { ...kept.matrix, items: ['a', 'b', 'c', 'd'] } };
  expect(effects(other, new Map(), stateOf(changed(1, { key: ['D'] })))).toEqual({
    recorded: NONE,
    ranking: [],
  });
});

test('a retired item leaves its answers out, and one that is used again brings them back', () => {
  const retired = stateOf(changed(0, { status: 'retired' }));
  const { recorded, ranking } = effects(keptOf(), new Map(), retired);
  expect(recorded).toEqual({ ...NONE, leftOut: 3 });
  // x has 3 of 3, y 1 of 3 and z 1 of 3: y and z share the second rank.
  expect(ranking.map(({ model, after }) => [model, after.rank])).toEqual([
    ['y', 2],
    ['z', 2],
  ]);
  expect(effects(keptOf(), retired, new Map()).recorded).toEqual({ ...NONE, leftOut: -3 });
});

test('scores count no pretest item, and a promoted one from then on; its answers are the same', () => {
  const pretest = new Set([itemOf(0).id]);
  const imported = { ...itemOf(0), status: 'pretest' as const };
  const promoted: ReviewedItem = {
    imported,
    current: { ...imported, status: 'active' },
    keyOf: new Map(),
  };
  const { recorded, ranking } = effects(keptOf(), new Map(), stateOf(promoted), pretest);
  expect(recorded).toEqual(NONE);
  // Without item 0: x 3 of 3, y 1 of 3, z 1 of 3; with it 4, 2 and 1 of 4.
  expect(ranking).toEqual([
    {
      model: 'y',
      before: { score: expect.closeTo(1 / 3, 12), rank: 2 },
      after: { score: 0.5, rank: 2 },
    },
    {
      model: 'z',
      before: { score: expect.closeTo(1 / 3, 12), rank: 2 },
      after: { score: 0.25, rank: 3 },
    },
  ]);
  // A correction of a pretest item changes scores of answers, and moves no model.
  const corrected = stateOf({
    ...changed(0, { key: ['D'] }),
    current: { ...changed(0, { key: ['D'] }).current, status: 'pretest' },
  });
  expect(effects(keptOf(), new Map(), corrected, pretest)).toMatchObject({
    recorded: { answers: 3, changed: 3 },
    ranking: [],
  });
});
