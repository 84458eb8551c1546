import type { Transaction } from 'kysely';
import type { Item } from '../../../item-bank/items/item.ts';
import { checkDecision } from '../../../item-bank/review/check-decision.ts';
import type { Decision, ReviewEntry } from '../../../item-bank/review/decision.ts';
import { foldLog } from '../../../item-bank/review/fold-log.ts';
import { fail } from '../../errors.ts';
import type { Access } from '../access/access.ts';
import { BATCH, batches } from '../access/batches.ts';
import { bankNamed } from '../banks/bank-row.ts';
import { fingerprintOf } from '../banks/fingerprint.ts';
import type { Tables } from '../schema/tables.ts';
import type { NewEntry, ReviewChange, ReviewMark } from './review-store.ts';
import { readLog, reviewedBy } from './reviewed-items.ts';

/** Ends the transaction of a trial, which is then rolled back. */
class TrialDone extends Error {
  readonly change: ReviewChange;
  constructor(change: ReviewChange) {
    super('a trial');
    this.change = change;
  }
}

/** See `ReviewStore.review`. */
export async function review(
  access: Access,
  name: string,
  entries: readonly NewEntry[],
  mark: ReviewMark,
  isTrial: boolean,
): Promise<ReviewChange> {
  try {
    return await access.write(async (trx) => {
      const change = await changeBank(trx, name, entries, mark);
      if (isTrial) throw new TrialDone(change);
      return change;
    });
  } catch (error) {
    if (error instanceof TrialDone) return error.change;
    throw error;
  }
}

async function changeBank(
  trx: Transaction<Tables>,
  name: string,
  entries: readonly NewEntry[],
  mark: ReviewMark,
): Promise<ReviewChange> {
  const { id: bank } = await bankNamed(trx, name);
  // Changes nothing: it locks the row, so that decisions of two people about one bank come one after the other.
  const { version, builtin } = await trx
    .updateTable('banks')
    .set({ name })
    .where('id', '=', bank)
    .returning(['version', 'builtin'])
    .executeTakeFirstOrThrow();
  if (builtin !== null) fail('REVIEW_BUILTIN', { bank: name });
  const log = await readLog(trx, bank);
  const added = await addEntries(trx, { bank, name, log }, entries, mark);
  if (added.length === 0) return { entries: [], versionBefore: version, version };
  const before = await reviewedBy(trx, bank, log);
  const after = await reviewedBy(trx, bank, [...log, ...added]);
  const [from, to] = [
    await fingerprintOf(trx, bank, before),
    await fingerprintOf(trx, bank, after),
  ];
  const fingerprint = to.digest.digest('hex');
  if (from.digest.digest('hex') === fingerprint)
    return { entries: added, versionBefore: version, version };
  await trx
    .insertInto('bank_versions')
    .values({
      bank,
      version: version + 1,
      items: to.count,
      fingerprint,
      created_at: mark.at,
      decision: added[added.length - 1].number,
    })
    .execute();
  await trx
    .updateTable('banks')
    .set({ version: version + 1 })
    .where('id', '=', bank)
    .execute();
  return { entries: added, versionBefore: version, version: version + 1 };
}

/** A bank and its log so far. */
interface Reviewed {
  readonly bank: number;
  readonly name: string;
  readonly log: readonly ReviewEntry[];
}

async function addEntries(
  trx: Transaction<Tables>,
  { bank, name, log }: Reviewed,
  entries: readonly NewEntry[],
  { by, at }: ReviewMark,
): Promise<ReviewEntry[]> {
  const items = await itemsOf(
    trx,
    bank,
    entries.flatMap((entry) => ('item' in entry ? [entry.item] : [])),
  );
  const added: ReviewEntry[] = [];
  for (const entry of entries) {
    const values =
      'undoes' in entry
        ? undoing(name, [...log, ...added], entry.undoes)
        : deciding(name, items, entry);
    const { number } = await trx
      .insertInto('decisions')
      .values({
        bank,
        item: values.item,
        decision: values.decision,
        key: values.key === null ? null : JSON.stringify(values.key),
        note: values.note,
        made_by: by,
        at,
        undoes: values.undoes,
      })
      .returning('number')
      .executeTakeFirstOrThrow();
    added.push({ ...values, number, by, at });
  }
  return added;
}

type Values = Omit<ReviewEntry, 'number' | 'by' | 'at'>;

function deciding(bank: string, items: ReadonlyMap<string, Item>, given: Decision): Values {
  const item = items.get(given.item);
  if (item === undefined) return fail('ITEM_UNKNOWN', { item: given.item, where: `bank ${bank}` });
  const { decision, problem } = checkDecision(item, given);
  if (problem !== undefined)
    return fail('REVIEW_REFUSED', { bank, what: `item ${item.id}`, reason: problem });
  return { ...decision, undoes: null };
}

/** @throws REVIEW_REFUSED for an entry that the log does not have, or that is undone already */
function undoing(bank: string, log: readonly ReviewEntry[], number: number): Values {
  const entry = log.find((one) => one.number === number);
  const what = `decision ${number}`;
  if (entry === undefined)
    return fail('REVIEW_REFUSED', {
      bank,
      what,
      reason: 'the log of this bank has no such entry',
    });
  const by = log.findLast(({ undoes }) => undoes === number);
  if (foldLog(log).undone.has(number))
    return fail('REVIEW_REFUSED', {
      bank,
      what,
      reason: `entry ${by?.number} has undone it already`,
    });
  return { item: entry.item, decision: 'undo', key: null, note: '', undoes: number };
}

async function itemsOf(
  trx: Transaction<Tables>,
  bank: number,
  ids: readonly string[],
): Promise<Map<string, Item>> {
  const items = new Map<string, Item>();
  for (const some of batches(ids, BATCH)) {
    const rows = await trx
      .selectFrom('items')
      .select('line')
      .where('bank', '=', bank)
      .where('id', 'in', some)
      .execute();
    for (const { line } of rows) {
      const item = JSON.parse(line) as Item;
      items.set(item.id, item);
    }
  }
  return items;
}
