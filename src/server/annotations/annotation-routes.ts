import { entryOutcome } from '../../annotation/entry-state.ts';
import {
  annotationClosed,
  annotationList,
  annotationPath,
  annotationView,
  appliedLabels,
  closeAnnotation,
  entryPage,
  entryPath,
  entryQuery,
  expertWork as expertWorkView,
  labelsQuery,
  newReview,
  workQuery,
} from '../../api/annotations.ts';
import { fail } from '../../errors.ts';
import type { StoredReview } from '../../store/annotations/annotation-store.ts';
import {
  applyLabels,
  finalLabels,
  labelsText,
} from '../../workflow/annotation/annotation-labels.ts';
import {
  type Annotation,
  annotationConfiguration,
  knownAnnotation,
} from '../../workflow/annotation/annotation-panel.ts';
import { annotationReport } from '../../workflow/annotation/annotation-report.ts';
import type { Role } from '../../workflow/keys/roles.ts';
import { type Caller, mayUseBank } from '../caller.ts';
import { offsetOf } from '../http/offset-cursor.ts';
import { type Route, route } from '../route.ts';
import type { ServiceContext } from '../service-context.ts';
import { expertWork, keepReview } from './expert-work.ts';

const READERS: readonly Role[] = ['administrator', 'runner', 'viewer'];
const RUNNERS: readonly Role[] = ['administrator', 'runner'];
const OWNERS: readonly Role[] = ['administrator'];
const EXPERTS: readonly Role[] = ['expert'];
const TAG = 'Annotations';
const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl' } as const;

