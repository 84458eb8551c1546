/**
 * Makes the files of the built-in banks: `npm run build:banks -- --mmlu-pro DIR --cruxeval-o DIR`. The same input gives the same bytes.
 *
 * DIR holds responses.csv (or responses.csv.gz), and items.csv and examinees.csv if the bank needs them (build-….ts and
 * item-hashes.ts say what is in them), for example ../shared/data/mmlu_pro, ../shared/data/cruxeval_o,
 * ../shared/data/matrices/ikp and ../shared/data/matrices/swebench_verified. A bank without its folder is left as it is;
 * climedbench needs none. Of items.csv the texts go into the content hashes alone.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Command } from 'commander';
import { calibrate } from '../../calibration/fit/calibrate.ts';
import { fail, ThetarankError } from '../../src/errors.ts';
import type { Bank } from '../bank.ts';
import { encodeContentHashes } from '../format/content-hashes.ts';
import { encodeBank } from '../format.ts';
import { climedbenchBank } from './build-climedbench.ts';
import { cruxevalOBank } from './build-cruxeval-o.ts';
import { ikpBank } from './build-ikp.ts';
import { mmluProBank } from './build-mmlu-pro.ts';
import { swebenchVerifiedBank } from './build-swebench-verified.ts';
import type { CsvFile } from './csv-file.ts';
import { cruxevalOHashes, cruxevalPublishedHashes, mmluProHashes } from './item-hashes.ts';

const { mmluPro, cruxevalO, ikp, swebenchVerified, out } = new Command()
  .name('npm run build:banks --')
  .description(
    'Makes the files of the built-in banks. A bank without its folder is left unchanged.',
  )
  .option('--mmlu-pro <dir>', 'folder of responses.csv and items.csv')
  .option('--cruxeval-o <dir>', 'folder of responses.csv and items.csv')
  .option('--ikp <dir>', 'folder of responses.csv, items.csv and examinees.csv')
  .option('--swebench-verified <dir>', 'folder of responses.csv')
  .option(
    '--out <dir>',
    'where to write',
    fileURLToPath(new URL('../../assets/banks', import.meta.url)),
  )
  .parse()
  .opts<{
    mmluPro?: string;
    cruxevalO?: string;
    ikp?: string;
    swebenchVerified?: string;
    out: string;
  }>();

try {
  const banks = [climedbenchBank()];
  /** By name of their file. */
  const hashes = new Map<Bank, Record<string, string[]>>();
  if (mmluPro !== undefined) {
    const csv = (name: string) => readCsv(join(mmluPro, name));
    const bank = mmluProBank(csv('responses.csv'), csv('items.csv'), calibrate);
    banks.push(bank);
    hashes.set(bank, { 'mmlu-pro': mmluProHashes(csv('items.csv'), bank.items) });
  }
  if (cruxevalO !== undefined) {
    const bank = cruxevalOBank(readCsv(join(cruxevalO, 'responses.csv')), calibrate);
    banks.push(bank);
    const items = readCsv(join(cruxevalO, 'items.csv'));
    hashes.set(bank, {
      'cruxeval-o': cruxevalOHashes(items, bank.items),
      'cruxeval-o.published': cruxevalPublishedHashes(items, bank.items),
    });
  }
  if (ikp !== undefined) {
    const csv = (name: string) => readCsv(join(ikp, name));
    banks.push(ikpBank(csv('responses.csv'), csv('items.csv'), csv('examinees.csv'), calibrate));
  }
  if (swebenchVerified !== undefined)
    banks.push(swebenchVerifiedBank(readCsv(join(swebenchVerified, 'responses.csv')), calibrate));
  mkdirSync(out, { recursive: true });
  for (const bank of banks) write(bank, hashes.get(bank) ?? {});
  const folders = {
    'mmlu-pro': mmluPro,
    'cruxeval-o': cruxevalO,
    ikp,
    'swebench-verified': swebenchVerified,
  };
  for (const [name, folder] of Object.entries(folders))
    if (folder === undefined) console.log(`${name}: left unchanged (no --${name} DIR)`);
} catch (error) {
  if (!(error instanceof ThetarankError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}

function write(bank: Bank, hashes: Readonly<Record<string, readonly string[]>>): void {
  const bytes = encodeBank(bank);
  const file = join(out, `${bank.name}.bank`);
  writeFileSync(file, bytes);
  for (const [name, own] of Object.entries(hashes))
    writeFileSync(join(out, `${name}.hashes`), encodeContentHashes(bank.items, own));
  const { examinees, items } = bank.responses;
  console.log(
    `${bank.name}: ${examinees.length} models × ${items.length} items, ${bytes.length} bytes in ${file}`,
  );
}

/** Reads a file, or the compressed one beside it. */
function readCsv(file: string): CsvFile {
  const packed = `${file}.gz`;
  try {
    if (!existsSync(file) && existsSync(packed))
      return { file: packed, text: gunzipSync(readFileSync(packed)).toString('utf8') };
    return { file, text: readFileSync(file, 'utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fail('FILE_NOT_FOUND', { file });
    return fail('FILE_UNREADABLE', { file, reason: String(error) });
  }
}
