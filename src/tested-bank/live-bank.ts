import type { ItemTag } from '../../item-bank/bank.ts';
import { loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import { BUILTIN_BANKS, isBuiltinBank } from '../../item-bank/builtin/names.ts';
import type { Item } from '../../item-bank/items/item.ts';
import { pretestFlags } from '../../item-bank/items/pretest-flags.ts';
import { fail } from '../errors.ts';
import { pickExaminees, pickItems, type ResponseMatrix } from '../irt/responses.ts';
import { nearestNames } from '../nearest.ts';
import type { RecordedBank } from '../ranking/recorded-bank.ts';
import { cosineMetricOf } from '../run/embeddings/comparison.ts';
import { rubricNameOf } from '../run/judges/judge-panel.ts';
import { recordDoubts } from '../scoring/doubts/examinee-doubts.ts';
import { singleChoiceOf } from '../scoring/patterns/answer-pattern.ts';
import type { Store, StoredResponses } from '../store/store.ts';
import { bankFingerprint } from './bank-fingerprint.ts';
import { gradedMetric } from './graded-answers.ts';
import { programOf } from './score-programs.ts';

/** A bank whose items can be asked: text from the store, recorded answers from there or from the built-in bank. */
export interface LiveBank {
  readonly recorded: RecordedBank;
  readonly families: readonly string[] | null;
  /** Content hash of each item; null if it has no text, or is retired, so that it cannot be asked. */
  readonly hashes: readonly (string | null)[];
  /** By item: true if it is retired. A bank of one's own is without its retired items. */
  readonly retired: readonly boolean[];
  /** By item: its metric, if it gives scores between 0 and 1, else null. */
  readonly graded: readonly (string | null)[];
  /** Names of the programs that score answers to items of the bank. */
  readonly programs: readonly string[];
  /** Whether an item is a case. */
  readonly hasCases: boolean;
  /** Names of the rubrics that judges grade answers to items of the bank by. */
  readonly rubrics: readonly string[];
  /** Whether answers to items of the bank are compared with references by embeddings. */
  readonly needsEmbeddings: boolean;
  /** New items that tests may ask and no score counts; null if the bank has none. They are not among the items of `recorded`. */
  readonly pretest: PretestBank | null;
  /** SHA-256 of all that a test depends on: items, tags, recorded answers, families. */
  readonly fingerprint: string;
}

/** The pretest items of a bank, and what is needed to predict their difficulty from the others. */
export interface PretestBank {
  readonly items: readonly Pick<ItemFacts, 'id' | 'hash' | 'type' | 'tags'>[];
  /** The types of the items that count, by id; their tags are in `recorded`. */
  readonly typeOf: ReadonlyMap<string, string>;
}

/** What is kept in memory of an item. */
interface ItemFacts {
  readonly id: string;
  readonly hash: string | null;
  readonly status: Item['status'];
  readonly type: Item['type'];
  readonly tags: Readonly<Record<string, string>>;
  /** Its metric, if it gives scores between 0 and 1. */
  readonly graded: string | null;
  /** The program that scores its answers, if one does. */
  readonly program: string | null;
  /** The rubric that its answers are judged by, if one is. */
  readonly rubric: string | null;
  /** Of a single choice whose key is known: the number of options; else 0. */
  readonly options: number;
  /** Whether its answers are compared by embeddings. */
  readonly isCompared: boolean;
}

/**
 * Reads a bank for tests on endpoints.
 * @param needsText false where somebody else has the questions: a built-in bank then needs no text
 * @throws NAME_UNKNOWN; BANK_WITHOUT_TEXT for a built-in bank that no text was attached to
 */
export async function readLiveBank(
  store: Store,
  name: string,
  needsText = true,
): Promise<LiveBank> {
  const stored = await store.bank(name);
  if (stored === undefined && !isBuiltinBank(name)) {
    const known = [...(await store.banks()).map((bank) => bank.name), ...BUILTIN_BANKS];
    fail('NAME_UNKNOWN', { kind: 'bank', name, nearest: nearestNames(name, known) });
  }
  const facts: ItemFacts[] = [];
  if (stored !== undefined)
    for await (const item of store.items(name)) {
      const { id, status, type, tags } = item;
      const hash = status === 'retired' ? null : item.hash;
      facts.push({
        ...{ id, hash, status, type, tags },
        graded: gradedMetric(item),
        program: programOf(item),
        rubric: rubricNameOf(item),
        options: singleChoiceOf(item)?.options ?? 0,
        isCompared: cosineMetricOf(item) !== null,
      });
    }
  const isOwn = stored !== undefined && stored.builtin === null;
  const bank = isOwn ? await ownBank(store, name, facts) : builtinBank(name, facts, needsText);
  const programs = new Set(facts.flatMap(({ program }) => program ?? []));
  const hasCases = facts.some(({ type }) => type === 'case');
  const rubrics = new Set(facts.flatMap(({ rubric }) => rubric ?? []));
  return {
    ...bank,
    programs: [...programs].sort(),
    rubrics: [...rubrics].sort(),
    hasCases,
    needsEmbeddings: facts.some(({ isCompared }) => isCompared),
    fingerprint: bankFingerprint(bank),
  };
}

/** What `readLiveBank` finds for every kind of bank. */
type Derived = 'fingerprint' | 'programs' | 'rubrics' | 'hasCases' | 'needsEmbeddings';

function builtinBank(
  name: string,
  facts: readonly ItemFacts[],
  needsText: boolean,
): Omit<LiveBank, Derived> {
  const bank = loadBuiltinBank(name);
  if (facts.length === 0 && needsText)
    fail('BANK_WITHOUT_TEXT', { bank: name, item: bank.items[0], count: bank.items.length });
  const factsOf = new Map(facts.map((item) => [item.id, item]));
  return {
    recorded: bank,
    families: bank.families ?? null,
    hashes: bank.items.map((id) => factsOf.get(id)?.hash ?? null),
    retired: bank.items.map((id) => factsOf.get(id)?.status === 'retired'),
    graded: bank.items.map((id) => factsOf.get(id)?.graded ?? null),
    pretest: null,
  };
}

/**
 * Without its retired items: they are neither asked nor calibrated, and no score counts them. Pretest items do not count either; tests
 * that are told to ask them find them beside the others.
 */
async function ownBank(
  store: Store,
  name: string,
  all: readonly ItemFacts[],
): Promise<Omit<LiveBank, Derived>> {
  const stored = await store.responses(name);
  const isPretest = pretestFlags(all.map(({ status }) => status));
  const isUsed = all.map(({ status }, j) => status !== 'retired' && isPretest[j] === 0);
  const facts = all.filter((_, j) => isUsed[j]);
  const items = facts.map(({ id }) => id);
  const responses = stored === null ? null : withoutItems(stored, isUsed);
  const matrix: ResponseMatrix =
    responses === null ? { examinees: [], items, scores: new Float32Array(0) } : responses.matrix;
  return {
    recorded: {
      name,
      simulated: false,
      doubts: recordDoubts({
        ...{ ...responses, matrix },
        options: new Map(facts.map(({ id, options }) => [id, options])),
      }),
      responses: matrix,
      tags: itemTags(facts),
      fullScore: 'items',
      taxonomy: (await store.taxonomy(name)) ?? undefined,
    },
    families: responses?.families ?? null,
    hashes: facts.map(({ hash }) => hash),
    retired: facts.map(() => false),
    graded: facts.map(({ graded }) => graded),
    pretest: pretestBank(
      all.filter((_, j) => isPretest[j] === 1),
      facts,
    ),
  };
}

function pretestBank(
  pretest: readonly ItemFacts[],
  counted: readonly ItemFacts[],
): PretestBank | null {
  if (pretest.length === 0) return null;
  return {
    items: pretest.map(({ id, hash, type, tags }) => ({ id, hash, type, tags })),
    typeOf: new Map(counted.map(({ id, type }) => [id, type])),
  };
}

/** Recorded answers to the items that are used, of the examinees that have some. */
function withoutItems(
  { matrix, families, standIns, absent }: StoredResponses,
  isUsed: readonly boolean[],
): StoredResponses {
  const marks = {
    ...(standIns !== undefined && { standIns }),
    ...(absent !== undefined && { absent }),
  };
  if (isUsed.every(Boolean)) return { matrix, families, ...marks };
  const positions = matrix.items.flatMap((_, j) => (isUsed[j] ? [j] : []));
  const part = pickItems(matrix, positions);
  const width = positions.length;
  const rows = part.examinees.flatMap((_, i) =>
    part.scores.subarray(i * width, (i + 1) * width).every(Number.isNaN) ? [] : [i],
  );
  return {
    matrix: pickExaminees(part, rows),
    families: families === null ? null : rows.map((i) => families[i]),
    ...marks,
  };
}

/** Values a tag may have to be of use: more would each be an item or two. */
const MOST_VALUES = 1000;
/** The value of items without the tag. */
const WITHOUT = '(none)';

/** Tags that say where an item is from and not what it is about: never the ones that scores are given by if there are others. */
const PROVENANCE = new Set(['split', 'source', 'src', 'year']);

/** The tags of the items, those first that every item has; tags of one value, or of very many, tell nothing apart. */
function itemTags(facts: readonly ItemFacts[]): Record<string, ItemTag> {
  const counts = new Map<string, number>();
  for (const { tags } of facts)
    for (const tag of Object.keys(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const last = (name: string) => Number(PROVENANCE.has(name));
  const names = [...counts].sort(
    ([x, n], [y, m]) => last(x) - last(y) || m - n || (x < y ? -1 : 1),
  );
  const result: [string, ItemTag][] = [];
  for (const [tag] of names) {
    const values = [...new Set(facts.map(({ tags }) => tags[tag] ?? WITHOUT))].sort();
    if (values.length < 2 || values.length > MOST_VALUES) continue;
    const codeOf = new Map(values.map((value, code) => [value, code]));
    const codes = Uint16Array.from(facts, ({ tags }) => codeOf.get(tags[tag] ?? WITHOUT)!);
    result.push([tag, { values, codes }]);
  }
  return Object.fromEntries(result);
}

/** The item at a position of the bank. */
export async function itemOf(store: Store, name: string, id: string): Promise<Item> {
  for await (const item of store.items(name, [id])) return item;
  return fail('BANK_WITHOUT_TEXT', { bank: name, item: id, count: 1 });
}
