import { CsvError, type InfoRecord } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { fail } from '../errors.ts';

const QUOTE_ERRORS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a double quote that is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'text after a closing double quote',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'text after a closing double quote',
  INVALID_OPENING_QUOTE: 'a double quote inside an unquoted cell',
};

/**
 * Hands the records of a CSV text to `onRecord` one after another, the header first, each with the line it
 * starts on as an editor counts lines. Spaces around an unquoted cell are dropped, blank lines are skipped;
 * the number of cells may differ from record to record. No record is kept.
 * @throws FILE_INVALID for quotes that do not pair up, and whatever `onRecord` throws
 */
export function eachRecord(
  file: string,
  text: Buffer,
  onRecord: (cells: readonly string[], line: number) => void,
): void {
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
