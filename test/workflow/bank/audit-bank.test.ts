import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contentHash } from '../../../item-bank/items/content-hash.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import {
  type AuditRequest,
  auditAndKeep,
  auditFile,
} from '../../../src/workflow/bank/audit/audit-bank.ts';
import { itemFormat } from '../../../src/workflow/bank/import-formats.ts';
import { optionShares } from '../../../src/workflow/bank/review/option-shares.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { AT, all, answerOf, BANK, clock, itemOf, itemsOf } from '../../store/store-case.ts';

const folder = temporaryFolder();
let store: Store;
let databases = 0;
beforeEach(async () => {
  store = await openStore(join(folder, `${databases++}.db`), { clock });
});
afterEach(() => store.close());

const MARK = { by: 'ana', at: AT };
const retire = (item: string) => ({ item, decision: 'retire', key: null, note: '' }) as const;
const correct = (item: string, key: string) =>
  ({ item, decision: 'correct', key: [key], note: '' }) as const;
const REQUEST: AuditRequest = {
  responses: [],
  keys: null,
  mode: 'default',
  against: [],
  taxonomy: {},
  open: (file) => file,
  reach() {},
};
const audit = (changes: Partial<Store> = {}, request: Partial<AuditRequest> = {}) =>
  auditAndKeep(
    new Proxy(store, {
      get: (own, name) => changes[name as keyof Store] ?? own[name as keyof Store],
    }),
    'exam',
    { ...REQUEST, ...request },
    { options: {}, now: () => AT },
  );
/** A model that gives a letter to each item, or undefined. */
async function addRun(
  model: string,
  letters: readonly (string | undefined)[],
  hashOf = (k: number) => itemOf(k).hash,
): Promise<void> {
  const run = await store.createRun({ format: 'thetarank-run', bank: 'exam' }, model, AT);
  const answers = letters.flatMap((letter, k) =>
    letter === undefined
      ? []
      : [answerOf(model, k + 1, { item: `item-${k}`, itemHash: hashOf(k), extracted: letter })],
  );
  await store.append(run, answers);
  await store.finishRun(run, {}, AT);
}

describe('a retired item', () => {
  const MODELS = ['a', 'b', 'c', 'd', 'e', 'f'];

  test('is no suspect, and its letters count nowhere', async () => {
    await store.addItems(BANK, itemsOf(0, 4), AT);
    // All answer item 1 wrong: it alone is suspected of that, and it alone moves no rank.
    const letters = MODELS.map((_, m) => ['A', 'D', m < 3 ? 'C' : 'D', m % 2 === 0 ? 'D' : 'A']);
    const scores = Float32Array.from(
      letters.flatMap((row) => row.map((letter, k) => Number(letter === 'ABCD'[k]))),
    );
    const items = itemsOf(0, 4).map(({ id }) => id);
    await store.putResponses('exam', { examinees: MODELS, items, scores }, null, AT, { letters });
    await addRun('g', ['A', 'D', 'C', 'D']);
    const suspected = async () => (await audit()).suspects.map(({ item }) => item);
    expect(await suspected()).toContain('item-1');
    await store.review('exam', [retire('item-1')], MARK);
    expect(await suspected()).not.toContain('item-1');
    expect(await audit()).toMatchObject({
      ...{ items: 4, retired: 1, invalid: { count: 0 } },
      ...{ models: 7, answers: 21, letters: 21, unknown: 0 },
      exposure: { tests: 1, items: 3, most: 1 },
    });
  });

  test('is no copy, and has none', async () => {
    const copyOf = (k: number) => ({ ...itemOf(k), id: `copy-${k}` });
    await store.addItems(BANK, [itemOf(0), itemOf(1), copyOf(0), copyOf(1)], AT);
    const copies = async () => {
      const { suspects, duplicates } = await audit();
      return [duplicates.count, suspects.map(({ item }) => item).sort()];
    };
    expect(await copies()).toEqual([2, ['copy-0', 'copy-1']]);
    await store.review('exam', [retire('item-0'), retire('copy-1')], MARK);
    expect(await copies()).toEqual([0, []]);
  });
});

