import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Item } from '../../../item-bank/items/item.ts';
import { bankTaxonomySchema } from '../../../item-bank/taxonomies/taxonomy-schema.ts';
import type { Access } from '../access/access.ts';
import { batches, pages } from '../access/batches.ts';
import { reviewedItems } from '../review/reviewed-items.ts';
import type { Tables } from '../schema/tables.ts';
import type { BankSummary, Store } from '../store.ts';
import { addItems } from './add-items.ts';
import { bankNamed, findBank } from './bank-row.ts';
import { itemLabels } from './item-labels.ts';
import { bankHoldings, removeBank } from './remove-bank.ts';

/** Lines of items are read this many at a time: most are shorter than 2 kB. */
const PAGE = 250;

type BankPart = Pick<
  Store,
  | 'banks'
  | 'bank'
  | 'bankMark'
  | 'bankVersion'
  | 'addItems'
  | 'knownItems'
  | 'items'
  | 'putTaxonomy'
  | 'taxonomy'
  | 'bankHoldings'
  | 'removeBank'
>;

/** Banks and their items. */
export function bankTables(access: Access): BankPart {
  return {
    banks: () => access.read((db) => summaries(db)),
    bank: async (name) => (await access.read((db) => summaries(db, name)))[0],
    bankMark: (name) => access.read((db) => markOf(db, name)),
    bankVersion: async (name, fingerprint) => {
      const row = await access.read((db) =>
        db
          .selectFrom('bank_versions')
          .innerJoin('banks', 'banks.id', 'bank_versions.bank')
          .select('bank_versions.version')
          .where('banks.name', '=', name)
          .where('bank_versions.fingerprint', '=', fingerprint)
          // After an undo, two versions have the same fingerprint.
          .orderBy('bank_versions.version', 'desc')
          .executeTakeFirst(),
      );
      return row?.version;
    },
    addItems: (bank, items, at) => addItems(access, bank, items, at),
    putTaxonomy: (name, taxonomy) =>
      access.write(async (trx) => {
        const { id } = await bankNamed(trx, name);
        const text = JSON.stringify(taxonomy);
        await trx.updateTable('banks').set({ taxonomy: text }).where('id', '=', id).execute();
      }),
    taxonomy: async (name) => {
      const text = await access.read((db) => taxonomyText(db, name));
      return text === null ? null : bankTaxonomySchema.parse(JSON.parse(text));
    },
    bankHoldings: (name) => access.read((db) => bankHoldings(db, name)),
    removeBank: (name) => removeBank(access, name),

    async knownItems(name) {
      const ids = new Set<string>();
      const idOf = new Map<string, string>();
      const bank = await access.read((db) => findBank(db, name));
      if (bank !== undefined)
        for await (const { id, hash } of itemLabels(access.read, bank.id)) {
          ids.add(id);
          if (!idOf.has(hash)) idOf.set(hash, id);
        }
      // A corrected item is known by the hash of its old content and of its new one.
      if (bank !== undefined)
        for (const [id, { current }] of await access.read((db) => reviewedItems(db, bank.id)))
          if (!idOf.has(current.hash)) idOf.set(current.hash, id);
      return {
        idOfHash: (hash) => idOf.get(hash),
        has: (id) => ids.has(id),
        add({ id, hash }) {
          ids.add(id);
          if (!idOf.has(hash)) idOf.set(hash, id);
        },
      };
    },

    async *items(name, ids) {
      const bank = await access.read((db) => bankNamed(db, name));
      const reviewed = await access.read((db) => reviewedItems(db, bank.id));
      const lines =
        ids === undefined
          ? allLines(access, bank.id, bank.version)
          : someLines(access, bank.id, ids);
      for await (const { line } of lines) {
        const item = JSON.parse(line) as Item;
        yield reviewed.get(item.id)?.current ?? item;
      }
    },
  };
}

async function taxonomyText(db: Kysely<Tables>, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('banks')
    .select('taxonomy')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.taxonomy ?? null;
}

async function markOf(db: Kysely<Tables>, name: string): Promise<string | null> {
  const bank = await findBank(db, name);
  if (bank === undefined) return null;
  const { count, last } = await db
    .selectFrom('responses')
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('changed_at').as('last')])
    .where('bank', '=', bank.id)
    .executeTakeFirstOrThrow();
  const taxonomy = await taxonomyText(db, name);
  const mark = taxonomy === null ? '' : createHash('sha256').update(taxonomy).digest('hex');
  return [bank.version, Number(count), last ?? '', mark].join(' ').trimEnd();
}

async function summaries(db: Kysely<Tables>, name?: string): Promise<BankSummary[]> {
  const rows = await db
    .selectFrom('banks')
    .innerJoin('bank_versions', (join) =>
      join
        .onRef('bank_versions.bank', '=', 'banks.id')
        .onRef('bank_versions.version', '=', 'banks.version'),
    )
    .select(['banks.name', 'banks.version', 'banks.title', 'banks.builtin', 'banks.created_at'])
    .select(['bank_versions.items', 'bank_versions.fingerprint'])
    .select('bank_versions.created_at as changed_at')
    .select((eb) =>
      eb
        .selectFrom('responses')
        .whereRef('responses.bank', '=', 'banks.id')
        .select((count) => count.fn.countAll().as('count'))
        .as('examinees'),
    )
    .$if(name !== undefined, (query) => query.where('banks.name', '=', name as string))
    .execute();
  return rows
    .map(({ created_at, changed_at, examinees, ...row }) => ({
      ...row,
      examinees: Number(examinees),
      createdAt: created_at,
      changedAt: changed_at,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The items of one version: items that are added during the reading are left out. */
function allLines(access: Access, bank: number, version: number) {
  return pages<{ position: number; line: string }>((last) =>
    access.read((db) =>
      db
        .selectFrom('items')
        .select(['position', 'line'])
        .where('bank', '=', bank)
        .where('added_in', '<=', version)
        .where('position', '>', last?.position ?? -1)
        .orderBy('position')
        .limit(PAGE)
        .execute(),
    ),
  );
}

async function* someLines(access: Access, bank: number, ids: readonly string[]) {
  for (const some of batches(ids, PAGE))
    yield* await access.read((db) =>
      db
        .selectFrom('items')
        .select('line')
        .where('bank', '=', bank)
        .where('id', 'in', some)
        .execute(),
    );
}
