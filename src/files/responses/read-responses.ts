import { fail } from '../../errors.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { shellWord } from '../../shell-word.ts';
import { eachRecord } from '../../text/each-record.ts';
import { quoted } from '../../text/quoted.ts';
import { countLines, readText } from '../../text/read-text.ts';
import { longResponses } from './long-responses.ts';
import { meantAsLong } from './meant-as-long.ts';
import type { ResponseForm, Responses } from './response-form.ts';
import { wideResponses } from './wide-responses.ts';

export type { Responses } from './response-form.ts';

/**
 * Reads recorded answers from a CSV file (UTF-8, LF or CRLF, names quoted where they hold a comma).
 *
 * Wide form: header `examinee,<item>,<item>,…`, one row per examinee, cells 0, 1, a fraction in [0, 1], or
 * empty (not asked). A second column headed `family` holds the examinee's family; it is no item.
 * Long form: header exactly `examinee,item,score`, one row per score. Both may be headed `model` for `examinee`. A wide file of two items named "item"
 * and "score", in that order, would be read as long.
 *
 * Scores are kept in single precision. An item nobody answered and an examinee who answered nothing stay in.
 * @param facts columns of the wide form that are facts about examinees and no items
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID, NO_ANSWERS
 */
export function readResponses(file: string, facts: readonly string[] = []): Responses {
  if (/\.parquet$/i.test(file))
    fail('FILE_INVALID', {
      file,
      found: 'Parquet',
      accepted: `CSV; to convert it: thetarank bank convert ${shellWord(file)} --out answers.csv`,
    });
  const text = readText(file);
  if (/^\s*[[{]/.test(text.toString('utf8', 0, 1000)))
    fail('FILE_INVALID', {
      file,
      found: 'JSON',
      accepted: 'CSV: a header examinee,<item>,<item>,… and one row per examinee',
    });
  const rows = countLines(text) - 1;
  let form: ResponseForm | undefined;
  let rowsRead = 0;
  eachRecord(file, text, (cells, line) => {
    if (form === undefined) {
      const long = isLong(cells);
      if (!long) checkHeader(file, cells, line);
      // A score takes at least its comma, so a file has no more scores than bytes.
      form = long
        ? longResponses(file, rows)
        : wideResponses(file, cells, line, { rows, cells: text.length }, facts);
    } else {
      form.row(cells, line);
      rowsRead++;
    }
  });
  if (form === undefined || rowsRead === 0) {
    fail('FILE_INVALID', {
      file,
      found: form === undefined ? 'an empty file' : 'no rows below the header',
      accepted: 'a header examinee,<item>,<item>,… and one row per examinee',
    });
  }
  const responses = form.finish();
  refuseSummary(file, responses.matrix);
  return responses;
}

const EXAMINEE = ['examinee', 'model'];
const SUMMARY =
  /^(?:average|avg|mean|overall|total|accuracy|acc|score)(?:[ _-]?(?:score|accuracy|acc))?$/i;
/** Of means that are written with two decimals. */
const ROUNDED = 0.0051;

/** @throws FILE_INVALID for a column or row that is the mean of the others and is called like one: it would count as an item or a model */
export function refuseSummary(file: string, { items, examinees, scores }: ResponseMatrix): void {
  const width = items.length;
  const column = summaryOf(items, examinees.length, (j, m) => scores[m * width + j]);
  const row = summaryOf(examinees, width, (m, j) => scores[m * width + j]);
  if (column === undefined && row === undefined) return;
  const [found, accepted] =
    column === undefined
      ? [`row ${quoted(row!)}`, 'one row per examinee']
      : [`column ${quoted(column)}`, 'one column per item'];
  fail('FILE_INVALID', {
    file,
    found: `${found}, the mean of the others`,
    accepted: `${accepted}: leave this one out`,
  });
}

/** The name of a line (a column or a row) that is called like a mean, and is the mean of the other lines at every place. */
function summaryOf(
  names: readonly string[],
  places: number,
  score: (line: number, place: number) => number,
): string | undefined {
  if (names.length <= 2) return undefined;
  return names.find(
    (name, own) =>
      SUMMARY.test(name) &&
      Array.from({ length: places }, (_, place) => place).every((place) => {
        const others = names.flatMap((_, line) => {
          const one = score(line, place);
          return line === own || Number.isNaN(one) ? [] : [one];
        });
        const known = others.reduce((sum, one) => sum + one, 0) / others.length;
        return Math.abs(score(own, place) - known) <= ROUNDED;
      }),
  );
}

function isLong(header: readonly string[]): boolean {
  return (
    header.length === 3 &&
    EXAMINEE.includes(header[0]) &&
    header[1] === 'item' &&
    header[2] === 'score'
  );
}

function checkHeader(file: string, header: readonly string[], line: number): void {
  const long = meantAsLong(header);
  if (long !== null) fail('FILE_INVALID', { file, where: `line ${line}`, ...long });
  if (EXAMINEE.includes(header[0])) return;
  fail('FILE_INVALID', {
    file,
    where: `line ${line}, column 1`,
    found: quoted(header[0]),
    accepted: '"examinee" or "model", followed by one column per item',
  });
}
