import {
  type RecordedChoices,
  rightByItem,
} from '../../../../calibration/diagnose/keys/recorded-choices.ts';
import type { TestletEffect } from '../../../../calibration/diagnose/local-dependence.ts';
import { type KeyPositions, keyPositions } from '../../../../item-bank/audit/key-positions.ts';
import { type RankingChange, rankingWithout } from '../../../../item-bank/audit/ranking-without.ts';
import { type ItemShingles, shinglesOf } from '../../../../item-bank/audit/shingles.ts';
import {
  SUSPECT_KINDS,
  type Suspect,
  type SuspectKind,
} from '../../../../item-bank/audit/suspect.ts';
import { loadBuiltinBank } from '../../../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../../../item-bank/builtin/names.ts';
import { importItems, knownItems } from '../../../../item-bank/import/import-items.ts';
import type { Source } from '../../../../item-bank/import/records/source.ts';
import type { Item } from '../../../../item-bank/items/item.ts';
import { normaliseText } from '../../../../item-bank/items/normalise-text.ts';
import { pretestFlags } from '../../../../item-bank/items/pretest-flags.ts';
import type { BankTaxonomy } from '../../../../item-bank/taxonomies/bank-taxonomy.ts';
import { fail } from '../../../errors.ts';
import type { ItemKey } from '../../../files/items/read-keys.ts';
import { answerDoubts, type ExamineeDoubt } from '../../../scoring/doubts/examinee-doubts.ts';
import type { ExtractionMode } from '../../../scoring/extract/modes.ts';
import type { PositionEffect } from '../../../scoring/patterns/position-effect.ts';
import type { KeptAudit } from '../../../store/review/review-store.ts';
import type { Store } from '../../../store/store.ts';
import { bankOf } from '../../../tested-bank/bank-of.ts';
import { span } from '../../../tracing/span.ts';
import type { ReadFormat } from '../import-formats.ts';
import { chosenTaxonomy, type StatedTaxonomy } from '../tag-check.ts';
import { exposureFindings, positionBias, textFindings } from './audit-findings.ts';
import {
  checkItems,
  checkTagsOf,
  checkTaxonomyUse,
  type ItemCheck,
  newCheck,
} from './check-items.ts';
import { type AnsweredItem, answeredItem, ChoiceCollection, keyedItem } from './collect-choices.ts';
import { type BankExposure, countExposure } from './count-exposure.ts';
import { readAnswers } from './read-answers.ts';
import { findSuspectsOnThread } from './suspects-thread.ts';

/** Suspects from this probability on are left out of the second ranking. */
export const LEFT_OUT_FROM = 0.5;
/** Everything an audit finds. */
export interface BankAudit
  extends Pick<ItemCheck, 'items' | 'withoutText' | 'retired' | 'invalid' | 'duplicates' | 'tags'> {
  /** Models with answers, their number of answers, and how many of these have a letter. */
  readonly models: number;
  readonly answers: number;
  readonly letters: number;
  /** Answers in files to items that the bank does not have. */
  readonly unknown: number;
  /** Most probable first. */
  readonly suspects: readonly Suspect[];
  readonly kinds: Readonly<Partial<Record<SuspectKind, number>>>;
  readonly keyPositions: KeyPositions | null;
  /** Models that are right more often where the key stands at some letters. */
  readonly positionBias: readonly (PositionEffect & { readonly model: string })[];
  readonly dependence: (TestletEffect & { readonly pairs: number }) | null;
  /** Models whose answers were read or scored the wrong way round. */
  readonly doubts: readonly ExamineeDoubt[];
  /** Null without answers. */
  readonly ranking: RankingChange | null;
  readonly exposure: { readonly tests: number; readonly items: number; readonly most: number };
}

