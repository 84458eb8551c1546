import { parseJson } from '../../text/parse-json.ts';

/** The most of a reply that is read, in UTF-16 code units, and the objects that are tried. */
const LONGEST = 60_000;
const MOST_OBJECTS = 20;

/**
 * The outermost JSON objects in a text, in its order, also between other words or in a code block. Commas before a closing bracket and
 * line ends within a text are forgiven; anything else that is no JSON is left out. Time grows with the length of the text.
 */
export function jsonObjects(text: string): Readonly<Record<string, unknown>>[] {
  const found: Record<string, unknown>[] = [];
  const part = text.slice(0, LONGEST);
  let from = part.indexOf('{');
  for (let tried = 0; from !== -1 && tried < MOST_OBJECTS; tried++) {
    const to = endOf(part, from);
    const value = to === null ? undefined : objectOf(part.slice(from, to));
    if (value !== undefined) found.push(value);
    from = part.indexOf('{', value === undefined ? from + 1 : to!);
  }
  return found;
}

/** Behind the brace that closes the one at `from`; null if none does. Braces within texts do not count. */
function endOf(text: string, from: number): number | null {
  let depth = 0;
  let isText = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (isText) {
      if (sign === '\\') at++;
      else if (sign === '"') isText = false;
    } else if (sign === '"') isText = true;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return at + 1;
  }
  return null;
}

function objectOf(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text) ?? parseJson(forgiven(text));
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

const TEXT_OR_COMMA = /"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])/g;

/** Without commas at the end of lists, and with the line ends of texts escaped. */
function forgiven(text: string): string {
  return text.replaceAll(TEXT_OR_COMMA, (part) =>
    part === ',' ? '' : part.replaceAll(/\r\n?|\n/g, '\\n').replaceAll('\t', '\\t'),
  );
}
