import { expect, test } from 'vitest';
import { isSound } from '../evidence/synthesis-record/record-page.ts';
import { compareRuns } from '../evidence/synthesis-record/synthesis-record.ts';

test('the record of a synthesis that is killed once is that of an undisturbed one', async () => {
  const summary = await compareRuns({ items: 2, kills: 1 });
  expect(isSound(summary), JSON.stringify(summary)).toBe(true);
  expect(summary.killed.kills).toHaveLength(1);
});
