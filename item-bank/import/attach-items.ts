import { KEPT_DIGITS } from '../format/content-hashes.ts';
import type { Item } from '../items/item.ts';
import type { ItemDraft, Provenance } from './item-draft.ts';
import type { FieldMap } from './recognise/field-map.ts';
import { languageGuess } from './recognise/guess-language.ts';
import { type Container, provenanceOf, recordsOf } from './recognise/recognised.ts';
import { recognisedDrafts } from './recognise/recognised-draft.ts';
import { Rejection, refuseCut } from './records/records.ts';
import { type Source, sourceName } from './records/source.ts';
import { sealItem } from './seal-item.ts';

/** Most entries listed per kind; all are counted. */
const MOST_LISTED = 1000;

/** A bank that has no text: its ids, and the first digits of the content hash of each. */
export interface AttachTarget {
  readonly items: readonly string[];
  readonly hashes: readonly string[];
  /** What another program leaves out of the ids: `q` where it has `70` for `q70`. */
  readonly idPrefix?: string | undefined;
  /** Those of items that `published` makes; null if it makes none. */
  readonly publishedHashes?: readonly string[] | null;
  /** The fields of an item in a record of the data set as it is published, where they have other names there. */
  published?(record: unknown): unknown;
  /** The bank's own tags of an item. */
  tagsOf(index: number): Readonly<Record<string, string>>;
}

/** read = matched + repeated + mismatchedCount + unknownCount. */
export interface AttachReport {
  readonly file: string;
  read: number;
  matched: number;
  /** Records of items that a record before has matched. */
  repeated: number;
  /** Records whose id the bank has and whose content it has not. */
  mismatchedCount: number;
  readonly mismatched: { readonly where: string; readonly id: string; readonly reason: string }[];
  /** Records whose id the bank has not. */
  unknownCount: number;
  readonly unknown: { readonly where: string; readonly id: string }[];
  /** Items of the bank that no record matched. */
  missingCount: number;
  readonly missing: string[];
}

export interface AttachOptions {
  readonly container: Container;
  readonly map?: Partial<FieldMap> | undefined;
  readonly provenance?: Partial<Provenance> | undefined;
}

/**
 * Joins public question text to a bank: by id and by content hash, both of which must be the bank's. Items of the bank
 * that have the same content are different items, each with its own recorded answers.
 *
 * Items get the bank's tags. All of them are held in memory, as many as the
 * bank has at most.
 * @returns the items that matched, in the order of the bank
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID where the file as a whole cannot be read
 */
export async function attachItems(
  target: AttachTarget,
  source: Source,
  { container, map, provenance }: AttachOptions,
): Promise<{ items: Item[]; report: AttachReport }> {
  const indexOf = new Map(target.items.map((id, index) => [id, index]));
  const drafts = recognisedDrafts(map);
  const guess = languageGuess();
  const found = new Map<number, Item>();
  const report: AttachReport = {
    file: sourceName(source),
    read: 0,
    matched: 0,
    repeated: 0,
    mismatchedCount: 0,
    mismatched: [],
    unknownCount: 0,
    unknown: [],
    missingCount: 0,
    missing: [],
  };
  const mismatch = (where: string, id: string, reason: string) => {
    report.mismatchedCount++;
    if (report.mismatched.length < MOST_LISTED) report.mismatched.push({ where, id, reason });
  };
  const known = [target.hashes, target.publishedHashes ?? []];
  const isOfBank = (index: number, { hash }: Item) =>
    known.some((hashes) => hash.slice(0, KEPT_DIGITS) === hashes[index]);
  for await (const records of recordsOf(container, source, map))
    for (const record of records) {
      const { where } = record;
      report.read++;
      if (record.reason !== undefined) {
        refuseCut(report.file, record);
        mismatch(where, '', record.reason);
        continue;
      }
      const draft = draftOrReason(drafts, target.published?.(record.value) ?? record.value, source);
      if (typeof draft === 'string') {
        mismatch(where, '', draft);
        continue;
      }
      const id = draft.id?.trim() ?? '';
      const index = indexOf.get(id) ?? indexOf.get(`${target.idPrefix ?? ''}${id}`);
      if (index === undefined) {
        report.unknownCount++;
        if (report.unknown.length < MOST_LISTED) report.unknown.push({ where, id });
        continue;
      }
      const own = { ...draft, id: target.items[index], tags: target.tagsOf(index) };
      const from = provenanceOf(own, source, { stated: provenance, guess });
      const item = firstMatch(own, from, (candidate) => isOfBank(index, candidate));
      if (typeof item === 'string') mismatch(where, target.items[index], item);
      else if (found.has(index)) report.repeated++;
      else {
        report.matched++;
        found.set(index, item);
      }
    }
  for (const [index, id] of target.items.entries()) {
    if (found.has(index)) continue;
    report.missingCount++;
    if (report.missing.length < MOST_LISTED) report.missing.push(id);
  }
  const items = [...found].sort(([i], [j]) => i - j).map(([, item]) => item);
  return { items, report };
}

function draftOrReason(
  drafts: ReturnType<typeof recognisedDrafts>,
  value: unknown,
  source: Source,
): ItemDraft | string {
  try {
    return drafts.read(value, source);
  } catch (error) {
    if (error instanceof Rejection) return error.message;
    throw error;
  }
}

/** The item of a draft as it is, or without padding; else why it is not the bank's. */
function firstMatch(
  draft: ItemDraft,
  provenance: Provenance,
  isMatch: (item: Item) => boolean,
): Item | string {
  let reason = '';
  for (const candidate of [draft, withoutPadding(draft)]) {
    if (candidate === undefined) continue;
    try {
      const item = sealItem(candidate, provenance, 'item');
      if (isMatch(item)) return item;
      reason = 'other content than the bank has under this id';
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      reason = error.message;
    }
  }
  return reason;
}

/** Early files of MMLU-Pro fill up the options of each question to ten with `N/A`. */
function withoutPadding(draft: ItemDraft): ItemDraft | undefined {
  const options = Object.entries(draft.options ?? {});
  const kept = options.findLastIndex(([, text]) => text.trim() !== 'N/A') + 1;
  if (kept === options.length) return undefined;
  return { ...draft, options: Object.fromEntries(options.slice(0, kept)) };
}