describe('answers of a run before a correction', () => {
  beforeEach(() => store.addItems(BANK, itemsOf(0, 3), AT));

  test('count in audits afterwards, and once it is undone', async () => {
    const before = { letters: 2, answers: 2, exposure: { tests: 1, items: 2 } };
    await addRun('m', ['A', 'D']);
    expect(await audit()).toMatchObject(before);
    await store.review('exam', [correct('item-1', 'D')], MARK);
    expect(await audit()).toMatchObject(before);
    await addRun('n', [undefined, 'D'], () => {
      const corrected = { ...itemOf(1), key: ['D'] };
      return contentHash(corrected as Parameters<typeof contentHash>[0]);
    });
    await store.review('exam', [{ undoes: 1 }], MARK);
    expect(await audit()).toMatchObject({ letters: 3, exposure: { tests: 2, items: 2 } });
  });

  test('count among the shares of its options; those to other content do not', async () => {
    await addRun('m', [undefined, 'D']);
    await addRun('n', [undefined, 'C'], () => itemOf(1, 'another question').hash);
    const shares = async () => {
      const [item] = await all(store.items('exam', ['item-1']));
      return optionShares(store, 'exam', item, (await store.reviewed('exam')).get('item-1'));
    };
    const own = { models: 1, none: 0, letters: { D: 1 } };
    expect(await shares()).toEqual(own);
    await store.review('exam', [correct('item-1', 'D')], MARK);
    expect(await shares()).toEqual(own);
  });
});

describe('a pretest item', () => {
  const MODELS = ['a', 'b', 'c', 'd', 'e', 'f'];
  // All answer item 1 wrong. Items 0, 2 and 3 give these models 3, 2 and 1 right answers.
  const letters = MODELS.map((_, m) => ['A', 'D', m < 4 ? 'C' : 'D', m < 2 ? 'D' : 'A']);
  const audited = async (status: 'active' | 'pretest', other: 'active' | 'pretest' = 'active') => {
    const items = itemsOf(0, 4).map((item, k) => ({ ...item, status: k === 1 ? status : other }));
    await store.addItems(BANK, items, AT);
    const scores = Float32Array.from(
      letters.flatMap((row) => row.map((letter, k) => Number(letter === 'ABCD'[k]))),
    );
    const ids = items.map(({ id }) => id);
    const matrix = { examinees: MODELS, items: ids, scores };
    await store.putResponses('exam', matrix, null, AT, { letters });
    const { suspects, ranking, answers } = await audit();
    return {
      answers,
      suspects: suspects.map(({ item }) => item),
      before: ranking!.models.map(({ before }) => before),
    };
  };

  test('is audited as others are, and no score of the ranking counts it', async () => {
    const { suspects, before, answers } = await audited('pretest');
    expect(suspects).toContain('item-1');
    expect(answers).toBe(24);
    expect(before).toEqual([1, 1, 2 / 3, 2 / 3, 1 / 3, 1 / 3]);
  });

  test('of a status that counts is in the ranking', async () => {
    expect((await audited('active')).before).toEqual([3 / 4, 3 / 4, 1 / 2, 1 / 2, 1 / 4, 1 / 4]);
  });

  test('counts in a bank without an active item', async () => {
    const { before } = await audited('pretest', 'pretest');
    expect(before).toEqual([3 / 4, 3 / 4, 1 / 2, 1 / 2, 1 / 4, 1 / 4]);
  });
});

test('an audit is of the version that it began with', async () => {
  await store.addItems(BANK, itemsOf(0, 3), AT);
  await audit({
    async responses(bank) {
      await store.review('exam', [retire('item-1')], MARK);
      return store.responses(bank);
    },
  });
  expect((await store.bank('exam'))!.version).toBe(2);
  expect((await store.audit('exam'))!.bankVersion).toBe(1);
});

describe('every copy is a suspect', () => {
  const COPIES = 1002;
  const items = [
    itemOf(0),
    ...Array.from({ length: COPIES }, (_, k) => ({ ...itemOf(0), id: `copy-${k}` })),
  ];

  test('of a bank', async () => {
    await store.addItems(BANK, items, AT);
    const { kinds, duplicates } = await audit();
    expect(kinds.duplicate).toBe(COPIES);
    expect(duplicates.first).toHaveLength(1000);
  });

  test('of a file', async () => {
    const path = join(folder, 'copies.jsonl');
    writeFileSync(path, items.map((item) => JSON.stringify(item)).join('\n'));
    const found = await auditFile(itemFormat('thetarank', { provenance: {} }), path, REQUEST, null);
    expect(found.kinds.duplicate).toBe(COPIES);
    expect(found.duplicates.count).toBe(COPIES);
  });
});
