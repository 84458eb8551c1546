import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import { calibrationOf } from '../../../src/tested-bank/calibration-of.ts';
import { REFRESH } from '../../../src/workflow/calibration/refresh/refresh-report.ts';
import {
  redoneBefore,
  withoutSuperseded,
} from '../../../src/workflow/calibration/refresh/superseded-answers.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { AT, BANK, clock, itemsOf } from '../../store/store-case.ts';

const folder = temporaryFolder();
test('refreshes of a lineage say whose answers to which items are from before', async () => {
  const store = await openStore(join(folder, 'store.db'), { clock });
  await store.addItems(BANK, itemsOf(0, 3), AT);
  const { version } = (await store.bank(BANK.name))!;
  const items = itemsOf(0, 3).map(({ id }) => id);
  const column = () => Float64Array.from([1, 1, 1]);
  const keep = (method: string, parent: number | null, examinees: string[], redone: string[]) =>
    store.putCalibration(
      {
        ...{ bank: BANK.name, bankVersion: version, method, parent, options: {}, examinees, items },
        parameters: { count: 3, a: column(), b: column(), c: column(), d: column() },
        standardErrors: { a: column(), b: column(), c: column() },
        ...(method === REFRESH && {
          report: {
            changes: items.map((item) => ({
              item,
              fate: redone.includes(item) ? 'redone' : 'pooled',
            })),
          },
        }),
      },
      AT,
    );
  const first = await keep('marginal', null, ['a', 'b'], []);
  const second = await keep(REFRESH, first, ['a', 'b', 'c'], [items[0]]);
  const third = await keep(REFRESH, second, ['a', 'b', 'c', 'd'], [items[1]]);
  const redone = await redoneBefore(store, await calibrationOf(store, third));
  const scores = new Float32Array(15).fill(1);
  const matrix = { examinees: ['A', 'b', 'c', 'd', 'e'], items, scores };
  const left = withoutSuperseded(matrix, redone);
  const rows = [0, 1, 2, 3, 4].map((i) =>
    Array.from(left.scores.subarray(3 * i, 3 * i + 3), (score) => (Number.isNaN(score) ? 0 : 1)),
  );
  expect(rows).toEqual([
    [0, 0, 1],
    [0, 0, 1],
    [1, 0, 1],
    [1, 1, 1],
    [1, 1, 1],
  ]);
  expect(await redoneBefore(store, await calibrationOf(store, first))).toEqual([]);
  expect(withoutSuperseded(matrix, [])).toBe(matrix);
  await store.close();
});