export interface AuditRequest {
  /** Files of answers. */
  readonly responses: readonly string[];
  readonly keys: ReadonlyMap<string, ItemKey> | null;
  readonly mode: ExtractionMode;
  /** Other banks of the database in which near-duplicates are looked for. */
  readonly against: readonly string[];
  /** The taxonomy that the tags of a bank are checked against; by default its own. */
  readonly taxonomy: Pick<StatedTaxonomy, 'taxonomy' | 'levels'>;
  open(file: string): Source;
  /** Called with the share of the work that is done. */
  reach(share: number): void;
}

/** What is kept of the items while they are read: no text. */
interface ReadItems {
  readonly check: ItemCheck;
  items: AnsweredItem[];
  readonly shingles: ItemShingles[];
  /** Of all items, retired ones included. */
  readonly hashOf: Map<string, string>;
  /** Ids of items that are no longer used: nothing is said of them, and their answers are left out. */
  readonly retired: Set<string>;
  /** Of all valid items: whether pretest items do not count depends on the others. */
  readonly statuses: Map<string, Item['status']>;
  /** First item of each context. */
  readonly contexts: Map<string, string>;
  readonly sameContext: (readonly [string, string])[];
}

/** What an audit is made of. */
interface ReadBank {
  readonly read: ReadItems;
  readonly answers: ChoiceCollection;
  readonly exposure: BankExposure;
  /** Items of other banks. */
  readonly others: readonly ItemShingles[];
}

/**
 * An audit of a file before it is imported.
 * @param taxonomy that its tags are checked against
 * @throws what is wrong with files
 */
export async function auditFile(
  format: ReadFormat,
  source: Source,
  request: AuditRequest,
  taxonomy: BankTaxonomy | null,
): Promise<BankAudit> {
  return report(
    await span('read', {}, () => readItemFile(format, source, request, taxonomy)),
    request,
  );
}

async function readItemFile(
  format: ReadFormat,
  source: Source,
  request: AuditRequest,
  taxonomy: BankTaxonomy | null,
): Promise<ReadBank> {
  const read = newRead();
  const copies = { count: 0, found: [] as ItemCheck['copies'] };
  const run = importItems(format, source, knownItems(), {
    checked(item, where) {
      if (taxonomy !== null) checkTagsOf(read.check, taxonomy, item, where);
      return item;
    },
    record(_, first, item) {
      const { duplicates } = run.report;
      if (duplicates === copies.count) return;
      copies.count = duplicates;
      if (item.status !== 'retired' && !read.retired.has(first))
        copies.found.push({ id: item.id, of: first });
    },
  });
  await checkItems(watched(run, read), read.check);
  checkTaxonomyUse(read.check, taxonomy, request.taxonomy);
  const { rejectedCount, rejected, duplicates, duplicated } = run.report;
  read.check.items = run.report.read;
  Object.assign(read.check, {
    invalid: {
      count: rejectedCount,
      first: rejected.map(({ where, reason }) => ({ id: where, reason })),
    },
    // A log names an item once for each model: that is no duplicate.
    duplicates:
      format.answer === undefined
        ? { count: duplicates, first: duplicated.map(({ id, of }) => ({ id, of })) }
        : { count: 0, first: [] },
    copies: format.answer === undefined ? copies.found : [],
  });
  read.items = withKeys(read.items, request.keys);
  const answers = new ChoiceCollection(read.items, read.retired);
  await addFiles(request, read, answers);
  return { read, answers, exposure: { tests: 0, asked: new Map() }, others: [] };
}

