import { plainText } from '../plain-text.ts';

/** Characters that are kept: reasons quote files, whose cells may be long. */
const LONGEST = 300;

/** A quoted text on one line, without control characters. */
export function shortened(text: string): string {
  const plain = plainText(text);
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}
