/**
 * A spreadsheet takes a text cell that begins with one of these (or with its full-width form) for a formula,
 * and runs it. `'*` is there so that guarding can be undone: a guarded text can be guarded again.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/u;
const GUARDED = /^'+[=+\-@\t\r＝＋－＠]/u;

/** A text for a cell of a CSV file: with an apostrophe before it where a spreadsheet would run it. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text that `guardFormula` was given: names survive being written and read. */
export function unguardFormula(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}
