import { cmbExam } from '../../item-bank/import/cmb-exam.ts';
import { cmexam } from '../../item-bank/import/cmexam.ts';
import { csv } from '../../item-bank/import/csv.ts';
import { csvRecords } from '../../item-bank/import/csv-rows.ts';
import type { FieldMap } from '../../item-bank/import/field-map.ts';
import type { ItemFormat } from '../../item-bank/import/format.ts';
import { type ItemImport, importItems, knownItems } from '../../item-bank/import/import-items.ts';
import { jsonRecords } from '../../item-bank/import/json-records.ts';
import { exportedItems, jsonl } from '../../item-bank/import/jsonl.ts';
import { mmlu } from '../../item-bank/import/mmlu.ts';
import type { SourceRecord } from '../../item-bank/import/records.ts';
import { baseName } from '../../item-bank/import/source.ts';
import { fail } from '../errors.ts';

/** Fields by what they are usually called; the first that is there counts. */
const NAMES = {
  id: ['item', 'id', 'question_id'],
  stem: ['stem', 'question', 'description'],
  options: ['options', 'choices'],
  key: ['key', 'answer', 'answers', 'QA_pairs'],
} as const;

/**
 * The items of a file whose format is told by its first record: items as thetarank exports them, a published bank that
 * there is an importer for, or CSV and JSON Lines with fields of the usual names. Items of the same content are all kept:
 * outputs may be recorded under the id of any of them.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export async function standInItems(file: string): Promise<ItemImport> {
  const format = file.toLowerCase().endsWith('.csv')
    ? await csvFormat(file)
    : await jsonFormat(file);
  return importItems(format, file, { ...knownItems(), idOfHash: () => undefined });
}

async function csvFormat(file: string): Promise<ItemFormat> {
  const columns = (await firstRecord(csvRecords(file))) as string[] | undefined;
  if (columns === undefined) return failOn(file, 'no lines');
  if (['Question', 'Options', 'Answer'].every((name) => columns.includes(name))) return cmexam();
  const map = fieldMap(columns);
  if (map !== undefined) return csv(map, provenance(file));
  return columns.length === 6 || columns.includes('Question')
    ? mmlu()
    : failOn(file, `the columns ${columns.slice(0, 8).join(', ').slice(0, 200)}`);
}

async function jsonFormat(file: string): Promise<ItemFormat> {
  const first = await firstRecord(jsonRecords(file));
  if (typeof first !== 'object' || first === null) return failOn(file, 'no objects of JSON');
  const fields = Object.keys(first);
  if (['id', 'version', 'hash', 'stem'].every((name) => fields.includes(name)))
    return exportedItems();
  if (fields.includes('question_type') && fields.includes('option')) return cmbExam();
  const map = fieldMap(fields);
  if (map !== undefined) return jsonl(map, provenance(file));
  return failOn(file, `the fields ${fields.slice(0, 8).join(', ').slice(0, 200)}`);
}

async function firstRecord(records: AsyncIterable<readonly SourceRecord[]>): Promise<unknown> {
  for await (const list of records)
    for (const record of list) if (record.reason === undefined) return record.value;
  return undefined;
}

function fieldMap(fields: readonly string[]): FieldMap | undefined {
  const field = (of: keyof typeof NAMES) => NAMES[of].find((name) => fields.includes(name));
  const [id, stem, options, key] = [field('id'), field('stem'), field('options'), field('key')];
  if (stem === undefined || key === undefined) return undefined;
  const letters = fields.filter((name) => /^[A-Z]$/.test(name)).sort();
  const choices = options ?? (letters.length > 1 ? letters : undefined);
  return {
    stem,
    key,
    ...(id === undefined ? {} : { id }),
    ...(choices === undefined ? {} : { options: choices }),
  };
}

function provenance(file: string) {
  return { source: baseName(file), licence: 'not stated', language: 'und' };
}

function failOn(file: string, found: string): never {
  return fail('FILE_INVALID', {
    file,
    found,
    accepted:
      'items as thetarank exports them; CMExam, CMB, MMLU or CMMLU files; CSV or JSON Lines with item, question, options and answer',
  });
}
