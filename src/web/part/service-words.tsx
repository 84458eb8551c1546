import { toldAgain } from '../words/t.ts';

/**
 * A text that the service has in English only, such as the reason that a session keeps: in the reader's language where its sentences are
 * known, else as it is, and software that reads aloud is told so.
 */
export function ServiceWords({ text }: { text: string }) {
  const told = toldAgain(text);
  return told === null ? <span lang="en">{text}</span> : <span>{told}</span>;
}
