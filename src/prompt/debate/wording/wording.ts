/**
 * The words of debates in one language, besides those of questions (`src/prompt/wording`). Like them they are put
 * together with texts by concatenation alone.
 */
export interface DebateWording {
  /** Raised with every change of a word here or of how these prompts are put together: part of a prompt's version. */
  readonly revision: number;
  /** Stands above the answer that is criticised. */
  readonly answer: string;
  /** What the critic is to do, after the answer; the form of an answer follows. */
  readonly criticise: string;
  /** Stands above the criticism. */
  readonly criticism: string;
  /** The task of the criticised model, after the criticism; the form of an answer follows. */
  readonly reflect: string;
  /** What stands in place of an answer or criticism that is empty. */
  readonly nothing: string;
  /** Stands where a text was too long: so many characters (UTF-16 code units) are left out. */
  leftOut(count: number): string;
}