/** Labels of items by models: their agreement, the review by experts, and what becomes tags. */
export function annotationRoutes({ context }: { readonly context: ServiceContext }): Route[] {
  const { store, events, now } = context;
  const readable = (caller: Caller, id: string) =>
    knownAnnotation(store, id, (bank) => bank !== null && mayUseBank(caller, bank));
  const changed = ({ panel: { id: panel, bank } }: Annotation) =>
    events.emit({ type: 'panel', panel, bank });
  return [
    route({
      method: 'GET',
      url: '/v1/annotations',
      tag: TAG,
      roles: READERS,
      summary: 'List annotations, newest first',
      reply: annotationList,
      async handle({ caller }) {
        const panels = await store.panels.list('annotation');
        const own = panels.filter(({ bank }) => bank !== null && mayUseBank(caller, bank));
        const items = await Promise.all(
          own.map(async ({ id, title, configuration, createdAt, closedAt }) => {
            const known = annotationConfiguration.parse(configuration);
            const { bank, items: count, levels, models, expertsPerEntry } = known;
            const queue = await store.annotations.entries(id, 'queue');
            const states = queue.map((entry) => entryOutcome(entry, expertsPerEntry).state);
            return {
              ...{ id, title, bank, items: count, models, createdAt, closedAt },
              levels: levels.map((level) => level.id),
              queue: queue.length,
              decided: states.filter((state) => state === 'decided').length,
            };
          }),
        );
        return { items };
      },
    }),
    route({
      method: 'GET',
      url: '/v1/annotations/:annotation',
      tag: TAG,
      roles: READERS,
      summary: 'Show the agreement, errors and progress of an annotation',
      params: annotationPath,
      reply: annotationView,
      async handle({ caller, params }) {
        const annotation = await readable(caller, params.annotation);
        const { expertsPerEntry, levels } = annotation.configuration;
        const report = await annotationReport(store, annotation);
        return {
          ...report,
          levels: report.levels.map((level) => ({
            ...level,
            pairs: [...level.pairs],
            withPeople: [...level.withPeople],
            ratersWithTags: [...level.ratersWithTags],
            confusions: level.confusions.map((one) => ({ ...one, labels: [...one.labels] })),
          })),
          models: [...report.models],
          reviewers: [...report.reviewers],
          expertsPerEntry,
          names: levels.map(({ id, name, values }) => ({
            ...{ level: id, name },
            values: Object.fromEntries(values.map((value) => [value.id, value.name])),
          })),
        };
      },
    }),
    route({
      method: 'GET',
      url: '/v1/annotations/:annotation/entries',
      tag: TAG,
      roles: READERS,
      summary:
        'List the entries that experts look at, most doubtful first, with votes and reviews; viewers see no notes',
      params: annotationPath,
      query: entryQuery,
      reply: entryPage,
      async handle({ caller, params, query: { state, limit, cursor } }) {
        const { panel, configuration } = await readable(caller, params.annotation);
        const queue = (await store.annotations.entries(panel.id, 'queue')).map((entry) => ({
          entry,
          outcome: entryOutcome(entry, configuration.expertsPerEntry),
        }));
        const found = queue.filter(({ outcome }) => state === 'all' || outcome.state === state);
        const from = offsetOf(cursor);
        const end = from + limit;
        const shown = (review: StoredReview) => withoutNote(review, caller.role);
        return {
          items: found.slice(from, end).map(({ entry, outcome }) => ({
            ...{ entry: entry.place, item: entry.item, level: entry.level, state: outcome.state },
            ...(outcome.label === undefined ? {} : { label: outcome.label }),
            ...{ reason: entry.reason, doubt: entry.doubt, votes: [...entry.votes] },
            reviews: entry.reviews.map(shown),
            decision: entry.decision === null ? null : shown(entry.decision),
          })),
          next: end < found.length ? String(end) : null,
          total: found.length,
        };
      },
    }),
    route({
      method: 'PUT',
      url: '/v1/annotations/:annotation/entries/:entry/decision',
      tag: TAG,
      roles: OWNERS,
      status: 204,
      summary: 'Decide the label of an entry, whatever models and experts said',
      params: entryPath,
      body: newReview,
      reply: null,
      async handle({ caller, params, body }) {
        const annotation = await readable(caller, params.annotation);
        const { name } = caller;
        await keepReview(store, annotation, params.entry, body, { name, decides: true }, now());
        changed(annotation);
        return { type: 'text/plain', body: '' };
      },
    }),
    route({
      method: 'GET',
      url: '/v1/annotations/:annotation/labels',
      tag: TAG,
      roles: RUNNERS,
      summary: 'The labels that are agreed or reviewed, as a file',
      params: annotationPath,
      query: labelsQuery,
      reply: null,
      types: Object.values(TYPES),
      async handle({ caller, params, query: { format } }) {
        const annotation = await readable(caller, params.annotation);
        const { labels } = await finalLabels(store, annotation);
        const file = `${annotation.panel.id}.${format}`;
        return { type: TYPES[format], body: labelsText(labels, format), file };
      },
    }),
    route({
      method: 'POST',
      url: '/v1/annotations/:annotation/apply',
      tag: TAG,
      roles: OWNERS,
      summary: 'Make the labels tags of the items, as a new version of the bank',
      params: annotationPath,
      reply: appliedLabels,
      async handle({ caller, params }) {
        const annotation = await readable(caller, params.annotation);
        const applied = await applyLabels(store, annotation, caller.name, now());
        events.emit({ type: 'review', bank: annotation.configuration.bank });
        return { ...applied, lost: [...applied.lost] };
      },
    }),
    route({
      method: 'PUT',
      url: '/v1/annotations/:annotation/closed',
      tag: TAG,
      roles: RUNNERS,
      summary: 'Close an annotation, so that it takes no more reviews, or open it again',
      params: annotationPath,
      body: closeAnnotation,
      reply: annotationClosed,
      async handle({ caller, params, body: { closed } }) {
        const annotation = await readable(caller, params.annotation);
        const { id } = annotation.panel;
        await (closed ? store.panels.close(id, now()) : store.panels.reopen(id));
        changed(annotation);
        return { closedAt: (await store.panels.get(id))?.closedAt ?? null };
      },
    }),
    route({
      method: 'GET',
      url: '/v1/annotations/:annotation/work',
      tag: TAG,
      roles: EXPERTS,
      summary: 'The next entry for an expert, with the progress',
      params: annotationPath,
      query: workQuery,
      reply: expertWorkView,
      async handle({ caller, params, query: { entry } }) {
        return expertWork(store, await ownPanel(caller, params.annotation), caller.name, entry);
      },
    }),
    route({
      method: 'PUT',
      url: '/v1/annotations/:annotation/work/:entry',
      tag: TAG,
      roles: EXPERTS,
      summary:
        'Give an entry a label, in place of an earlier one of the same expert; replies with the next entry',
      params: entryPath,
      body: newReview,
      reply: expertWorkView,
      async handle({ caller, params, body }) {
        const annotation = await ownPanel(caller, params.annotation);
        const { name } = caller;
        await keepReview(store, annotation, params.entry, body, { name, decides: false }, now());
        changed(annotation);
        return expertWork(store, annotation, name);
      },
    }),
  ];

  /** Viewers may see no question text, and a note can quote it. */
  function withoutNote({ note, ...review }: StoredReview, role: Role) {
    return role === 'viewer' ? review : { ...review, note };
  }

  /** The one panel of an expert's key. @throws NAME_UNKNOWN */
  function ownPanel({ panel }: Caller, id: string): Promise<Annotation> {
    if (panel?.id !== id || panel.kind !== 'annotation')
      fail('NAME_UNKNOWN', { kind: 'annotation', name: id, nearest: null });
    return knownAnnotation(store, id);
  }
}
