import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { StoredPanel } from '../../src/store/panels/panels.ts';
import { AT, clock } from './store-case.ts';

const entry = (item: string, doubt: number) => ({
  ...{ item, level: 'ward', agreed: 'West', reason: null, isQueued: false, doubt },
  votes: [{ model: 'a', repeat: 0, kind: 'label', label: 'West' } as const],
});
const panel: StoredPanel = {
  ...{ id: 'annotation-1', kind: 'annotation', bank: 'exam', title: 'labels', madeBy: null },
  ...{ configuration: {}, createdAt: AT, closedAt: null },
};

test('if an entry cannot be kept, its panel is not kept either', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-annotation-store-'));
  const store = await openStore(join(folder, 'labels.db'), { clock });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  // The last of three batches has a number that no database keeps.
  const entries = Array.from({ length: 250 }, (_, k) => entry(`q${k}`, 0));
  const broken = [...entries, entry('q250', Number.NaN)];
  await expect(store.annotations.put(panel, broken)).rejects.toThrow();
  expect(await store.panels.get(panel.id)).toBeUndefined();
  await store.annotations.put(panel, entries);
  expect(await store.annotations.entries(panel.id, 'all')).toHaveLength(250);
});
