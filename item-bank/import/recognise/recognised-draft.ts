import { ONE_LINE } from '../../../src/plain-text.ts';
import { BOUNDS } from '../../items/item.ts';
import type { ItemDraft } from '../item-draft.ts';
import { letterAt } from '../letters.ts';
import { Rejection } from '../records/records.ts';
import type { Source } from '../records/source.ts';
import { type FieldMap, mappedDraft } from './field-map.ts';
import { humanReader } from './human-figures.ts';
import { lettersOf } from './mapped-choices.ts';
import {
  type KeyForm,
  type RecognisedFields,
  recogniseFields,
  statedType,
} from './recognise-fields.ts';

/** Reads records whose fields are known by their names. */
export interface DraftReader {
  /** What a record says of an item. @throws Rejection */
  read(record: unknown, source: Source): ItemDraft;
  /** Fields that were left out as they are no tag (a long text, a list), and of how many records. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** So many fields left out are told apart: keys of hostile records can be all different. */
const MOST_LEFT_OUT = 100;
/** Texts in a field `tags` are tags as well. */
const TAGS = 'tags';

/**
 * A reader of records whose fields are recognised by their names; every other field with a short text, a number or a truth
 * value becomes a tag of its name. Records need not have the same fields.
 */
export function recognisedDrafts(given: Partial<FieldMap> = {}): DraftReader {
  const leftOut = new Map<string, number>();
  const leave = (field: string) => {
    if (leftOut.has(field) || leftOut.size < MOST_LEFT_OUT)
      leftOut.set(field, (leftOut.get(field) ?? 0) + 1);
  };
  const readHuman = humanReader();
  let last: { fields: string; recognised: RecognisedFields } | undefined;
  return {
    leftOut,
    read(record, source) {
      if (typeof record !== 'object' || record === null || Array.isArray(record))
        throw new Rejection('not an object');
      const names = Object.keys(record);
      const fields = names.join('\n');
      if (last?.fields !== fields) last = { fields, recognised: recogniseFields(names, given) };
      const { map, keys, others } = last.recognised;
      const type = map.type ?? statedType(record);
      const draft = mappedDraft(
        record,
        type === undefined ? map : { ...map, type },
        source,
        readHuman,
      );
      checkKeys(record as Readonly<Record<string, unknown>>, draft, map.key, keys);
      const tags: Record<string, string | undefined> = Object.create(null);
      for (const field of others) {
        const value = (record as Record<string, unknown>)[field];
        if (field === 'type' && type !== undefined) continue;
        // Of choices it is a tag: they have no metric.
        if (field === map.metric && draft.options === undefined) continue;
        if (field === TAGS && typeof value === 'object' && value !== null) addTags(tags, value);
        else if (isTag(field, value)) tags[field] = String(value);
        else if (!isBlank(value)) leave(field);
      }
      return { ...draft, tags: { ...draft.tags, ...tags } };
    },
  };
}

/** @throws Rejection where another field states another key */
function checkKeys(
  record: Readonly<Record<string, unknown>>,
  { type, options, key }: ItemDraft,
  field: string,
  keys: ReadonlyMap<string, KeyForm>,
): void {
  if (options === undefined || (type !== 'single' && type !== 'multiple')) return;
  for (const [other, form] of keys) {
    if (other === field) continue;
    const stated = statedKeys(record[other], form, options).map((letters) => letters.join(''));
    if (stated.length > 0 && !stated.includes(key.join('')))
      throw new Rejection(
        `${field} is ${key.join('')}, but ${other} is ${stated.join(' or ')}: choose one with --map key=FIELD`,
      );
  }
}

/** What a value can mean as a key; nothing where it names no options. */
function statedKeys(
  value: unknown,
  form: KeyForm,
  options: Readonly<Record<string, string>>,
): string[][] {
  const place = typeof value === 'number' ? value : Number(isBlank(value) ? Number.NaN : value);
  if (form === 'either' && Number.isInteger(place))
    return place > Object.keys(options).length
      ? []
      : [place, place - 1].flatMap((at) =>
          options[letterAt(at)] === undefined ? [] : [[letterAt(at)]],
        );
  const letters = statedLetters(value, form === 'index', options);
  return letters === null ? [] : [letters];
}

/** The letters of options that a value names, ascending; null if it names something else, or nothing. */
function statedLetters(
  value: unknown,
  isIndex: boolean,
  options: Readonly<Record<string, string>>,
): string[] | null {
  if (isBlank(value)) return null;
  const isPlace = isIndex && [value].flat().every((one) => /^[\d, ]+$/.test(String(one)));
  try {
    const letters = lettersOf(value, isPlace ? 'index' : 'letters', options).sort();
    return isPlace || letters.every((letter) => options[letter]?.trim()) ? letters : null;
  } catch (error) {
    if (error instanceof Rejection) return null;
    throw error;
  }
}

function addTags(tags: Record<string, string | undefined>, value: object): void {
  for (const [name, text] of Object.entries(value)) {
    if (!isTag(name, text) && !isBlank(text))
      throw new Rejection(`tags: ${name}: not a short text`);
    tags[name] = isBlank(text) ? undefined : String(text);
  }
}

/** Whether a field can be a tag: a short text on one line, a number or a truth value. */
export function isTag(name: string, value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return true;
  return (
    typeof value === 'string' &&
    name.length <= BOUNDS.tagName &&
    value.trim().length <= BOUNDS.tagValue &&
    ONE_LINE.test(value.trim())
  );
}

function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
