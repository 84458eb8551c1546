import type { ItemType } from '../../items/item.ts';
import { readMetric } from '../../items/metric/read-metric.ts';
import { readImages } from '../images/read-images.ts';
import type { ItemDraft } from '../item-draft.ts';
import { Rejection } from '../records/records.ts';
import type { Source } from '../records/source.ts';
import { type HumanFields, type HumanReader, humanReader } from './human-figures.ts';
import { mappedKey, mappedOptions } from './mapped-choices.ts';

/**
 * Which field of a record holds what: the name of a column or a field, or a path such as `doc.question`. Fields that are
 * not named are left out.
 */
export interface FieldMap {
  readonly id?: string | undefined;
  readonly context?: string | undefined;
  readonly stem: string;
  /**
   * One field: an object of letter to text, a list, either of them as a text of JSON, or lines `A text`; or one field an
   * option, from A on.
   */
  readonly options?: string | readonly string[] | undefined;
  /** Letters (`B`, `ABD`, a list of them), places from 0 (see `keyIs`), reference answers, or the questions of a case. */
  readonly key: string;
  readonly keyIs?: 'letters' | 'index' | undefined;
  /**
   * The type of all items. By default what the record looks like: with options `single` where the key has one letter, else
   * `multiple`; without options `case` where the key is a list of objects `{question, answer}`, else `open`.
   */
  readonly type?: ItemType | undefined;
  /** The field of pictures (`readImages`). */
  readonly images?: string | undefined;
  readonly explanation?: string | undefined;
  /** The field of the metric of open questions and cases: its name, or an object with its options, in JSON too. */
  readonly metric?: string | undefined;
  /** The metric of those whose record states none. */
  readonly metricIs?: string | undefined;
  /** Tag to field. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** The share or percentage of people who answered right, and of how many. */
  readonly human?: HumanFields | undefined;
}

/**
 * What a record says of an item.
 * @param source where paths of pictures begin
 * @param readHuman of all records of a file
 * @throws Rejection
 */
export function mappedDraft(
  record: unknown,
  map: FieldMap,
  source: Source,
  readHuman: HumanReader = humanReader(),
): ItemDraft {
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    throw new Rejection('not an object');
  const text = (field: string | undefined) => textOf(fieldOf(record, field), field);
  const options =
    map.options === undefined
      ? undefined
      : mappedOptions(
          typeof map.options === 'string'
            ? fieldOf(record, map.options)
            : map.options.map((field) => text(field) ?? ''),
        );
  const choice = mappedKey(fieldOf(record, map.key), options, map);
  return {
    id: text(map.id),
    context: text(map.context),
    stem: text(map.stem) ?? '',
    ...choice,
    metric: 'options' in choice ? undefined : metricOf(fieldOf(record, map.metric), map.metricIs),
    images: readImages(fieldOf(record, map.images), source),
    explanation: text(map.explanation),
    tags: Object.fromEntries(
      Object.entries(map.tags ?? {}).map(([tag, field]) => [tag, text(field)]),
    ),
    human: readHuman(
      text(map.human?.accuracy),
      text(map.human?.respondents),
      map.human?.accuracyIs,
    ),
  };
}

/** @throws Rejection where it is none that is known */
function metricOf(stated: unknown, usual: string | undefined): ItemDraft['metric'] {
  const isBlank = stated === undefined || stated === null || stated === '';
  const value = isBlank ? usual : stated;
  if (value === undefined) return undefined;
  const { metric, problem } = readMetric(value);
  if (metric === undefined) throw new Rejection(`metric: ${problem}`);
  return metric;
}

function fieldOf(record: object, field: string | undefined): unknown {
  if (field === undefined) return undefined;
  if (Object.hasOwn(record, field)) return (record as Record<string, unknown>)[field];
  let value: unknown = record;
  for (const part of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

function textOf(value: unknown, field = ''): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Rejection(`${field}: not a text`);
}
