/** Most letters of a question: A to Z. */
export const MOST_OPTIONS = 26;

export const QUESTION_TYPES = ['single', 'multiple'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

/** The parts of a choice question needed to find its answer. */
export interface ChoiceQuestion {
  readonly type: QuestionType;
  /** How many options it has, 1 to 26: letters beyond are no answers. */
  readonly options: number;
  /** The texts of the options, where they are known: an answer may restate one without its letter. */
  readonly optionTexts?: readonly string[] | undefined;
  /** True if the option that is wrong is wanted: "B is wrong" then is an answer. Undefined if it is not known. */
  readonly asksForWrong?: boolean | undefined;
}

/** Why no answer was found: nothing was written, an answer was declined, the text breaks off, or it names no option. */
export type NoAnswerReason = 'empty' | 'refusal' | 'truncated' | 'none';

export interface Extraction {
  /** The letters, ascending and distinct, such as "B" or "ABD"; null if there is no answer. */
  readonly extracted: string | null;
  /** The rule that found them, or the last one that was asked. */
  readonly rule: string;
  /** Null if there is an answer. */
  readonly reason: NoAnswerReason | null;
}

/** A place of a text that says what the answer is. */
export interface Statement {
  /** Where the letters begin, to tell which statement is the last. */
  readonly at: number;
  readonly end: number;
  /** Ascending and distinct; empty if it is left open which: "A or B", or several for a single choice. */
  readonly letters: string;
  /** Where it is left open: the letters it is open between. */
  readonly among?: string;
}

/** Finds the statements of one kind in a text as `visibleText` gives it. */
export type ExtractionRule = (text: string, question: ChoiceQuestion) => Iterable<Statement>;

/** "ABD" for the letters of "D, A and B": distinct and ascending. */
export function sortedLetters(letters: Iterable<string>): string {
  return [...new Set(letters)].sort().join('');
}

/** The letter of option `index`: A for 0. */
export function letterOf(index: number): string {
  return String.fromCharCode(65 + index);
}
