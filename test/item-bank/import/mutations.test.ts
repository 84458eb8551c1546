import { existsSync, openSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type AttachTarget, attachItems } from '../../../item-bank/import/attach-items.ts';
import type { ItemFormat } from '../../../item-bank/import/format.ts';
import { lmEval } from '../../../item-bank/import/logs/lm-eval.ts';
import { recognised } from '../../../item-bank/import/recognise/recognised.ts';
import { ThetarankError } from '../../../src/errors.ts';
import { toCsv } from '../../../src/files/write/write.ts';
import { mutate } from './mutate.ts';
import { bytesSource, runImport } from './run-import.ts';

/** Real files where they are there, else small ones of our own; the first 20 kB of each. */
const SHARED = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
const LENGTH = 20_000;
const OWN = Array.from({ length: 60 }, (_, k) => ({
  id: `q${k}`,
  question: `第${k}题："引号"，几？`,
  options: { A: '一', B: '二', C: `${k}` },
  answer: 'AB'.slice(0, 1 + (k % 2)),
  explanation: '因为，如此。',
}));
const OWN_LINES = OWN.map((one) => JSON.stringify(one)).join('\n');
const OWN_CSV = toCsv(
  ['item', 'question', 'options', 'answer'],
  OWN.map(({ id, question, options, answer }) => [id, question, JSON.stringify(options), answer]),
);
const FILES: [string, 'csv' | 'jsonl', string][] = [
  ['banks/cmexam_val.jsonl', 'jsonl', OWN_LINES],
  ['banks/cmmlu.jsonl', 'jsonl', OWN_LINES],
  ['banks/cmb_clin.jsonl', 'jsonl', OWN_LINES],
  ['mmlu_pro/items.csv', 'csv', OWN_CSV],
  ['cruxeval_o/items.csv', 'csv', OWN_CSV],
];

function start(path: string, own: string): Buffer {
  if (!existsSync(`${SHARED}${path}`)) return Buffer.from(own);
  const bytes = Buffer.alloc(LENGTH);
  return bytes.subarray(0, readSync(openSync(`${SHARED}${path}`, 'r'), bytes, 0, LENGTH, 0));
}

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

async function survives(format: ItemFormat, bytes: Buffer): Promise<void> {
  try {
    // runImport holds that read = accepted + rejected + duplicates.
    await runImport(format, bytesSource(bytes));
  } catch (error) {
    if (!(error instanceof ThetarankError)) throw error;
    expect(error.code).toBe('FILE_INVALID');
    expect(error.message).not.toMatch(/[\n\r]/);
  }
}

describe.each(FILES)('%s', (path, container, own) => {
  const bytes = start(path, own);

  test('40 mutations: imported or refused, every record counted', async () => {
    for (const seed of SEEDS) await survives(recognised(container), mutate(bytes, seed));
  });

  test('15 mutations read as logs, and attached', async () => {
    const target: AttachTarget = { items: ['q1', 'q70'], hashes: ['', ''], tagsOf: () => ({}) };
    for (const seed of SEEDS.slice(0, 15)) {
      const mutated = mutate(bytes, seed);
      await survives(lmEval({ model: 'm' }), mutated);
      const run = attachItems(target, bytesSource(mutated), { container });
      const { report } = await run.catch((error: unknown) => {
        if (!(error instanceof ThetarankError)) throw error;
        return { report: null };
      });
      if (report === null) continue;
      const { read, matched, repeated, mismatchedCount, unknownCount } = report;
      expect(read).toBe(matched + repeated + mismatchedCount + unknownCount);
    }
  });
});
