import { expect, test } from 'vitest';
import { demoText } from '../../src/cli/demo/demo-text.ts';

test('the summary says which score its intervals are for, and which those of step 4', () => {
  const model = { model: 'lynx', score: 83.7, low: 73, high: 90.8, full: 84.2 };
  const text = demoText({
    version: 'demo-synthesize-1',
    simulated: true,
    items: 120,
    asked: 40,
    models: [{ ...model, shareRight: 72.5, shareExpected: 72.4 }],
    tau: 1,
    difficulty: 0.6,
    seconds: 15,
    folder: null,
  });
  expect(text).toMatch(/^lynx +83\.7 +73\.0–90\.8 +84\.2 +73% +72%$/m);
  expect(text).toContain('these 120 items');
});
