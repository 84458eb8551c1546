import { type Decision, decide } from '../../annotation/decide.ts';
import { reviewOrder } from '../../annotation/review-queue.ts';
import type { Vote } from '../../annotation/vote.ts';
import { randomStream } from '../../random.ts';
import type { NewEntry } from '../../store/annotations/annotation-store.ts';
import type { StoredPanel } from '../../store/panels/panels.ts';
import type { Store } from '../../store/store.ts';
import { callAt, voteOf } from './annotation-calls.ts';
import type { AnnotationJob } from './annotation-job.ts';
import { type AnnotationConfiguration, annotationId } from './annotation-panel.ts';

/** How labels are decided and reviewed. */
export interface ReviewSettings {
  readonly leastShare: number;
  readonly auditShare: number;
  readonly blind: boolean;
  readonly expertsPerEntry: number;
  readonly title: string | undefined;
}

/**
 * Decides the labels of a run whose calls are all kept, and opens the panel of its review. A run has one panel: where it is open already, it
 * stays as it is.
 * @returns its id
 */
export async function keepAnnotation(
  store: Store,
  job: AnnotationJob,
  run: number,
  settings: ReviewSettings,
  at: string,
): Promise<string> {
  const id = annotationId(run);
  if ((await store.panels.get(id)) !== undefined) return id;
  const { bank, levels, raters, seed, models } = job;
  const votes = await votesOf(store, job, run);
  const decided: { item: number; level: number; own: readonly Vote[]; decision: Decision }[] = [];
  for (let item = 0; item < bank.ids.length; item++)
    for (let level = 0; level < levels.length; level++) {
      const own = votes[level][item];
      decided.push({ item, level, own, decision: decide(own, settings.leastShare) });
    }
  const { queue, audited, rest } = reviewOrder(
    decided.map(({ decision }) => decision),
    settings.auditShare,
    randomStream(seed, 'annotation', 'audit'),
  );
  const entryAt = (k: number): NewEntry => {
    const { item, level, own, decision } = decided[k];
    return {
      item: bank.ids[item],
      level: levels[level].level.id,
      agreed: decision.agreed,
      reason: decision.reason,
      isQueued: decision.reason !== null || audited.has(k),
      doubt: decision.doubt,
      votes: own.map((vote, r) => ({ ...raters[r], ...vote })),
    };
  };
  const { title = `Labels of ${bank.summary.name}`, ...review } = settings;
  const configuration: AnnotationConfiguration = {
    ...{ run, bank: bank.summary.name, items: bank.ids.length, seed, withKey: job.withKey },
    models: models.map(({ name }) => name),
    repeats: raters.length / models.length,
    taxonomy: (job.configuration.taxonomy as { readonly name: string }).name,
    levels: levels.map(({ level, tag, mayFitNone, noneTag, parent }) => ({
      ...{ id: level.id, tag, name: level.name, mayFitNone, noneTag },
      parent: parent === null ? null : levels[parent].level.id,
      values: level.values.map(({ aliases: _, ...value }) => value),
    })),
    ...review,
  };
  const panel: StoredPanel = {
    ...{ id, kind: 'annotation', bank: bank.summary.name, title, configuration },
    ...{ madeBy: null, createdAt: at, closedAt: null },
  };
  await store.annotations.put(panel, [...queue, ...rest].map(entryAt));
  return id;
}

/** By level and item: the votes of all raters. */
async function votesOf(store: Store, job: AnnotationJob, run: number): Promise<Vote[][][]> {
  const { bank, calls, levels, raters } = job;
  const votes = levels.map(() =>
    bank.ids.map(() => raters.map((): Vote => ({ kind: 'unreadable' }))),
  );
  const itemOf = new Map(Array.from(bank.places, (place, j) => [place, j]));
  const atOf = new Map<string, readonly [number, number]>();
  for (const l of levels.keys())
    for (const r of raters.keys()) atOf.set(calls[callAt(job, l, r)].id, [l, r]);
  for await (const answer of store.answers(run, { texts: false })) {
    const at = atOf.get(answer.examinee);
    const item = itemOf.get(answer.place);
    if (at !== undefined && item !== undefined) votes[at[0]][item][at[1]] = voteOf(answer);
  }
  return votes;
}
