import type { Item } from '../../../item-bank/items/item.ts';
import { type BankTaxonomy, bankTaxonomy } from '../../../item-bank/taxonomies/bank-taxonomy.ts';
import { checkTags } from '../../../item-bank/taxonomies/check-tags.ts';
import { loadTaxonomy } from '../../../item-bank/taxonomies/load-taxonomy.ts';
import { canonicalJson } from '../../canonical-json.ts';
import { fail } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import { FORMAT_TAXONOMIES, type ImportFormat } from './import-formats.ts';

/** Which taxonomy items are checked against. */
export interface StatedTaxonomy {
  /** A built-in taxonomy, a file, or `none`; by default the one of the bank, else of the format. */
  readonly taxonomy?: string | undefined;
  /** Level by tag, for tags that are not named as their level. */
  readonly levels?: Readonly<Record<string, string>> | undefined;
  /** Whether values are stored as the ids of the taxonomy. */
  readonly canonical?: boolean | undefined;
}

/** The taxonomy to check items against, and whether the bank has it already; null for none. */
export interface ChosenTaxonomy {
  readonly own: BankTaxonomy;
  readonly isNew: boolean;
}

/**
 * The taxonomy of an import or a check.
 * @param kept the one that the bank has @param bank null for a file
 * @throws OPTIONS_CONFLICT for another one than that of the bank; what `loadTaxonomy` throws
 */
export function chosenTaxonomy(
  { taxonomy: name, levels, canonical }: StatedTaxonomy,
  format: ImportFormat | null,
  kept: BankTaxonomy | null,
  bank: string | null,
): ChosenTaxonomy | null {
  const isStated = name !== undefined || levels !== undefined || canonical !== undefined;
  if (kept !== null && !isStated) return { own: kept, isNew: false };
  const used = name ?? (format === null ? undefined : FORMAT_TAXONOMIES[format]);
  const stated =
    used === undefined || used === 'none'
      ? null
      : bankTaxonomy(loadTaxonomy(used), levels, canonical);
  if (stated === null && (levels !== undefined || canonical !== undefined))
    fail('OPTIONS_CONFLICT', {
      options: levels !== undefined ? 'levels' : 'canonical',
      reason: 'only works with --taxonomy NAME.',
    });
  if (kept !== null && (stated === null || canonicalJson(kept) !== canonicalJson(stated)))
    fail('OPTIONS_CONFLICT', {
      options: 'taxonomy',
      reason: `bank ${bank} has the taxonomy ${kept.taxonomy.name} ${kept.taxonomy.version}${kept.canonical ? ' in canonical form' : ''}. Leave out --taxonomy, --levels and --canonical, or import into another bank.`,
    });
  return stated === null ? null : { own: stated, isNew: kept === null };
}

/** The item with its tags as they are to be kept. @throws FILE_INVALID for a tag value that the taxonomy does not have */
export function withCheckedTags(own: BankTaxonomy, item: Item, file: string, where: string): Item {
  const { tags, problem } = checkTags(own, item.tags);
  if (tags !== undefined) return { ...item, tags: { ...tags } };
  return fail('FILE_INVALID', {
    file,
    where: `${where}, tag ${problem.tag}`,
    found: quoted(problem.found),
    accepted: `${problem.accepted}${problem.accepted.endsWith('?') ? '' : '.'} Nothing was imported`,
  });
}

/** What is wrong with the tags of an item, on one line; null if nothing is. */
export function tagProblem(own: BankTaxonomy, item: Item): string | null {
  const { problem } = checkTags(own, item.tags);
  if (problem === undefined) return null;
  const { tag, found, accepted } = problem;
  return `tag ${tag}: found ${quoted(found)}; accepted: ${accepted}`;
}
