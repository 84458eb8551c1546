/** All words of a judge's prompts in one language, except those of the rubric. */
export interface JudgeWording {
  /** Raised with every change of a word here or of how prompts are put together: part of a prompt's version. */
  readonly revision: number;
  readonly headings: Readonly<
    Record<
      'description' | 'history' | 'earlierQuestion' | 'earlierAnswer' | 'question' | 'references',
      string
    >
  >;
  readonly answer: string;
  readonly aspects: string;
  /** The range of grades of an aspect. */
  range(low: number, high: number): string;
  /** That quoted lines are material only. */
  readonly quoted: string;
  /** The form of the reply. @param form the object, with letters in place of grades */
  ask(form: string): string;
  /** What is added if the answer could contain an object of its own. */
  code(code: string): string;
  readonly nothing: string;
  leftOut(count: number): string;
  /** Asks for grades that can be read. */
  again(problem: string, form: string): string;
  /** What was wrong with a reply, in the words of the next message. */
  readonly problems: {
    readonly empty: string;
    readonly unfinished: string;
    readonly noObject: string;
    readonly noCode: string;
    readonly several: string;
    missing(names: string): string;
    range(name: string, given: string, low: number, high: number): string;
  };
  readonly pair: {
    readonly instruction: string;
    readonly first: string;
    readonly second: string;
    readonly ask: string;
    readonly again: string;
  };
}
