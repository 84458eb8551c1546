import type { WrittenType } from './issues.ts';
import type { WriteWording } from './wording/wording.ts';

/** A question as it is kept, with its options in the order in which they are asked. */
export interface WrittenQuestion {
  readonly type: WrittenType;
  readonly stem: string;
  /** Null for open questions. */
  readonly options: Readonly<Record<string, string>> | null;
  /** Letters, in the right order for `sequencing`; reference answers of an open question. */
  readonly key: readonly string[];
  readonly explanation: string;
  /** The sentence of the passage that proves the key, as the writer quoted it. */
  readonly evidence: string;
}

/** Stem and options, without key. */
export function stemText({ stem, options }: WrittenQuestion): string {
  const lines = Object.entries(options ?? {}).map(([letter, text]) => `${letter}. ${text}`);
  return [stem, ...lines].join('\n');
}

/** The key as words: letters together, reference answers apart. */
function keyText({ options, key }: Pick<WrittenQuestion, 'options' | 'key'>): string {
  return options === null ? key.join('; ') : key.join('');
}

/** All of a question, as its auditor and the writer of its replacement see it. */
export function wholeText(question: WrittenQuestion, { headings }: WriteWording): string {
  return [
    stemText(question),
    `${headings.key} ${keyText(question)}`,
    ...(question.explanation === '' ? [] : [`${headings.explanation} ${question.explanation}`]),
    ...(question.evidence === '' ? [] : [`${headings.evidence} ${question.evidence}`]),
  ].join('\n');
}
