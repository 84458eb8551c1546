import { expect, test } from 'vitest';
import { inFields, spellingOf } from '../../../src/jobs/running/in-fields.ts';
import { recordOptions } from '../../../src/operations/bank/file-options.ts';
import { fieldsOf } from '../../../src/operations/options.ts';

test.each([
  ['--families: found "x"; see --out', '"families": found "x"; see --out'],
  ['To replace them, leave out --only-new.', 'To replace them, leave out onlyNew=true.'],
  [
    'type thetarank bank record --to mine; or add --fewer',
    'type thetarank bank record --to mine; or add fewer=true',
  ],
])('%s', (text, told) => {
  expect(inFields(spellingOf(fieldsOf(recordOptions)), text)).toBe(told);
});
