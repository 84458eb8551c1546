import type { Item } from '../../../item-bank/items/item.ts';
import { entryOutcome } from '../../annotation/entry-state.ts';
import type { Label } from '../../annotation/vote.ts';
import type { ExpertEntry, ExpertWork } from '../../api/annotations.ts';
import { fail } from '../../errors.ts';
import type { StoredEntry } from '../../store/annotations/annotation-store.ts';
import type { Store } from '../../store/store.ts';
import type {
  Annotation,
  AnnotationConfiguration,
} from '../../workflow/annotation/annotation-panel.ts';
import { keyText, questionText } from '../banks/question-text.ts';

/** The next entry of an expert, or one that the expert reviewed before; with the progress. @throws NAME_UNKNOWN */
export async function expertWork(
  store: Store,
  annotation: Annotation,
  expert: string,
  wanted?: number,
): Promise<ExpertWork> {
  const { panel, configuration } = annotation;
  const queue = await store.annotations.entries(panel.id, 'queue');
  const own = (entry: StoredEntry) => entry.reviews.find(({ reviewer }) => reviewer === expert);
  const done = queue.filter((entry) => own(entry) !== undefined);
  const open = queue.filter((entry) => own(entry) === undefined && isOpen(entry, configuration));
  const entry =
    wanted === undefined
      ? nextOf(open, expert)
      : (done.find(({ place }) => place === wanted) ?? unknownEntry(panel.id, wanted));
  const last = done.toSorted((x, y) => (own(x)!.at < own(y)!.at ? -1 : 1)).at(-1);
  return {
    title: panel.title,
    closed: panel.closedAt !== null,
    ...{ done: done.length, left: open.length, last: last?.place ?? null },
    entry:
      entry === undefined || (panel.closedAt !== null && wanted === undefined)
        ? null
        : await shownEntry(store, annotation, entry, expert),
  };
}

/** Keeps what an expert says. @throws NAME_UNKNOWN, OPTION_INVALID, OPTIONS_CONFLICT */
export async function keepReview(
  store: Store,
  { panel, configuration }: Annotation,
  place: number,
  review: { readonly label: Label; readonly note: string },
  { name, decides }: { readonly name: string; readonly decides: boolean },
  at: string,
): Promise<void> {
  const entry = await store.annotations.entry(panel.id, place);
  if (entry === undefined || (!entry.isQueued && !decides)) return unknownEntry(panel.id, place);
  const values = await valuesFor(store, { panel, configuration }, entry);
  const { label } = review;
  if (label !== null && !values.some(({ id }) => id === label))
    fail('OPTION_INVALID', {
      option: 'label',
      found: label,
      accepted: 'the id of a label of the entry, or null if none fits',
    });
  const kept = { reviewer: name, ...review, at };
  const mayReview = (now: StoredEntry) =>
    decides || now.reviews.some(({ reviewer }) => reviewer === name) || isOpen(now, configuration);
  const refusal = await store.annotations.review(panel.id, place, kept, decides, mayReview);
  if (refusal === null) return;
  fail('OPTIONS_CONFLICT', {
    options: 'reviews',
    reason:
      refusal === 'closed'
        ? `annotation ${panel.id} is closed. Whoever invited you can open it again.`
        : 'another expert has finished this entry, or an administrator has decided it. Go on with the next one.',
  });
}

function isOpen(entry: StoredEntry, { expertsPerEntry }: AnnotationConfiguration): boolean {
  return (
    entry.isQueued &&
    entry.decision === null &&
    entryOutcome(entry, expertsPerEntry).state === 'open'
  );
}

/** Experts who work at the same time begin apart from each other: each is given one of the first entries, by the name. */
function nextOf(open: readonly StoredEntry[], expert: string): StoredEntry | undefined {
  // An entry that another expert has reviewed is finished first.
  const begun = open.find(({ reviews }) => reviews.length > 0);
  if (begun !== undefined) return begun;
  const near = Math.min(open.length, 3);
  const sum = [...expert].reduce((total, char) => total + char.codePointAt(0)!, 0);
  return open[near === 0 ? 0 : sum % near];
}

function unknownEntry(panel: string, place: number): never {
  return fail('NAME_UNKNOWN', {
    kind: `entry of annotation ${panel}`,
    name: String(place),
    nearest: null,
  });
}

async function shownEntry(
  store: Store,
  annotation: Annotation,
  entry: StoredEntry,
  expert: string,
): Promise<ExpertEntry> {
  const { configuration } = annotation;
  const level = configuration.levels.find(({ id }) => id === entry.level)!;
  const item = await itemOf(store, configuration.bank, entry.item);
  const values = await valuesFor(store, annotation, entry);
  const named = new Set(entry.votes.flatMap((vote) => (vote.kind === 'label' ? [vote.label] : [])));
  // In the order of the taxonomy: that of the votes would tell how many name each.
  const proposals: Label[] = values.map(({ id }) => id).filter((id) => named.has(id));
  if (named.has(null)) proposals.push(null);
  const own = entry.reviews.find(({ reviewer }) => reviewer === expert);
  return {
    entry: entry.place,
    question: questionText(item),
    options: 'options' in item ? item.options : null,
    ...(configuration.withKey ? { answer: keyText(item) } : {}),
    level: { name: level.name, mayFitNone: level.mayFitNone, values },
    proposals: configuration.blind ? [] : proposals,
    own: own === undefined ? null : { label: own.label, note: own.note },
  };
}

/** The labels of an entry: below the label of the level above, where people have decided it or models agree on it. */
async function valuesFor(
  store: Store,
  { panel, configuration }: Annotation,
  entry: StoredEntry,
): Promise<AnnotationConfiguration['levels'][number]['values']> {
  const level = configuration.levels.find(({ id }) => id === entry.level)!;
  if (level.parent === null) return level.values;
  const all = await store.annotations.entries(panel.id, 'all');
  const above = all.find((one) => one.item === entry.item && one.level === level.parent);
  const label = above && entryOutcome(above, configuration.expertsPerEntry).label;
  const below = level.values.filter(({ parent }) => parent === label);
  return below.length === 0 ? level.values : below;
}

async function itemOf(store: Store, bank: string, id: string): Promise<Item> {
  for await (const item of store.items(bank, [id])) return item;
  return fail('ITEM_UNKNOWN', { item: id, where: `bank ${bank}` });
}
