import { valuesSpelt } from '../../../item-bank/taxonomies/find-value.ts';
import type { TaxonomyLevel } from '../../../item-bank/taxonomies/taxonomy.ts';
import {
  type LevelAgreement,
  labelTable,
  levelAgreement,
  type PairAgreement,
  pairAgreement,
} from '../../annotation/agreement.ts';
import { REVIEW_REASONS, type ReviewReason } from '../../annotation/decide.ts';
import { type EntryOutcome, entryOutcome } from '../../annotation/entry-state.ts';
import { type AgreedError, agreedError } from '../../annotation/error-of-agreed.ts';
import type { Label } from '../../annotation/vote.ts';
import { raterName } from '../../annotation/vote.ts';
import { agreementWithPeople, type PeopleAgreement } from '../../annotation/with-people.ts';
import type { StoredEntry } from '../../store/annotations/annotation-store.ts';
import type { Store } from '../../store/store.ts';
import type { Annotation } from './annotation-panel.ts';

/** What is known of the labels of one level. */
export interface LevelReport extends LevelAgreement {
  readonly level: string;
  readonly entries: number;
  /** The labels that stand, by who gave them, and those that are missing until people review them. */
  readonly labels: {
    /** Models agree: also those that wait for their audit. */
    readonly agreed: number;
    /** Of these, the ones that wait. */
    readonly auditing: number;
    readonly people: number;
    readonly missing: number;
  };
  /** Entries that models do not agree on, by reason. */
  readonly reasons: Readonly<Record<ReviewReason, number>>;
  /** Share of wrong labels among those that models agree on. */
  readonly agreedError: AgreedError;
  /** Each rater with people, over all items if labels of both kinds are decided. */
  readonly withPeople: readonly PeopleAgreement[];
  /** Agreed and decided labels with the tags that items had when the annotation was made; null if no item had the tag. */
  readonly withTags: PairAgreement | null;
  /** Raters with the tags; empty if no item had the tag. */
  readonly ratersWithTags: readonly PairAgreement[];
}

/** What is known of an annotation. */
export interface AnnotationReport {
  readonly id: string;
  readonly run: number;
  readonly bank: string;
  readonly title: string;
  readonly models: readonly string[];
  readonly repeats: number;
  readonly items: number;
  /** Whether experts do not see what models proposed. */
  readonly blind: boolean;
  readonly closedAt: string | null;
  /** Entries that people look at, and those of them that are decided. */
  readonly queue: {
    readonly entries: number;
    readonly decided: number;
    readonly conflicts: number;
  };
  readonly reviewers: readonly { readonly name: string; readonly reviews: number }[];
  readonly levels: readonly LevelReport[];
}

/** Agreement, errors and progress of an annotation; intervals are of 90%. */
export async function annotationReport(
  store: Store,
  { panel, configuration }: Annotation,
): Promise<AnnotationReport> {
  const { run, bank, models, repeats, items, blind, levels, expertsPerEntry } = configuration;
  const entries = await store.annotations.entries(panel.id, 'all');
  const tags = await tagsBefore(store, bank, panel.createdAt);
  const raters = models.flatMap((model) =>
    Array.from({ length: repeats }, (_, repeat) => ({ model, repeat })),
  );
  const reviews = new Map<string, number>();
  for (const entry of entries)
    for (const { reviewer } of entry.reviews)
      reviews.set(reviewer, (reviews.get(reviewer) ?? 0) + 1);
  const queued = entries.filter(({ isQueued }) => isQueued);
  const stateOf = (entry: StoredEntry) => entryOutcome(entry, expertsPerEntry).state;
  return {
    ...{ id: panel.id, run, bank, title: panel.title, models, repeats, items, blind },
    closedAt: panel.closedAt,
    queue: {
      entries: queued.length,
      decided: queued.filter((entry) => stateOf(entry) === 'decided').length,
      conflicts: queued.filter((entry) => stateOf(entry) === 'conflict').length,
    },
    reviewers: [...reviews].map(([name, n]) => ({ name, reviews: n })).sort(byName),
    levels: levels.map((level) => {
      const own = entries.filter((entry) => entry.level === level.id);
      // The order of the record, so that intervals do not depend on the queue.
      own.sort((x, y) => (x.item < y.item ? -1 : 1));
      const table = labelTable(own.map(({ votes }) => votes));
      const outcomes = own.map((entry) => entryOutcome(entry, expertsPerEntry));
      const decided = outcomes.map(({ state, label }) => (state === 'decided' ? label : undefined));
      const tagged = own.map(({ item }) => tagLabel(level, tags.get(item)?.[level.tag]));
      const hasTags = tagged.some((label) => label !== undefined);
      const compare = (first: string, second: string, x: Labels, y: Labels) =>
        pairAgreement(
          first,
          second,
          x.map((label, k) => [label, y[k]] as const),
        );
      const column = (r: number) => table.map((row) => row[r]);
      const withAll = (second: string, labels: Labels) =>
        raters.map((rater, r) => compare(raterName(rater), second, column(r), labels));
      return {
        level: level.id,
        entries: own.length,
        labels: standing(outcomes),
        reasons: countsOf(
          REVIEW_REASONS,
          own.flatMap(({ reason }) => reason ?? []),
        ),
        ...levelAgreement(table, raters),
        agreedError: errorOf(own, outcomes),
        withPeople: decided.some((label) => label !== undefined)
          ? raters.map((rater, r) =>
              agreementWithPeople(
                raterName(rater),
                own.map(({ reason }, k) => ({
                  isAgreed: reason === null,
                  rater: table[k][r],
                  people: decided[k],
                })),
              ),
            )
          : [],
        withTags: hasTags
          ? compare(
              'labels',
              'tags',
              outcomes.map(({ label }) => label),
              tagged,
            )
          : null,
        ratersWithTags: hasTags ? withAll('tags', tagged) : [],
      };
    }),
  };
}

