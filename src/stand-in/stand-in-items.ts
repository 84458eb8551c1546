import type { ItemFormat } from '../../item-bank/import/format.ts';
import { type ItemImport, importItems, knownItems } from '../../item-bank/import/import-items.ts';
import { cmbExam } from '../../item-bank/import/published/cmb-exam.ts';
import { cmexam } from '../../item-bank/import/published/cmexam.ts';
import { exportedItems } from '../../item-bank/import/published/exported-items.ts';
import { mmlu } from '../../item-bank/import/published/mmlu.ts';
import { recognised } from '../../item-bank/import/recognise/recognised.ts';
import { csvRecords } from '../../item-bank/import/records/csv-rows.ts';
import { jsonRecords } from '../../item-bank/import/records/json-records.ts';
import type { SourceRecord } from '../../item-bank/import/records/records.ts';

/**
 * The items of a file whose format is told by its first record: items as thetarank exports them, a published bank that
 * there is an importer for, or CSV and JSON Lines with fields of common names. Items of the same content are all kept:
 * outputs may be recorded under the id of any of them.
 * @throws while read: FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export async function standInItems(file: string): Promise<ItemImport> {
  const isCsv = file.toLowerCase().endsWith('.csv');
  const first = await firstRecord(isCsv ? csvRecords(file) : jsonRecords(file));
  const format = isCsv ? csvFormat(first) : jsonFormat(first);
  return importItems(format, file, { ...knownItems(), idOfHash: () => undefined });
}

function csvFormat(first: unknown): ItemFormat {
  const columns = Array.isArray(first) ? first : [];
  if (['Question', 'Options', 'Answer'].every((name) => columns.includes(name))) return cmexam();
  // The files of MMLU have no header: their first row is a question with its key.
  const isMmlu = columns.length === 6 && /^[A-D]$/.test(columns[5]);
  return isMmlu ? mmlu() : recognised('csv');
}

function jsonFormat(first: unknown): ItemFormat {
  const fields = typeof first === 'object' && first !== null ? Object.keys(first) : [];
  const has = (...names: string[]) => names.every((name) => fields.includes(name));
  if (has('id', 'version', 'stem', 'hash')) return exportedItems();
  return has('question_type', 'option') ? cmbExam() : recognised('jsonl');
}

async function firstRecord(records: AsyncIterable<readonly SourceRecord[]>): Promise<unknown> {
  for await (const list of records)
    for (const record of list) if (record.reason === undefined) return record.value;
  return undefined;
}
