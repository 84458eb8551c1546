import { isMap, isScalar, parseDocument } from 'yaml';
import { parseJson } from '../../text/parse-json.ts';

/** An object of a reply. */
export interface FoundObject {
  /** Its fields in their order; scalars as they are written. */
  readonly fields: readonly (readonly [string, Value])[];
  /** Whether it is JSON as it stands. */
  readonly isJson: boolean;
}

export type Value = string | readonly (readonly [string, Value])[] | null;

/** Braces that are looked at, and objects within objects. */
const MOST_BRACES = 400;
const DEEPEST = 4;
/** Characters of an object, and of all that are tried: a text of faults alone takes the parser 40 µs a character. */
const LONGEST = 8000;
const MOST_TRIED = 20_000;

/**
 * The objects in a text, in its order: JSON, also with the usual faults, such as single or typographic quotes, names without quotes, commas
 * at the end. They may stand in a code block or between other words. Of objects within each other only the
 * outermost that can be read is given. A name that is given twice, or anything else that has no single meaning, makes an object
 * unreadable. The time it takes has a limit for any text.
 */
export function objectsIn(text: string): FoundObject[] {
  const room = { characters: MOST_TRIED };
  return pairsIn(text).flatMap((pair) => readable(text, pair, room));
}

interface Pair {
  readonly from: number;
  readonly to: number;
  /** Pairs within it. */
  readonly within: Pair[];
}

function pairsIn(text: string): Pair[] {
  const closed: Pair[] = [];
  const open: { from: number; within: Pair[] }[] = [];
  let braces = 0;
  for (const { index, 0: brace } of text.matchAll(/[{}]/g)) {
    if (++braces > MOST_BRACES) break;
    if (brace === '{') open.push({ from: index, within: [] });
    else {
      const last = open.pop();
      if (last === undefined) continue;
      const pair = { ...last, to: index + 1 };
      (open.at(-1)?.within ?? closed).push(pair);
    }
  }
  // A brace that nothing closes holds no object, but what stands in it may.
  return [...closed, ...open.flatMap(({ within }) => within)].sort((x, y) => x.from - y.from);
}

/** @param room characters that may still be tried */
function readable(
  text: string,
  { from, to, within }: Pair,
  room: { characters: number },
): FoundObject[] {
  const part = text.slice(from, to);
  if (part.length <= Math.min(LONGEST, room.characters)) {
    room.characters -= part.length;
    const fields = fieldsAsMeant(part);
    if (fields !== null) return [{ fields, isJson: parseJson(part) !== undefined }];
  }
  return within.flatMap((pair) => readable(text, pair, room));
}

/** A name with a colon or a foreign quote in it was meant to end there. */
const MISREAD = /:|^[“”„‟«‘’`´]/;

function fieldsAsMeant(part: string): Exclude<Value, string> {
  const fields = fieldsOf(part);
  if (fields?.some(([name]) => MISREAD.test(name)) === false) return fields;
  return fieldsOf(plain(part)) ?? fields;
}

/** One spelling of quotes, and a blank after each colon, as YAML wants it after names without quotes. */
function plain(part: string): string {
  return part
    .replaceAll(/[“”„‟«»]/g, '"')
    .replaceAll(/[‘’`´]/g, "'")
    .replaceAll('、', ',')
    .replaceAll(':', ': ');
}

/** JSON is YAML; YAML also has single quotes, names without quotes and commas at the end. */
function fieldsOf(part: string): Exclude<Value, string> {
  const document = parseDocument(part.replaceAll('\t', ' '), {
    schema: 'failsafe',
    uniqueKeys: true,
    stringKeys: true,
    logLevel: 'silent',
    prettyErrors: false,
  });
  if (document.errors.length > 0 || document.warnings.length > 0) return null;
  const fields = readNode(document.contents, 0);
  return typeof fields === 'string' ? null : fields;
}

function readNode(node: unknown, depth: number): Value {
  if (isScalar(node)) return String(node.value ?? '');
  if (!isMap(node) || depth > DEEPEST) return null;
  return node.items.map(({ key, value }): [string, Value] => [
    isScalar(key) ? String(key.value ?? '') : '',
    readNode(value, depth + 1),
  ]);
}