type Labels = readonly (Label | undefined)[];

function errorOf(entries: readonly StoredEntry[], outcomes: readonly EntryOutcome[]): AgreedError {
  let [agreed, audited, reviewed, wrong, conflicts] = [0, 0, 0, 0, 0];
  for (const [k, entry] of entries.entries()) {
    if (entry.reason !== null) continue;
    agreed++;
    if (!entry.isQueued) continue;
    audited++;
    const { state, label } = outcomes[k];
    if (state === 'conflict') conflicts++;
    if (state !== 'decided') continue;
    reviewed++;
    if (label !== entry.agreed) wrong++;
  }
  return agreedError({ agreed, audited, reviewed, wrong, conflicts });
}

function standing(outcomes: readonly EntryOutcome[]): LevelReport['labels'] {
  const agreed = outcomes.filter(({ source }) => source === 'agreed');
  const missing = outcomes.filter(({ label }) => label === undefined).length;
  return {
    agreed: agreed.length,
    auditing: agreed.filter(({ state }) => state === 'open').length,
    people: outcomes.length - agreed.length - missing,
    missing,
  };
}

/** The label that a tag names; undefined for none, or for a value that the level does not have. */
function tagLabel(
  level: Annotation['configuration']['levels'][number],
  tag: string | undefined,
): Label | undefined {
  if (tag === undefined) return undefined;
  if (tag === level.noneTag) return null;
  return valuesSpelt(spellable(level), tag)[0]?.id;
}

const levelsSeen = new WeakMap<object, TaxonomyLevel>();

/** One object per level: spellings are kept by it. */
function spellable(level: Annotation['configuration']['levels'][number]): TaxonomyLevel {
  const known = levelsSeen.get(level);
  if (known !== undefined) return known;
  const { id, name, values } = level;
  const made: TaxonomyLevel = { id, name, complete: true, values };
  levelsSeen.set(level, made);
  return made;
}

/** Tags by item, without the changes since then: applied labels would agree with themselves. */
async function tagsBefore(
  store: Store,
  bank: string,
  then: string,
): Promise<Map<string, Readonly<Record<string, string>>>> {
  const tags = new Map<string, Record<string, string>>();
  if ((await store.bank(bank)) === undefined) return tags;
  for await (const item of store.items(bank)) tags.set(item.id, { ...item.tags });
  const later = (await store.annotations.tagLog(bank)).filter(({ at }) => at >= then);
  for (const { item, tag, before } of later.reverse()) {
    const own = tags.get(item);
    if (own === undefined) continue;
    if (before === null) delete own[tag];
    else own[tag] = before;
  }
  return tags;
}

function countsOf<K extends string>(keys: readonly K[], found: readonly K[]): Record<K, number> {
  const counts = Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
  for (const key of found) counts[key]++;
  return counts;
}

function byName(x: { readonly name: string }, y: { readonly name: string }): number {
  return x.name < y.name ? -1 : 1;
}
