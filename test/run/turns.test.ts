import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { turns } from '../../src/run/turns.ts';

test('timers run between calls that start at once, and waiting ones go on together', async () => {
  const turn = turns(50);
  let isDue = false;
  const timer = setTimeout(1).then(() => {
    isDue = true;
  });
  const groups: number[] = [];
  let group = 0;
  const work = async () => {
    for (let k = 0; k < 1e6 && !isDue; k++) {
      await turn();
      group++;
      // What goes on together stands in the same queue of microtasks.
      await Promise.resolve();
      if (group > 0) groups.push(group);
      group = 0;
    }
  };
  await Promise.all([...Array.from({ length: 8 }, work), timer]);
  expect(isDue).toBe(true);
  // Else they would go on one by one, and what each keeps would be a commit of its own.
  expect(Math.max(...groups)).toBe(8);
});
