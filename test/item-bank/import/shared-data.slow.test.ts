import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { ItemFormat } from '../../../item-bank/import/format.ts';
import { exportedItems } from '../../../item-bank/import/published/exported-items.ts';
import { itemLine } from '../../../item-bank/items/item-line.ts';
import { mappedFormat } from './recognise/mapped-format.ts';
import { bytesSource, runImport } from './run-import.ts';

/** Question banks too large for the repository, and not ours to ship; skipped where they are not there. */
const SHARED = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
const MAP = { id: 'id', stem: 'question', options: 'options', key: 'answer' };
const zh = (source: string) => ({ source, licence: 'not shipped', language: 'zh' });

interface Expected {
  read: number;
  accepted: number;
  duplicates: number;
  types: Record<string, number>;
}

/**
 * The numbers of records are those of the README beside the data; rejections (options of the same text, options that are
 * letters alone, a key `nan`) and duplicates were counted by a few lines of Python on the same files. That README counts the key `nan` as several letters:
 * 211.
 */
const BANKS: [string, ItemFormat, Expected][] = [
  [
    'banks/cmexam_val.jsonl',
    mappedFormat('jsonl', { ...MAP, explanation: 'explanation' }, zh('CMExam')),
    { read: 6811, accepted: 6802, duplicates: 0, types: { single: 6592, multiple: 210 } },
  ],
  [
    'banks/apollo_cmb-single.jsonl',
    mappedFormat('jsonl', MAP, zh('CMB')),
    { read: 2000, accepted: 1996, duplicates: 3, types: { single: 1996 } },
  ],
  [
    'banks/cmmlu.jsonl',
    mappedFormat('jsonl', { ...MAP, tags: { subject: 'subject', split: 'split' } }, zh('CMMLU')),
    { read: 11917, accepted: 11913, duplicates: 3, types: { single: 11913 } },
  ],
  [
    'banks/cmb_clin.jsonl',
    mappedFormat(
      'jsonl',
      { stem: 'description', key: 'QA_pairs', tags: { title: 'title' } },
      zh('CMB'),
    ),
    { read: 74, accepted: 74, duplicates: 0, types: { case: 74 } },
  ],
  [
    'mmlu_pro/items.csv',
    mappedFormat(
      'csv',
      { ...MAP, id: 'item', tags: { category: 'category', source: 'src' } },
      { source: 'MMLU-Pro', licence: 'MIT', language: 'en' },
    ),
    { read: 12032, accepted: 11873, duplicates: 159, types: { single: 11873 } },
  ],
];

describe.each(BANKS)('%s', (path, format, expected) => {
  const file = `${SHARED}${path}`;
  const isThere = existsSync(file);
  const title = isThere
    ? 'counts, and the same after export'
    : `skipped: no ../shared/data/${path}`;
  test.skipIf(!isThere)(title, async () => {
    const { items, report } = await runImport(format, file);
    const types: Record<string, number> = {};
    for (const { type } of items) types[type] = (types[type] ?? 0) + 1;
    const { read, accepted, duplicates } = report;
    expect({ read, accepted, duplicates, types }).toEqual(expected);

    const lines = items.map((item) => `${itemLine(item)}\n`).join('');
    const again = await runImport(exportedItems(), bytesSource(lines, 'FILE', 2 ** 20));
    expect(again.report.rejected).toEqual([]);
    expect(again.items.map(({ hash }) => hash)).toEqual(items.map(({ hash }) => hash));
    expect(again.items.map((item) => `${itemLine(item)}\n`).join('') === lines).toBe(true);
  });
});
