import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { calibrate } from '../../../calibration/fit/calibrate.ts';
import { climedbenchBank } from '../../../item-bank/builtin/build-climedbench.ts';
import { cruxevalOBank } from '../../../item-bank/builtin/build-cruxeval-o.ts';
import { ikpBank } from '../../../item-bank/builtin/build-ikp.ts';
import { mmluProBank } from '../../../item-bank/builtin/build-mmlu-pro.ts';
import { swebenchVerifiedBank } from '../../../item-bank/builtin/build-swebench-verified.ts';
import { cruxevalPublishedHashes } from '../../../item-bank/builtin/item-hashes.ts';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { loadBuiltinHashes, loadPublishedHashes } from '../../../item-bank/builtin/load-hashes.ts';
import { encodeBank } from '../../../item-bank/format.ts';
import { attachItems } from '../../../item-bank/import/attach-items.ts';

/** The data that banks are built from, of which some are not ours to ship: skipped where they are not there. */
const SHARED = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
const text = (file: string) => {
  const bytes = readFileSync(SHARED + file);
  return { file, text: (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8') };
};

describe.each([
  ['climedbench', '', () => climedbenchBank()],
  [
    'mmlu-pro',
    'mmlu_pro/',
    (from: string) =>
      mmluProBank(text(`${from}responses.csv`), text(`${from}items.csv`), calibrate),
  ],
  [
    'cruxeval-o',
    'cruxeval_o/',
    (from: string) => cruxevalOBank(text(`${from}responses.csv`), calibrate),
  ],
  [
    'ikp',
    'matrices/ikp/',
    (from: string) =>
      ikpBank(
        text(`${from}responses.csv.gz`),
        text(`${from}items.csv`),
        text(`${from}examinees.csv`),
        calibrate,
      ),
  ],
  [
    'swebench-verified',
    'matrices/swebench_verified/',
    (from: string) => swebenchVerifiedBank(text(`${from}responses.csv.gz`), calibrate),
  ],
] as const)('%s', (bank, from, build) => {
  const isThere = existsSync(SHARED + from);
  test.skipIf(!isThere && from !== '')('ships what its build makes', () => {
    const shipped = readFileSync(fileURLToPath(import.meta.resolve(`#assets/banks/${bank}.bank`)));
    expect(Buffer.compare(shipped, encodeBank(build(from))), 'run npm run build:banks').toBe(0);
  });
});

describe.each([
  ['mmlu-pro', 'mmlu_pro/items.csv'],
  ['cruxeval-o', 'cruxeval_o/items.csv'],
])('the public text of %s', (name, file) => {
  const bank = loadBuiltinBank(name);
  const isThere = existsSync(SHARED + file);

  test.skipIf(!isThere)('matches the hash of every item', async () => {
    const target = {
      items: bank.items,
      hashes: loadBuiltinHashes(bank)!,
      idPrefix: bank.harness?.idPrefix,
      tagsOf: () => ({}),
    };
    const { items, report } = await attachItems(target, SHARED + file, { container: 'csv' });
    const count = bank.items.length;
    expect(report).toMatchObject({ read: count, matched: count, mismatchedCount: 0 });
    expect(items.map(({ id }) => id)).toEqual([...bank.items]);
  });

  const published = loadPublishedHashes(bank);
  if (published !== null)
    test.skipIf(!isThere)('matches the hashes of the items as published', () => {
      const hashes = cruxevalPublishedHashes(text(file), bank.items);
      expect(hashes.map((hash) => hash.slice(0, 16))).toEqual(published);
    });
});
