import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BankPart, bankPart } from '../../../src/server/banks/bank-part.ts';
import { recordedCalibrations } from '../../../src/server/banks/recorded-calibration.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { AT, BANK, clock, itemsOf } from '../../store/store-case.ts';

const folder = temporaryFolder();
/** Items 0 and 1 count; item 2 is a pretest item, which all models but one answer right. */
const SCORES = [
  ['both', [1, 1, 0]],
  ['one', [1, 0, 1]],
  ['neither', [0, 0, 1]],
  ['half asked', [Number.NaN, 1, 1]],
  ['pretest only', [Number.NaN, Number.NaN, 1]],
] as const;
const calibrations = recordedCalibrations({ log: () => {} }, { data: folder });
let store: Store;
let banks: BankPart;
let kept: number;

beforeAll(async () => {
  store = await openStore(join(folder, 'test.db'), { clock });
  const items = itemsOf(0, 3).map((item, k) => ({
    ...item,
    status: k === 2 ? ('pretest' as const) : item.status,
  }));
  const ids = items.map(({ id }) => id);
  await store.addItems(BANK, items, AT);
  const matrix = {
    examinees: SCORES.map(([name]) => name),
    items: ids,
    scores: Float32Array.from(SCORES.flatMap(([, row]) => row)),
  };
  await store.putResponses(BANK.name, matrix, null, AT);
  const column = (value: number) => new Float64Array(3).fill(value);
  kept = await store.putCalibration(
    {
      ...{ bank: BANK.name, bankVersion: 1, method: 'synthesis', parent: null },
      ...{ examinees: ['p'], options: {}, items: ids, standardErrors: null },
      parameters: { count: 3, a: column(1), b: column(0), c: column(0), d: column(1) },
    },
    AT,
  );
  banks = bankPart({ store }, calibrations, {
    exposure: async () => ({ sessions: 0, asked: new Map() }),
    count: async () => 0,
  });
});
afterAll(async () => {
  await banks.close();
  await calibrations.close();
  await store.close();
});

test('scores of recorded models leave out pretest items; a model that answered nothing else is not shown', async () => {
  const { examinees } = await banks.information(BANK.name, kept);
  expect(examinees.map(({ examinee, score }) => [examinee, score])).toEqual([
    ['both', 100],
    ['one', 50],
    ['neither', 0],
    ['half asked', 100],
  ]);
});

test('the summary has all items, pretest items as well', async () => {
  expect(await banks.summary(BANK.name)).toMatchObject({ items: 3, examinees: 5 });
});

test('text and key are masked by the rights to them, in lists and for one item', async () => {
  const rights = (mayReadText: boolean, mayReadKey: boolean) => ({ mayReadText, mayReadKey });
  const of = (mayReadText: boolean, mayReadKey: boolean) =>
    banks.item(BANK.name, 'item-1', kept, rights(mayReadText, mayReadKey));
  expect(await of(true, true)).toMatchObject({ options: { B: 'two' }, answer: 'B' });
  expect(await of(true, false)).toMatchObject({ options: { B: 'two' } });
  expect(await of(true, false)).not.toHaveProperty('answer');
  // A right to keys alone shows nothing: a key is part of the text.
  for (const field of ['text', 'question', 'options', 'answer'])
    expect(await of(false, true)).not.toHaveProperty(field);
  const list = async (mayReadText: boolean) =>
    (await banks.items(BANK.name, { limit: 10, sort: 'item' } as never, rights(mayReadText, false)))
      .items;
  expect((await list(true)).every(({ text }) => text?.includes('which one'))).toBe(true);
  expect(JSON.stringify(await list(false))).not.toContain('which one');
});
