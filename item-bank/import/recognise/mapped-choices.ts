import { z } from 'zod';
import { parseJson } from '../../../src/text/parse-json.ts';
import { quoted } from '../../../src/text/quoted.ts';
import type { Item, ItemType } from '../../items/item.ts';
import { keyLetters, letterAt, lettered, sortedLetters } from '../letters.ts';
import { parseValue } from '../records/parse-value.ts';
import { hasProtoField, PROTO_REASON, Rejection } from '../records/records.ts';
import type { FieldMap } from './field-map.ts';
import { optionLines } from './option-lines.ts';

type Options = Readonly<Record<string, string>>;

/** A null is an option that is not there. */
const TEXT = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .transform((text) => String(text ?? ''));
const SHAPES = z.union([z.array(TEXT), z.record(z.string(), TEXT)], {
  error: 'options: neither texts by letter nor a list of texts',
});

/** As in ARC: texts and their labels beside each other. */
const LABELLED = z.strictObject({ text: z.array(z.string()), label: z.array(z.string()) });

function byLabel({ text, label }: z.infer<typeof LABELLED>): Options {
  if (text.length !== label.length) throw new Rejection('options: not as many labels as texts');
  const odd = label.find((one) => !/^[A-Z]$/.test(one));
  if (odd !== undefined) throw new Rejection(`options: the label ${quoted(odd)}, not a letter`);
  if (new Set(label).size < label.length) throw new Rejection('options: a label twice');
  return Object.fromEntries(label.map((letter, k) => [letter, text[k]]));
}

/** Options by letter, from any of the ways to write them; undefined where there are none. @throws Rejection */
export function mappedOptions(value: unknown): Options | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') {
    const parsed = /^\s*[[{]/.test(value) ? parseJson(value) : undefined;
    return parsed === undefined ? optionLines(value) : mappedOptions(parsed);
  }
  if (hasProtoField(value)) throw new Rejection(PROTO_REASON);
  const labelled = LABELLED.safeParse(value);
  if (labelled.success) return byLabel(labelled.data);
  const options = parseValue(SHAPES, value);
  return Array.isArray(options) ? lettered(options) : options;
}

const answer = z.union([z.string(), z.array(z.string())], {
  error: 'the key is neither a text nor a list of texts',
});
/** No answer would have the same words. */
const SOLUTION = /(^|\n)\s*####\s*\S/;
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
  if (type === 'open') {
    const key = list(parseValue(answer, value));
    if (key.some((text) => SOLUTION.test(text)))
      throw new Rejection(
        'a solution that ends in #### and the answer, as in GSM8K: --format gsm8k',
      );
    return { type, key };
  }
  if (type === 'case') {
    const key = parseValue(CASE, value).map(({ question, answer, answers }) => ({
      question,
      answers: list(answers ?? answer ?? []),
    }));
    return { type, key };
  }
  if (options === undefined) throw new Rejection('no options');
  const letters = lettersOf(value, map.keyIs ?? 'letters', options);
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

/** The letters that a key names. @throws Rejection */
export function lettersOf(value: unknown, keyIs: 'letters' | 'index', options: Options): string[] {
  const parts = (Array.isArray(value) ? value : [value]).map((part) =>
    typeof part === 'number' ? String(part) : part,
  );
  if (!parts.every((part) => typeof part === 'string')) throw new Rejection('no key');
  if (keyIs === 'letters')
    return parts.flatMap((part) => optionOf(part, options) ?? namedLetters(part));
  return parts.flatMap((part) =>
    part.split(',').map((place) => {
      const index = /^\s*\d{1,2}\s*$/.test(place) ? Number(place) : 26;
      if (index > 25)
        throw new Rejection('a key that is not the position of an option, counted from 0');
      return letterAt(index);
    }),
  );
}

/** The letter of the only option with this text, where the text can be neither letters nor the position of an option. */
function optionOf(part: string, options: Options): string | undefined {
  const text = part.trim();
  if (/^\d{1,2}$/.test(text) && Number(text) <= Object.keys(options).length) return undefined;
  const letters = text.toUpperCase().replaceAll(/[\s,;/|、]/g, '');
  if ([...letters].every((letter) => Object.hasOwn(options, letter))) return undefined;
  const found = Object.keys(options).filter((letter) => options[letter].trim() === text);
  return found.length === 1 ? found[0] : undefined;
}

function namedLetters(part: string): string[] {
  if (/^\s*\d{1,2}\s*$/.test(part))
    throw new Rejection(
      'a key that is a number: if it is the position of the right option, counted from 0, add --map keyIs=index',
    );
  return keyLetters(part);
}

function list(answers: string | readonly string[]): string[] {
  return typeof answers === 'string' ? [answers] : [...answers];
}
