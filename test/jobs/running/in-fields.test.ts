import { expect, test } from 'vitest';
import { inFields } from '../../../src/jobs/running/in-fields.ts';

test.each([
  [
    'import-items',
    '--format: found "x"; see --map, or --name',
    '"format": found "x"; see "map", or --name',
  ],
  ['import-answers', 'without --only-new they are replaced', 'without "replace" they are replaced'],
  [
    'import-answers',
    'To replace them, leave out --only-new.',
    'To replace them, add replace=true to the address.',
  ],
  ['calibrate', '--irt-model, --method: choose', '"model", "mode": choose'],
  ['synthesize', '--resume', '--resume'],
] as const)('%s', (kind, text, told) => {
  expect(inFields(kind, text)).toBe(told);
});
