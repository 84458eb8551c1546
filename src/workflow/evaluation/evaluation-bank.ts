import type { ItemTag } from '../../../item-bank/bank.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import { comparableQuestions, judgedQuestions } from '../../evaluation/judging.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { nearestNames } from '../../nearest.ts';
import { randomStream, shuffle } from '../../random.ts';
import { rubricNameOf } from '../../run/judges/judge-panel.ts';
import { largestRemainder } from '../../statistics/largest-remainder.ts';
import type { Store } from '../../store/store.ts';
import { readLiveBank } from '../../tested-bank/live-bank.ts';
import { readPool } from '../asking/read-pool.ts';
import type { SynthesisBank } from '../synthesis/synthesis-bank.ts';

/** Parts of the bank that are drawn from separately, and what each is worth in the score. */
export interface EvaluationStrata {
  /** The tag whose values they are; null if there is one of all items. */
  readonly tag: string | null;
  /** By item that is asked. */
  readonly codes: Uint16Array;
  /** By stratum: its items in the bank, or in the pool, and its share of the score. */
  readonly sizes: readonly number[];
  readonly weights: readonly number[];
}

/** The items of a bank that are asked; they go by their positions here. */
export interface EvaluationBank extends SynthesisBank {
  /** The kind of each: its type, or the metric of an open question or a case. */
  readonly kinds: ItemTag;
  /** How many questions of each judges grade. */
  readonly graded: Uint16Array;
  /** How many questions of each have answers that judges can compare. */
  readonly comparable: Uint16Array;
  /** The rubrics that items of the bank name. */
  readonly rubrics: readonly string[];
  /** Programs that score answers, by their names. */
  readonly programs: readonly string[];
  /** Whether answers are compared with references by embeddings. */
  readonly needsEmbeddings: boolean;
  readonly tags: Readonly<Record<string, ItemTag>>;
  readonly strata: EvaluationStrata;
  /** Answers of recorded models. */
  readonly recorded: ResponseMatrix;
}

/** Which items are asked. */
export interface ItemChoice {
  readonly bank: string;
  /** This number of items, drawn by the seed; all by default. */
  readonly items?: number | undefined;
  /** A file that names the items that may be asked. */
  readonly pool?: string | undefined;
  /** The tag in whose proportions items are drawn; by default the first of the bank. */
  readonly stratify?: string | undefined;
  readonly seed: number;
}

/** The kind that scores are compared by: single, multiple, sequencing, or the metric of an open question or a case. */
function kindOf(item: Item): string {
  if ('options' in item) return item.type;
  const rubric = rubricNameOf(item);
  if (rubric !== null) return `rubric ${rubric}`;
  return item.metric?.name ?? 'exact-match';
}

/**
 * The items of a bank that count and have text, those of a pool, or some of them drawn at random in proportion to the values of a tag.
 * @throws NAME_UNKNOWN, BANK_WITHOUT_TEXT, ITEM_UNKNOWN, TOO_MANY_ITEMS
 */
export async function evaluationBank(
  store: Store,
  { bank: name, items: most, pool, stratify, seed }: ItemChoice,
): Promise<EvaluationBank> {
  const live = await readLiveBank(store, name);
  const { items: ids } = live.recorded.responses;
  const named = pool === undefined ? null : new Set(readPool(pool, live));
  const open = ids.flatMap((id, j) =>
    live.hashes[j] !== null && (named?.has(id) ?? true) ? [j] : [],
  );
  const asked = most ?? Math.max(1, open.length);
  if (asked > open.length)
    fail('TOO_MANY_ITEMS', {
      asked,
      available: open.length,
      where: pool === undefined ? `bank ${name}` : `the pool ${pool}`,
    });
  const { tags, fullScore } = live.recorded;
  if (stratify !== undefined && !Object.hasOwn(tags, stratify))
    fail('NAME_UNKNOWN', {
      kind: 'tag',
      name: stratify,
      nearest: nearestNames(stratify, Object.keys(tags)),
    });
  const macro = fullScore === 'items' ? null : fullScore.slice('macro:'.length);
  const tag = macro ?? stratify ?? Object.keys(tags)[0] ?? null;
  const chosen = drawnItems(open, tag === null ? null : tags[tag], asked, seed);
  const positions = new Map(chosen.map((j, k) => [ids[j], k]));
  const places = new Int32Array(chosen.length);
  const graded = new Uint16Array(chosen.length);
  const comparable = new Uint16Array(chosen.length);
  const kinds = Array<string>(chosen.length);
  let place = 0;
  for await (const item of store.items(name)) {
    place++;
    const k = positions.get(item.id);
    if (k === undefined) continue;
    places[k] = place;
    graded[k] = judgedQuestions(item);
    comparable[k] = comparableQuestions(item);
    kinds[k] = kindOf(item);
  }
  return {
    summary: (await store.bank(name))!,
    ids: chosen.map((j) => ids[j]),
    places,
    askable: open.length,
    hasCases: live.hasCases,
    kinds: tagOf(kinds),
    ...{ graded, comparable },
    rubrics: live.rubrics,
    programs: live.programs,
    needsEmbeddings: live.needsEmbeddings,
    tags: Object.fromEntries(
      Object.entries(tags).map(([key, { values, codes }]) => [
        key,
        { values, codes: Uint16Array.from(chosen, (j) => codes[j]) },
      ]),
    ),
    strata: strataOf(open, chosen, tag, tags, macro !== null),
    recorded: live.recorded.responses,
  };
}

/** Positions in the bank, ascending. */
function drawnItems(
  open: readonly number[],
  tag: ItemTag | null,
  asked: number,
  seed: number,
): number[] {
  if (asked === open.length) return [...open];
  const groups = Map.groupBy(open, (j) => tag?.codes[j] ?? 0);
  const order = [...groups].sort(([x], [y]) => x - y);
  const shares = order.map(([, own]) => own.length / open.length);
  const sizes = order.map(([, own]) => own.length);
  const counts = largestRemainder(shares, asked, sizes);
  return order
    .flatMap(([code, own], h) => {
      const random = randomStream(seed, 'evaluation', 'items', tag?.values[code] ?? '');
      return [...shuffle(Uint32Array.from(own), random)].slice(0, counts[h]);
    })
    .sort((x, y) => x - y);
}

/** One stratum per value of the tag that an item has; of a score over all items each counts by its size. */
function strataOf(
  open: readonly number[],
  chosen: readonly number[],
  tag: string | null,
  tags: Readonly<Record<string, ItemTag>>,
  isMacro: boolean,
): EvaluationStrata {
  if (tag === null)
    return {
      tag,
      codes: new Uint16Array(chosen.length),
      sizes: [open.length],
      weights: [1],
    };
  const { codes } = tags[tag];
  const present = [...new Set(open.map((j) => codes[j]))].sort((x, y) => x - y);
  const place = new Map(present.map((code, h) => [code, h]));
  const sizes = present.map(() => 0);
  for (const j of open) sizes[place.get(codes[j])!]++;
  return {
    tag,
    codes: Uint16Array.from(chosen, (j) => place.get(codes[j])!),
    sizes,
    weights: sizes.map((size) => (isMacro ? 1 / sizes.length : size / open.length)),
  };
}

function tagOf(names: readonly string[]): ItemTag {
  const values = [...new Set(names)].sort();
  const codeOf = new Map(values.map((value, code) => [value, code]));
  return { values, codes: Uint16Array.from(names, (value) => codeOf.get(value)!) };
}
