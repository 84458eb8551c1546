import type { Item } from '../../../item-bank/items/item.ts';
import { problemsText, validateItem } from '../../../item-bank/items/validate-item.ts';
import { type Weakness, weaknessesOf } from '../../../item-bank/items/weak-item.ts';
import type { BankTaxonomy } from '../../../item-bank/taxonomies/bank-taxonomy.ts';
import type { StoredResponses } from '../../store/store.ts';
import { tagProblem } from './tag-check.ts';

/** Most entries listed per kind; all are counted. */
const MOST_LISTED = 1000;
/** The least number of models with equal answers to report an item. */
const LEAST_MODELS = 5;

export interface Listed<T> {
  count: number;
  readonly first: T[];
}

/** The findings about the items of a bank. */
export interface BankAudit {
  items: number;
  readonly invalid: Listed<{ id: string; reason: string }>;
  /** Items with the same content as an earlier item. */
  readonly duplicates: Listed<{ id: string; of: string }>;
  /** Tag values that are not in the taxonomy. */
  readonly tags: Listed<{ id: string; reason: string }>;
  readonly weak: Partial<Record<Weakness | 'alike', Listed<string>>>;
}

export function newAudit(): BankAudit {
  return { items: 0, invalid: none(), duplicates: none(), tags: none(), weak: {} };
}

/** Validates items again, their hash included, and looks for repeats and doubtful ones. */
export async function auditItems(
  items: AsyncIterable<Item>,
  audit = newAudit(),
  taxonomy: BankTaxonomy | null = null,
): Promise<BankAudit> {
  const idOf = new Map<string, string>();
  for await (const value of items) {
    audit.items++;
    const { item, problems } = validateItem(value);
    if (item === undefined) {
      list(audit.invalid, { id: String(value?.id), reason: problemsText(problems) });
      continue;
    }
    const first = idOf.get(item.hash);
    if (first === undefined) idOf.set(item.hash, item.id);
    else list(audit.duplicates, { id: item.id, of: first });
    if (taxonomy !== null) auditTags(audit, taxonomy, item, item.id);
    for (const weakness of weaknessesOf(item)) listWeak(audit, weakness, item.id);
  }
  return audit;
}

/** Adds an item with a tag value that the taxonomy does not have. */
export function auditTags(
  audit: BankAudit,
  taxonomy: BankTaxonomy,
  item: Item,
  where: string,
): void {
  const reason = tagProblem(taxonomy, item);
  if (reason !== null) list(audit.tags, { id: where, reason });
}

/** Adds the items to which all of at least five models gave equal answers: they do not distinguish models. */
export function auditAnswers(audit: BankAudit, { matrix }: StoredResponses): void {
  const { examinees, items, scores } = matrix;
  for (const [j, id] of items.entries()) {
    const answers = examinees
      .map((_, m) => scores[m * items.length + j])
      .filter((score) => !Number.isNaN(score));
    if (answers.length >= LEAST_MODELS && answers.every((score) => score === answers[0]))
      listWeak(audit, 'alike', id);
  }
}

function none<T>(): Listed<T> {
  return { count: 0, first: [] };
}

function list<T>(listed: Listed<T>, one: T): void {
  listed.count++;
  if (listed.first.length < MOST_LISTED) listed.first.push(one);
}

function listWeak(audit: BankAudit, weakness: Weakness | 'alike', id: string): void {
  audit.weak[weakness] ??= none();
  list(audit.weak[weakness], id);
}