/** A bank, with its recorded answers and those of its runs. @throws NAME_UNKNOWN, and what is wrong with files */
async function readStored(store: Store, name: string, request: AuditRequest): Promise<ReadBank> {
  const isStored = (await store.bank(name)) !== undefined;
  if (!isStored && !isBuiltinBank(name)) await bankOf(store, name);
  const read = newRead();
  if (isStored) {
    const { taxonomy: stated } = request;
    const kept = stated.taxonomy === undefined ? await store.taxonomy(name) : null;
    const taxonomy = chosenTaxonomy(stated, null, kept, name)?.own ?? null;
    const items = watched(readable(store.items(name), read.check), read);
    await checkItems(items, read.check, taxonomy);
    checkTaxonomyUse(read.check, taxonomy, stated);
  }
  if (isBuiltinBank(name)) addBuiltin(name, read, request);
  read.items = withKeys(read.items, request.keys);
  const answers = new ChoiceCollection(read.items, read.retired);
  if (isBuiltinBank(name)) answers.addMatrix(loadBuiltinBank(name).responses);
  const [recorded, kept] = isStored
    ? [await store.responses(name), await store.keptResponses(name)]
    : [null, null];
  if (recorded !== null) answers.addMatrix(recorded.matrix);
  if (kept !== null) answers.addRecordedLetters(kept);
  const reviewed = isStored ? await store.reviewed(name) : new Map();
  const { hashOf, retired } = read;
  const exposure = await countExposure(store, name, { hashOf, retired, reviewed }, answers);
  await addFiles(request, read, answers);
  const others: ItemShingles[] = [];
  for (const other of request.against) {
    await bankOf(store, other);
    for await (const item of store.items(other)) {
      if (item.status === 'retired') continue;
      const own = shinglesOf(item);
      others.push({ ...own, item: `${other}/${own.item}` });
    }
  }
  return { read, answers, exposure, others };
}

/**
 * The same, and its suspects are kept for the review of the bank. Built-in banks are not reviewed.
 * @param options how the audit was made, to be kept with it
 * @param now of the end of the audit, ISO 8601
 */
export async function auditAndKeep(
  store: Store,
  name: string,
  request: AuditRequest,
  { options, now }: Pick<KeptAudit, 'options'> & { readonly now: () => string },
): Promise<BankAudit> {
  // Read first: a version that is made meanwhile was not audited.
  const version = isBuiltinBank(name) ? undefined : (await store.bank(name))?.version;
  const audit = await report(
    await span('read', {}, () => readStored(store, name, request)),
    request,
  );
  const { suspects } = audit;
  if (version !== undefined)
    await store.putAudit(name, { bankVersion: version, options, at: now(), suspects });
  return audit;
}

function newRead(): ReadItems {
  return {
    check: newCheck(),
    items: [],
    shingles: [],
    hashOf: new Map(),
    retired: new Set(),
    statuses: new Map(),
    contexts: new Map(),
    sameContext: [],
  };
}

/** Items of a built-in bank whose text is not in the database: their ids, options and the keys of a file. */
function addBuiltin(name: string, read: ReadItems, { keys }: AuditRequest): void {
  const { items, optionCounts } = loadBuiltinBank(name as Parameters<typeof loadBuiltinBank>[0]);
  const known = new Set(read.hashOf.keys());
  for (const [j, id] of items.entries()) {
    if (known.has(id)) continue;
    read.items.push(keyedItem(id, keys?.get(id), optionCounts[j]));
    read.check.withoutText++;
  }
}

function withKeys(items: readonly AnsweredItem[], keys: AuditRequest['keys']): AnsweredItem[] {
  return items.map((item) => {
    const key = keys?.get(item.id);
    return key === undefined ? item : keyedItem(item.id, key, item.options);
  });
}

async function* watched(items: AsyncIterable<Item>, read: ReadItems): AsyncGenerator<Item> {
  for await (const item of items) {
    yield item;
    // Invalid ones were counted meanwhile; they have no text to compare.
    if (read.check.lastIsInvalid) continue;
    read.hashOf.set(item.id, item.hash);
    read.statuses.set(item.id, item.status);
    if (item.status === 'retired') {
      read.retired.add(item.id);
      continue;
    }
    read.items.push(answeredItem(item));
    read.shingles.push(shinglesOf(item));
    if (item.context === undefined) continue;
    const context = normaliseText(item.context);
    const first = read.contexts.get(context);
    if (first === undefined) read.contexts.set(context, item.id);
    else read.sameContext.push([item.id, first]);
  }
}

