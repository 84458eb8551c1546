/** A name of a model, taken apart. Two names may mean one model if their cores are equal and nothing else contradicts. */
export interface ModelName {
  /** What must be equal: words and numbers, in order, without letter case and separators. */
  readonly core: string;
  /** Digits of the date within the name; empty if it has none. */
  readonly date: string;
  /** What stands before the last slash, such as the organisation; empty if there is nothing. */
  readonly prefix: string;
}

const YEAR = '20[12]\\d';
const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12]\\d|3[01])';
/** 2024-05-13, 20240513, 2024-05; then what only stands alone between separators: 240513, 0613 (month and day), 2407 (year and month). */
const DATE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${YEAR}[-_.]?${MONTH}(?:[-_.]?${DAY})?|2\\d${MONTH}${DAY}|${MONTH}${DAY}|2\\d${MONTH})(?![\\p{L}\\p{N}])`,
  'u',
);

/**
 * Takes a name of a model apart: `OpenAI/GPT-4o-2024-05-13` has the core `gpt-4-o`, the date 20240513 and the prefix `openai`. Every other
 * word stays in the core, so `-instruct`, `-chat`, sizes and versions tell models apart. Numbers keep their bounds: `llama-3.1` is not
 * `llama-31`. A plus sign is the word "plus".
 */
export function modelName(name: string): ModelName {
  const plain = name.normalize('NFKC').toLowerCase().trim();
  const slash = plain.lastIndexOf('/');
  const own = plain.slice(slash + 1);
  const date = DATE.exec(own)?.[0] ?? '';
  const core = words(own.replace(date, ' '));
  // A name that is nothing but a date has to keep it.
  return core === ''
    ? { core: words(own), date: '', prefix: words(plain.slice(0, Math.max(0, slash))) }
    : { core, date: date.replaceAll(/\D/g, ''), prefix: words(plain.slice(0, Math.max(0, slash))) };
}

function words(text: string): string {
  return (text.replaceAll('+', ' plus ').match(/\p{L}[\p{L}\p{M}]*|\p{N}+/gu) ?? []).join('-');
}
