import { basename } from 'node:path';
import type { HarnessSample } from '../../../item-bank/import/logs/harness-sample.ts';
import { fail } from '../../errors.ts';
import { type HarnessBank, harnessTasks } from './harness-tasks.ts';

/** Finds the item of a sample. */
export type HarnessLocator = (sample: HarnessSample, file: string, line: number) => Located;

export interface Located {
  /** The item's index in the bank; undefined if the bank does not have it. */
  readonly index: number | undefined;
  /** Whether the document in the sample is another than the one its `doc_id` names. */
  readonly disagrees: boolean;
}

/**
 * A locator for the items of a bank: by the logged document where it has the bank's id field, else by the
 * task in the file's name and `doc_id`. The locator throws FILE_INVALID where a sample has neither.
 * @throws HARNESS_UNMAPPED
 */
export function harnessLocator(bank: HarnessBank): HarnessLocator {
  const { map, itemsOf } = harnessTasks(bank);
  const itemsOfFile = new Map([...itemsOf].map(([task, items]) => [inFileName(task), items]));
  const indexOf = new Map(bank.items.map((item, j) => [item, j]));
  return (sample, file, line) => {
    const task = taskOfFile(file);
    const items = task === undefined ? undefined : itemsOfFile.get(inFileName(task));
    const ranked = sample.doc_id === undefined ? undefined : items?.[sample.doc_id];
    const id = fieldOf(sample.doc, map.idField);
    if (id !== undefined) {
      const index = indexOf.get(map.idPrefix + id);
      const comparable = index !== undefined && items !== undefined && sample.doc_id !== undefined;
      return { index, disagrees: comparable && ranked !== index };
    }
    if (task === undefined || sample.doc_id === undefined) {
      fail('FILE_INVALID', {
        file,
        where: `line ${line}`,
        found: `neither doc.${map.idField} nor ${task === undefined ? 'a task in the name of the file' : 'doc_id'}`,
        accepted: `a line with doc.${map.idField}, or a line with doc_id in a file samples_<task>_<date>.jsonl`,
      });
    }
    return { index: ranked, disagrees: false };
  };
}

/** The harness names files by the task as it is; copies of its logs have all but letters, digits and _ replaced. */
function inFileName(task: string): string {
  return task.replaceAll(/[^\p{L}\p{N}_]/gu, '_');
}

function taskOfFile(file: string): string | undefined {
  return /^samples_(.+)_\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(?:\.\d+)?\.jsonl$/u.exec(
    basename(file),
  )?.[1];
}

/** The text of an identifying field of a document; undefined if there is none. */
function fieldOf(doc: unknown, field: string): string | undefined {
  if (typeof doc !== 'object' || doc === null || !Object.hasOwn(doc, field)) return undefined;
  const value = (doc as Record<string, unknown>)[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
