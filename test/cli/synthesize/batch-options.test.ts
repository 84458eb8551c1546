import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkBatchOptions } from '../../../src/operations/synthesize/batch/check-batch.ts';
import { priceOf } from '../../../src/workflow/synthesis/batch/batch-price.ts';
import { keepPrice } from '../../../src/workflow/synthesis/batch/kept-price.ts';
import { temporaryFolder } from '../../files/temporary.ts';

test('the price of the first requests holds for the folder', () => {
  const batch = temporaryFolder();
  expect(priceOf({ batch })).toBe(1);
  expect(priceOf({ batch, batchPrice: 0.5 })).toBe(0.5);
  keepPrice(batch, 0.5);
  expect(priceOf({ batch })).toBe(0.5);
  for (const same of [{}, { batchPrice: 0.5 }])
    expect(() =>
      checkBatchOptions({ batch, resume: true, rewrite: false, ...same }, false),
    ).not.toThrow();
  expect(() =>
    checkBatchOptions({ batch, resume: true, rewrite: false, batchPrice: 1 }, false),
  ).toThrow(/batchPrice.* 0\.5 /);
  // What is kept stays.
  keepPrice(batch, 0.7);
  expect(priceOf({ batch })).toBe(0.5);
  for (const text of ['', '{"price":"half"}', '{"price":-1}', '[]']) {
    writeFileSync(join(batch, 'batch.json'), text);
    expect(() => priceOf({ batch })).toThrow(/batch\.json/);
  }
});

test('a folder without a name is refused: it would be the current one', () => {
  for (const batch of ['', '  '])
    expect(() => checkBatchOptions({ batch, resume: false, rewrite: false }, false)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ option: 'batch' }) }),
    );
});
