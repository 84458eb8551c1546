import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { writtenItem } from '../../writing/written-question.ts';
import { asWriting, type WritingPanel } from './writing-panel.ts';
import { type CurrentQuestion, writingState } from './writing-state.ts';

/** The items that a panel has accepted. */
export interface AcceptedItems {
  readonly items: readonly Item[];
  /** Questions that are no item, by place. */
  readonly refused: readonly { readonly place: number; readonly reason: string }[];
}

/**
 * The accepted questions of a panel as pretest items: those that two experts accept, or that an administrator accepted with a comment.
 * Two questions with the same content are one item.
 */
export async function acceptedItems(store: Store, panel: WritingPanel): Promise<AcceptedItems> {
  const passages = await store.writing.passages(panel.id);
  const { current } = writingState(await store.writing.record(panel.id), panel.configuration);
  const items = new Map<string, Item>();
  const refused: { place: number; reason: string }[] = [];
  for (const one of current) {
    if (one.question === null || !(one.state === 'accepted' || one.state === 'overridden'))
      continue;
    const item = itemOf(one, panel, passages[one.passage].name);
    if (typeof item === 'string') refused.push({ place: one.place, reason: item });
    else items.set(item.id, item);
  }
  return { items: [...items.values()], refused };
}

function itemOf(
  { question, round, place, state }: CurrentQuestion,
  { id, configuration: { language, licence, writer } }: WritingPanel,
  passage: string,
): Item | string {
  return writtenItem(question!, {
    ...{ language, licence, source: passage },
    tags: {
      ...{ panel: id, question: String(place), round: String(round), passage },
      ...{ writer: writer.name, accepted: state === 'accepted' ? 'two experts' : 'administrator' },
    },
  });
}

/** What came into a bank. */
export interface AddedItems {
  readonly bank: string;
  readonly added: number;
  /** Items that the bank had already. */
  readonly known: number;
  readonly refused: AcceptedItems['refused'];
}

/**
 * Adds the accepted questions of a panel to a bank as pretest items; what the bank has already is left out, so that it can be repeated.
 * @throws WRITING_REFUSED if nothing is accepted; BANK_NOT_KEPT
 */
export async function addAccepted(
  store: Store,
  panel: WritingPanel,
  bank: string,
  at: string,
): Promise<AddedItems> {
  const { items, refused } = await acceptedItems(store, panel);
  if (items.length === 0)
    fail('WRITING_REFUSED', {
      panel: panel.id,
      reason: 'two experts have accepted no question yet; nothing was added',
    });
  const known = await store.knownItems(bank);
  const fresh = items.filter(
    (item) => known.idOfHash(item.hash) === undefined && !known.has(item.id),
  );
  const title = (await store.banks()).find(({ name }) => name === bank)?.title ?? bank;
  const added =
    fresh.length === 0 ? 0 : await store.addItems({ name: bank, title, builtin: null }, fresh, at);
  return { bank, added, known: items.length - added, refused };
}

/** A bank that has all accepted questions of a panel already; null if there is none, or nothing is accepted. */
export async function bankWithAccepted(store: Store, panel: WritingPanel): Promise<string | null> {
  const { items } = await acceptedItems(store, panel);
  if (items.length === 0) return null;
  const own = (await store.banks()).flatMap(({ name, builtin }) =>
    builtin === null ? [name] : [],
  );
  const inOrder = own.filter((name) => name === panel.bank);
  inOrder.push(...own.filter((name) => name !== panel.bank));
  for (const name of inOrder) {
    const known = await store.knownItems(name);
    if (items.every(({ id, hash }) => known.has(id) || known.idOfHash(hash) !== undefined))
      return name;
  }
  return null;
}

/** The newest open panel of a configuration. */
export async function openPanelOf(
  store: Store,
  isSame: (panel: WritingPanel) => boolean,
): Promise<WritingPanel | undefined> {
  return (await store.panels.list('writing'))
    .filter(({ closedAt }) => closedAt === null)
    .map(asWriting)
    .find(isSame);
}
