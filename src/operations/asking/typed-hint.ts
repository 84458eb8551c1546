/**
 * A sentence with something to type, after another sentence: shown on a terminal. Readers of a page that was sent to them did
 * not run the command, so the page leaves it out.
 */
export type TypedHint = (sentence: string) => string;

export const ON_TERMINAL: TypedHint = (sentence) => ` ${sentence}`;
export const ON_PAGE: TypedHint = () => '';
