import { fail } from '../../src/errors.ts';
import { contentHash, type ItemContent } from '../items/content-hash.ts';
import { type CsvFile, parseCsv } from './csv-file.ts';
import { cruxevalStem } from './published-text.ts';

type Cell = (column: string) => string;

/**
 * The content hashes of the items of MMLU-Pro, from a table with the columns item, question, options (a list as JSON) and
 * answer (a letter). Hashes are facts: no text is kept.
 * @param items the ids of the bank, in its order
 * @throws FILE_INVALID with the place of the first thing that is not so
 */
export function mmluProHashes(file: CsvFile, items: readonly string[]): string[] {
  return itemHashes(file, items, (cell) => {
    const texts = JSON.parse(cell('options')) as string[];
    return {
      type: 'single',
      stem: cell('question'),
      options: Object.fromEntries(texts.map((text, k) => [String.fromCharCode(65 + k), text])),
      key: [cell('answer')],
    };
  });
}

/** The same of CRUXEval-O, as ZeroEval asks it: item, question (the whole prompt) and answer (the output). */
export function cruxevalOHashes(file: CsvFile, items: readonly string[]): string[] {
  return itemHashes(file, items, (cell) => ({
    type: 'open',
    stem: cell('question'),
    key: [cell('answer')],
  }));
}

/** The code, and the input in the assertion, of a prompt of ZeroEval. */
const CRUXEVAL_PROMPT = /\[PYTHON\]\n([\s\S]*)\nassert f\(([\s\S]*)\) == \?\?\n\[\/PYTHON\]$/;

/** The same of the items as they are made of the data set that CRUXEval publishes. */
export function cruxevalPublishedHashes(file: CsvFile, items: readonly string[]): string[] {
  return itemHashes(file, items, (cell) => {
    const [, code, input] = CRUXEVAL_PROMPT.exec(cell('question')) ?? [];
    if (input === undefined)
      fail('FILE_INVALID', {
        file: file.file,
        where: cell('item'),
        found: 'no function with an assertion',
        accepted: "ZeroEval's prompt",
      });
    return { type: 'open', stem: cruxevalStem(code, input), key: [cell('answer')] };
  });
}

function itemHashes(
  csv: CsvFile,
  items: readonly string[],
  content: (cell: Cell) => ItemContent,
): string[] {
  const { file } = csv;
  const [header, ...rows] = parseCsv(csv);
  const byId = new Map<string, string>();
  for (const [k, row] of rows.entries()) {
    const cell: Cell = (column) => {
      const at = header.indexOf(column);
      if (at >= 0) return row[at];
      const accepted = 'the columns item, question and answer';
      return fail('FILE_INVALID', { file, where: 'row 1', found: `no column ${column}`, accepted });
    };
    try {
      byId.set(cell('item'), contentHash(content(cell)));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      const where = `item ${k + 1}`;
      fail('FILE_INVALID', { file, where, found: 'options that are not JSON', accepted: 'a list' });
    }
  }
  return items.map((id) => {
    const hash = byId.get(id);
    if (hash === undefined)
      fail('FILE_INVALID', { file, found: `no row of item ${id}`, accepted: 'all items' });
    return hash;
  });
}
