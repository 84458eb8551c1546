import { z } from 'zod';
import { parseJson } from '../../../src/text/parse-json.ts';
import type { Item, ItemType } from '../../items/item.ts';
import { keyLetters, letterAt, lettered, sortedLetters } from '../letters.ts';
import { parseValue } from '../records/parse-value.ts';
import { hasProtoField, PROTO_REASON, Rejection } from '../records/records.ts';
import type { FieldMap } from './field-map.ts';
import { optionLines } from './option-lines.ts';

type Options = Readonly<Record<string, string>>;

const SHAPES = z.union([z.array(z.coerce.string()), z.record(z.string(), z.coerce.string())], {
  error: 'options: neither texts by letter nor a list of texts',
});

/** Options by letter, from any of the ways to write them; undefined where there are none. @throws Rejection */
export function mappedOptions(value: unknown): Options | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') {
    const parsed = /^\s*[[{]/.test(value) ? parseJson(value) : undefined;
    return parsed === undefined ? optionLines(value) : mappedOptions(parsed);
  }
  if (hasProtoField(value)) throw new Rejection(PROTO_REASON);
  const options = parseValue(SHAPES, value);
  return Array.isArray(options) ? lettered(options) : options;
}

const answer = z.union([z.string(), z.array(z.string())], {
  error: 'neither a text nor a list of texts',
});
const CASE = z.array(
  z.looseObject({ question: z.string(), answer: answer.optional(), answers: answer.optional() }),
);

/** Type and key of a record. @throws Rejection */
export function mappedKey(
  value: unknown,
  options: Options | undefined,
  map: Pick<FieldMap, 'type' | 'keyIs'>,
): { type: ItemType; options?: Options; key: Item['key'] } {
  const type = map.type ?? guessType(value, options);
  if (type === 'open') return { type, key: list(parseValue(answer, value)) };
  if (type === 'case') {
    const key = parseValue(CASE, value).map(({ question, answer, answers }) => ({
      question,
      answers: list(answers ?? answer ?? []),
    }));
    return { type, key };
  }
  if (options === undefined) throw new Rejection('no options');
  const letters = lettersOf(value, map.keyIs ?? 'letters');
  if (type === 'sequencing') return { type, options, key: letters };
  if (map.type === undefined)
    return {
      type: letters.length > 1 ? 'multiple' : 'single',
      options,
      key: sortedLetters(letters),
    };
  return { type, options, key: sortedLetters(letters) };
}

function guessType(value: unknown, options: Options | undefined): ItemType {
  if (options !== undefined) return 'single';
  return Array.isArray(value) && typeof value[0] === 'object' ? 'case' : 'open';
}

function lettersOf(value: unknown, keyIs: 'letters' | 'index'): string[] {
  const parts = (Array.isArray(value) ? value : [value]).map((part) =>
    typeof part === 'number' ? String(part) : part,
  );
  if (!parts.every((part) => typeof part === 'string')) throw new Rejection('no key');
  if (keyIs === 'letters') return parts.flatMap(keyLetters);
  return parts.flatMap((part) =>
    part.split(',').map((place) => {
      const index = /^\s*\d{1,2}\s*$/.test(place) ? Number(place) : 26;
      if (index > 25)
        throw new Rejection('a key that is not the position of an option, counted from 0');
      return letterAt(index);
    }),
  );
}

function list(answers: string | readonly string[]): string[] {
  return typeof answers === 'string' ? [answers] : [...answers];
}
