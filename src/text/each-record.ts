import { CsvError, type InfoRecord } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { fail } from '../errors.ts';

const QUOTE_ERRORS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a double quote that is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'text after a closing double quote',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'text after a closing double quote',
  INVALID_OPENING_QUOTE: 'a double quote inside an unquoted cell',
};

/** Of the header, at least its beginning. */
const HEADER_BYTES = 2 ** 16;

type OnRecord = (cells: readonly string[], line: number) => void;

/**
 * Hands the records of a CSV text to `onRecord` one after another, the header first, each with the line it
 * starts on as an editor counts lines. Spaces around an unquoted cell are dropped, blank lines are skipped;
 * the number of cells may differ from record to record. No record is kept.
 * @throws FILE_INVALID for quotes that do not pair up, for another separator than the comma, and whatever `onRecord` throws
 */
export function eachRecord(file: string, text: Buffer, onRecord: OnRecord): void {
  refuseSeparator(file, text.toString('utf8', 0, HEADER_BYTES));
  eachRow(file, text, onRecord);
}

/** @throws FILE_INVALID if semicolons or tabs, and no commas, stand between the cells of the first line */
export function refuseSeparator(file: string, text: string): void {
  const [first = ''] = text.trimStart().split('\n', 1);
  const unquoted = first.trim().replaceAll(/"[^"]*(?:"|$)/g, '');
  const separator = [';', '\t'].find((one) => unquoted.includes(one));
  if (separator === undefined || unquoted.includes(',')) return;
  fail('FILE_INVALID', {
    file,
    where: 'the first line',
    found: `cells separated by ${separator === ';' ? 'semicolons' : 'tabs'}`,
    accepted: 'cells separated by commas, and numbers with a decimal point, such as 0.5',
  });
}

/** As `eachRecord`, also for a text without a header. */
export function eachRow(file: string, text: Buffer, onRecord: OnRecord): void {
  let nextLine = 1;
  let lines = 0;
  let blankLines = 0;
  const visit = (cells: readonly string[], info: InfoRecord): null => {
    const line = nextLine + info.empty_lines - blankLines;
    // csv-parse counts line ends as well, but a CRLF within quotes twice: count those again.
    const oneLine = info.lines - lines === 1 + info.empty_lines - blankLines;
    nextLine = line + 1 + (oneLine ? 0 : lineEndsWithin(cells));
    lines = info.lines;
    blankLines = info.empty_lines;
    onRecord(cells, line);
    return null;
  };
  try {
    parse(text, {
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record: visit,
    });
  } catch (error) {
    if (!(error instanceof CsvError && Object.hasOwn(QUOTE_ERRORS, error.code))) throw error;
    const at = error as unknown as { column: number; empty_lines: number };
    fail('FILE_INVALID', {
      file,
      where: `line ${nextLine + at.empty_lines - blankLines}, column ${at.column + 1}`,
      found: QUOTE_ERRORS[error.code],
      accepted: 'double quotes around a whole cell; a quote inside it is doubled',
    });
  }
}

function lineEndsWithin(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) count += cell.split('\n').length - 1;
  return count;
}
