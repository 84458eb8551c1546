import { isBuiltinBank, loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { importItems, knownItems } from '../../../item-bank/import/import-items.ts';
import type { Source } from '../../../item-bank/import/records/source.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import type { BankTaxonomy } from '../../../item-bank/taxonomies/bank-taxonomy.ts';
import { fail } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { bankOf } from '../../tested-bank/bank-of.ts';
import { auditAnswers, auditItems, auditTags, type BankAudit, newAudit } from './bank-audit.ts';
import type { ReadFormat } from './import-formats.ts';
import { chosenTaxonomy, type StatedTaxonomy } from './tag-check.ts';

/** The items of a file, before it is imported. @throws what is wrong with files */
export async function auditFile(
  format: ReadFormat,
  source: Source,
  taxonomy: BankTaxonomy | null = null,
): Promise<BankAudit> {
  const audit = newAudit();
  const run = importItems(format, source, knownItems(), {
    checked(item, where) {
      if (taxonomy !== null) auditTags(audit, taxonomy, item, where);
      return item;
    },
  });
  await auditItems(run, audit);
  const { rejectedCount, rejected, duplicates, duplicated, read } = run.report;
  return {
    ...audit,
    items: read,
    invalid: {
      count: rejectedCount,
      first: rejected.map(({ where, reason }) => ({ id: where, reason })),
    },
    duplicates: { count: duplicates, first: duplicated.map(({ id, of }) => ({ id, of })) },
  };
}

/** The items of a bank, with its recorded answers. @throws NAME_UNKNOWN, BANK_WITHOUT_TEXT */
export async function auditStored(
  store: Store,
  name: string,
  stated: StatedTaxonomy = {},
): Promise<BankAudit> {
  if (isBuiltinBank(name) && (await store.bank(name)) === undefined) {
    const { items } = loadBuiltinBank(name);
    fail('BANK_WITHOUT_TEXT', { bank: name, item: items[0], count: items.length });
  }
  await bankOf(store, name);
  const audit = newAudit();
  const kept = await store.taxonomy(name);
  const isStated = stated.taxonomy !== undefined;
  const taxonomy = chosenTaxonomy(stated, null, isStated ? null : kept, name)?.own ?? null;
  await auditItems(readable(store.items(name), audit), audit, taxonomy);
  const recorded = await store.responses(name);
  if (recorded !== null) auditAnswers(audit, recorded);
  return audit;
}

/** The items up to one whose line in the database is damaged, which counts as invalid. */
async function* readable(items: AsyncIterable<Item>, audit: BankAudit): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    audit.invalid.count++;
    const reason = 'its line in the database is not JSON; the items after it were not read';
    audit.invalid.first.push({ id: `item ${audit.items + 1}`, reason });
  }
}
