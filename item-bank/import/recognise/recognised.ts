import type { ItemFormat } from '../format.ts';
import type { ItemDraft, Provenance } from '../item-draft.ts';
import { csvRows } from '../records/csv-rows.ts';
import { jsonRecords } from '../records/json-records.ts';
import { parquetRows } from '../records/parquet-rows.ts';
import type { SourceRecord } from '../records/records.ts';
import { baseName, type Source } from '../records/source.ts';
import { sealItem } from '../seal-item.ts';
import type { FieldMap } from './field-map.ts';
import { type LanguageGuess, languageGuess } from './guess-language.ts';
import { recognisedDrafts } from './recognised-draft.ts';

/** How a file holds records. */
export type Container = 'csv' | 'jsonl' | 'parquet';

export interface RecognisedOptions {
  /** What names do not say, or say wrong. */
  readonly map?: Partial<FieldMap> | undefined;
  /** By default the name of the file, `not stated`, and `zh` or `en` by the words of each item. */
  readonly provenance?: Partial<Provenance> | undefined;
  /** Begins the ids where no field has them. */
  readonly prefix?: string | undefined;
}

/** A format that says which fields it left out. */
export interface RecognisedFormat extends ItemFormat {
  readonly leftOut: ReadonlyMap<string, number>;
}

/** CSV files with a header, JSON Lines or one JSON list, and Parquet, their fields recognised by common names. */
export function recognised(
  container: Container,
  { map, provenance, prefix = 'item' }: RecognisedOptions = {},
): RecognisedFormat {
  const drafts = recognisedDrafts(map);
  const guess = languageGuess();
  return {
    records: (source) => drafts.surveyed(recordsOf(container, source, map), source),
    leftOut: drafts.leftOut,
    item(value, source) {
      const draft = drafts.read(value, source);
      return sealItem(draft, provenanceOf(draft, source, { stated: provenance, guess }), prefix);
    },
  };
}

/** The records of a file in a container. Columns that a map names must be there. */
export function recordsOf(
  container: Container,
  source: Source,
  map: Partial<FieldMap> = {},
): AsyncIterable<SourceRecord[]> {
  if (container === 'jsonl') return jsonRecords(source);
  if (container === 'parquet') return parquetRows(source);
  const columns = [
    ...[
      map.id,
      map.context,
      map.stem,
      map.options,
      map.key,
      map.explanation,
      map.metric,
      map.images,
    ].flat(),
    ...Object.values(map.tags ?? {}),
    ...[map.human?.accuracy, map.human?.respondents],
  ].filter((column) => column !== undefined);
  return csvRows(source, [...new Set(columns)]);
}

/** What is stated, else what can be told from the file and the item. */
export function provenanceOf(
  draft: Pick<ItemDraft, 'stem' | 'options' | 'context'>,
  source: Source,
  { stated = {}, guess }: { stated?: Partial<Provenance> | undefined; guess: LanguageGuess },
): Provenance {
  return {
    source: stated.source ?? baseName(source),
    licence: stated.licence ?? 'not stated',
    language: stated.language ?? guess.of(draft),
  };
}