/** The items up to one whose line in the database is damaged, which counts as invalid. */
async function* readable(items: AsyncIterable<Item>, check: ItemCheck): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    check.invalid.count++;
    const reason = 'its line in the database is not JSON; the items after it were not read';
    check.invalid.first.push({ id: `item ${check.items + 1}`, reason });
  }
}

/** Items that no score counts. */
function pretestOf({ statuses }: ReadItems): Set<string> {
  const isPretest = pretestFlags([...statuses.values()]);
  return new Set([...statuses.keys()].filter((_, j) => isPretest[j] === 1));
}

async function addFiles(
  { responses, mode, open }: AuditRequest,
  read: ReadItems,
  answers: ChoiceCollection,
): Promise<void> {
  const items = new Map(read.items.map((item) => [item.id, item]));
  const ids = new Set(read.hashOf.keys());
  const idOf = new Map(
    [...read.hashOf].map(([id, hash]) => [hash, id]).reverse() as [string, string][],
  );
  const known = {
    idOfHash: (hash: string) => idOf.get(hash),
    has: (id: string) => ids.has(id),
    add() {},
  };
  for (const file of responses) {
    const before = answers.known;
    await readAnswers(file, { items, mode, known, open }, answers);
    if (answers.known === before)
      fail('FILE_INVALID', {
        file,
        found: 'no answer to an item of the bank',
        accepted: 'items named as in the bank, or logs with their content',
      });
  }
}

async function report(
  { read, answers, exposure, others }: ReadBank,
  request: AuditRequest,
): Promise<BankAudit> {
  const { check } = read;
  request.reach(0.2);
  const { findings, candidates } = span('compare texts', {}, () => textFindings(read, others));
  findings.push(...exposureFindings(read.items, exposure));
  const choices = answers.choices();
  request.reach(0.3);
  const { suspects, dependence } = await span('weigh answers', {}, () =>
    findSuspectsOnThread({
      choices,
      findings,
      candidates,
      reach: (share) => request.reach(0.3 + 0.7 * share),
    }),
  );
  const kinds: Partial<Record<SuspectKind, number>> = {};
  for (const kind of Object.keys(SUSPECT_KINDS) as SuspectKind[]) {
    const count = suspects.filter(({ reasons }) =>
      reasons.some((reason) => reason.kind === kind),
    ).length;
    if (count > 0) kinds[kind] = count;
  }
  const left = new Set(
    suspects.filter(({ probability }) => probability >= LEFT_OUT_FROM).map(({ item }) => item),
  );
  const places = read.items.map(({ options, key, isSingle }) => ({
    options,
    key: key === null || !isSingle ? -1 : key.charCodeAt(0) - 65,
  }));
  const { items, withoutText, retired, invalid, duplicates, tags } = check;
  return {
    items: items + withoutText,
    withoutText,
    retired,
    invalid,
    duplicates,
    tags,
    models: choices?.examinees.length ?? 0,
    answers: choices?.choices.filter((choice) => choice !== -1).length ?? 0,
    letters: choices?.choices.filter((choice) => choice >= 0).length ?? 0,
    unknown: answers.unknown,
    suspects,
    kinds,
    keyPositions: keyPositions(places),
    positionBias: choices === null ? [] : positionBias(choices),
    dependence,
    doubts: choices === null ? [] : answerDoubts({ matrix: scoresOf(choices) }),
    ranking:
      choices === null
        ? null
        : span('score', {}, () => rankingWithout(choices, left, pretestOf(read))),
    exposure: {
      tests: exposure.tests,
      items: exposure.asked.size,
      most: Math.max(0, ...exposure.asked.values()),
    },
  };
}

function scoresOf(choices: RecordedChoices) {
  const { examinees, items } = choices;
  const right = rightByItem(choices);
  const scores = new Float32Array(right.length);
  for (let m = 0; m < examinees.length; m++)
    for (let j = 0; j < items.length; j++) {
      const answer = right[j * examinees.length + m];
      scores[m * items.length + j] = answer < 0 ? Number.NaN : answer;
    }
  return { examinees, items, scores };
}
