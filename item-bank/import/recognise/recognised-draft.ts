import { ONE_LINE } from '../../../src/plain-text.ts';
import { BOUNDS } from '../../items/item.ts';
import type { ItemDraft } from '../item-draft.ts';
import { letterAt } from '../letters.ts';
import { Rejection, type SourceRecord } from '../records/records.ts';
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
  /** Hands on the records of a file, and learns whether numbers under names such as `label` are places of the right option. */
  surveyed(records: AsyncIterable<SourceRecord[]>, source: Source): AsyncIterable<SourceRecord[]>;
  /** What a record says of an item. @throws Rejection */
  read(record: unknown, source: Source): ItemDraft;
  /** Fields that were left out as they are no tag (a long text, a list), and of how many records. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** So many fields left out are told apart: keys of hostile records can be all different. */
const MOST_LEFT_OUT = 100;
/** Texts in a field `tags` are tags as well. */
const TAGS = 'tags';

/** Of so many records with a number, so many have the place of the right option, counted from 0 and from 1. */
interface Places {
  of: number;
  readonly fits: [number, number];
}

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
  const recognisedIn = (record: object) => {
    const names = Object.keys(record);
    const fields = names.join('\n');
    if (last?.fields !== fields) last = { fields, recognised: recogniseFields(names, given) };
    return last.recognised;
  };
  const placesOf = new Map<string, Places>();
  const survey = (record: unknown, source: Source) => {
    if (!isRecord(record)) return;
    const { map, keys } = recognisedIn(record);
    const numbers = [...keys].flatMap(([field, form]) => {
      const place = placeOf(record[field]);
      return form === 'maybe' && Number.isInteger(place) ? [{ field, place }] : [];
    });
    if (numbers.length === 0) return;
    const type = map.type ?? statedType(record);
    const choice = { ...map, type, images: undefined, metric: undefined, human: undefined };
    const { options, key } = mappedDraft(record, choice, source);
    if (options === undefined) return;
    for (const { field, place } of numbers) {
      const places = placesOf.get(field) ?? { of: 0, fits: [0, 0] };
      placesOf.set(field, places);
      places.of++;
      for (const from of [0, 1]) if (key.join('') === letterAt(place - from)) places.fits[from]++;
    }
  };
  return {
    leftOut,
    async *surveyed(records, source) {
      placesOf.clear();
      for await (const batch of records) {
        for (const one of batch)
          if (one.reason === undefined) unlessRejected(() => survey(one.value, source));
        yield batch;
      }
    },
    read(record, source) {
      if (!isRecord(record)) throw new Rejection('not an object');
      const { map, keys, others } = recognisedIn(record);
      const type = map.type ?? statedType(record);
      const draft = mappedDraft(
        record,
        type === undefined ? map : { ...map, type },
        source,
        readHuman,
      );
      checkKeys(record, draft, map.key, keys, placesOf);
      const tags: Record<string, string | undefined> = Object.create(null);
      for (const field of others) {
        const value = record[field];
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
  placesOf: ReadonlyMap<string, Places>,
): void {
  if (options === undefined || (type !== 'single' && type !== 'multiple')) return;
  for (const [other, form] of keys) {
    if (other === field) continue;
    const { of, fits } = placesOf.get(other) ?? { of: 0, fits: [0, 0] };
    const froms = [0, 1].filter((from) => form === 'either' || 2 * fits[from] > of);
    const stated = statedKeys(record[other], { form, froms }, options).map((letters) =>
      letters.join(''),
    );
    if (stated.length > 0 && !stated.includes(key.join('')))
      throw new Rejection(
        `${field} is ${key.join('')}, but ${other} is ${stated.join(' or ')}: choose one with --map key=FIELD`,
      );
  }
}

/**
 * What a value can mean as a key; nothing where it names no options.
 * @param froms what a place can be counted from
 */
function statedKeys(
  value: unknown,
  { form, froms }: { form: KeyForm; froms: readonly number[] },
  options: Readonly<Record<string, string>>,
): string[][] {
  const place = placeOf(value);
  if ((form === 'either' || form === 'maybe') && Number.isInteger(place)) {
    if (place > Object.keys(options).length) return [];
    const places = froms
      .map((from) => letterAt(place - from))
      .filter((letter) => options[letter] !== undefined);
    // Or the number is the text of an option.
    const texts = Object.keys(options).filter(
      (letter) => options[letter].trim() === String(value).trim(),
    );
    return places.length === 0 ? [] : [...places, ...texts].map((letter) => [letter]);
  }
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
  return unlessRejected(() => {
    const letters = lettersOf(value, isPlace ? 'index' : 'letters', options).sort();
    return isPlace || letters.every((letter) => options[letter]?.trim()) ? letters : null;
  });
}

/** NaN where a value is no number. */
function placeOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && !isBlank(value) ? Number(value) : Number.NaN;
}

function unlessRejected<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Rejection) return null;
    throw error;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
