import type { ItemFormat } from '../format.ts';
import type { Provenance } from '../item-draft.ts';
import { keyLetters, lettered } from '../letters.ts';
import { csvRecords } from '../records/csv-rows.ts';
import { Rejection, type SourceRecord } from '../records/records.ts';
import { baseName, type Source } from '../records/source.ts';
import { sealItem } from '../seal-item.ts';

const MMLU: Provenance = { source: 'MMLU', licence: 'MIT', language: 'en' };
const CMMLU: Provenance = { source: 'CMMLU', licence: 'CC BY-NC-SA 4.0', language: 'zh' };

export interface MmluOptions extends Partial<Provenance> {
  /** The tag `subject`; by default the name of the file without `_test`, `_dev`, `_val` and ending. */
  readonly subject?: string;
}

/**
 * The CSV files of MMLU (Hendrycks et al. 2021, arXiv:2009.03300): no header; question, four options, key. And those of
 * CMMLU (Li et al. 2023, arXiv:2306.09212), which have a header and number their rows: known by a first row that has
 * the cells Question and Answer. One file is one subject.
 */
export function mmlu({ subject, ...provenance }: MmluOptions = {}): ItemFormat {
  return {
    records: rows,
    item(value, source) {
      const { cells, isCmmlu } = value as MmluRow;
      if (cells.length !== 6) throw new Rejection(`${cells.length} cells; accepted: 6`);
      const split = /_(test|dev|val|train|auxiliary_train)$/.exec(baseName(source));
      return sealItem(
        {
          type: 'single',
          stem: cells[0],
          options: lettered(cells.slice(1, 5)),
          key: keyLetters(cells[5]),
          tags: {
            subject: subject ?? baseName(source).slice(0, split?.index),
            split: split?.[1],
          },
        },
        { ...(isCmmlu ? CMMLU : MMLU), ...provenance },
        isCmmlu ? 'cmmlu' : 'mmlu',
      );
    },
  };
}

interface MmluRow {
  readonly cells: readonly string[];
  readonly isCmmlu: boolean;
}

async function* rows(source: Source): AsyncGenerator<SourceRecord[]> {
  let isFirst = true;
  let isCmmlu = false;
  for await (const records of csvRecords(source)) {
    const made: SourceRecord[] = [];
    for (const record of records) {
      const cells = record.reason === undefined ? (record.value as string[]) : [];
      const isHeader = isFirst && cells.includes('Question') && cells.includes('Answer');
      isFirst = false;
      if (isHeader) isCmmlu = true;
      else if (record.reason !== undefined) made.push(record);
      // The first cell of a row of CMMLU is its number.
      else
        made.push({ where: record.where, value: { cells: cells.slice(isCmmlu ? 1 : 0), isCmmlu } });
    }
    yield made;
  }
}
