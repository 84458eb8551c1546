import { createHash } from 'node:crypto';
import type { Rater } from '../../annotation/vote.ts';
import { canonicalJson } from '../../canonical-json.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { annotateWordingOf } from '../../prompt/annotate/wording.ts';
import { PROMPT_LANGUAGES } from '../../prompt/prompt.ts';
import { configurationHash } from '../../run/configuration-hash.ts';
import { KeptCalls } from '../../run/kept-calls.ts';
import { mostOfCall } from '../../run/most-of-call.ts';
import type { Taken } from '../../run/run-budgets.ts';
import type { RunCall } from '../../run/run-calls.ts';
import type { RunConfiguration, RunSummary } from '../../run/run-record.ts';
import { RunReplies, replySourceOf } from '../../run/run-replies.ts';
import type { Store } from '../../store/store.ts';
import type { Caller } from '../asking/caller.ts';
import { readKeptCalls } from '../asking/read-kept-calls.ts';
import { refuseOtherRun } from '../asking/refuse-other-run.ts';
import { evaluationIdentity, partiesOf } from '../evaluation/evaluation-run.ts';
import { withSeed } from '../evaluation/prepare-models.ts';
import { type Askers, endpointAskers } from '../synthesis/synthesis-calls.ts';
import { type AnnotatedItems, type AnnotationBank, annotationBank } from './annotation-bank.ts';
import { type AnnotationPlan, annotationCalls } from './annotation-calls.ts';
import { annotatedLevels } from './annotation-levels.ts';

/** The kind of an annotation run. */
export const ANNOTATION_FORMAT = 'thetarank-annotation';

/** What models are asked to label. */
export interface AnnotationRequest extends AnnotatedItems {
  readonly levels: readonly string[];
  readonly taxonomy?: string | undefined;
  readonly models: readonly EndpointConfiguration[];
  readonly repeats: number;
  /** Whether models see the right answers. */
  readonly withKey: boolean;
  readonly resume?: boolean | undefined;
  readonly caller: Caller;
}

/** An annotation that is ready to begin. */
export interface AnnotationJob extends AnnotationPlan {
  readonly bank: AnnotationBank;
  readonly models: readonly EndpointConfiguration[];
  readonly calls: readonly RunCall[];
  readonly needed: () => readonly number[];
  readonly kept: KeptCalls;
  readonly taken: Taken;
  readonly configuration: RunConfiguration;
  readonly hash: string;
  readonly before: RunSummary | null;
  readonly isResumed: boolean;
  readonly same: RunSummary | undefined;
  readonly replies: RunReplies;
  readonly retries: Askers['retries'];
  readonly caller: Caller;
  readonly seed: number;
}

/** Plans an annotation, and finds what is kept of it. Nothing is asked yet. @throws what its parts throw; OPTIONS_CONFLICT */
export async function prepareAnnotation(
  store: Store,
  request: AnnotationRequest,
): Promise<AnnotationJob> {
  const { seed, repeats, withKey, caller } = request;
  const bank = await annotationBank(store, request);
  const { own, levels } = await annotatedLevels(
    store,
    request.bank,
    request.levels,
    request.taxonomy,
  );
  const models = withSeed(request.models, repeats, seed);
  const raters = models.flatMap(({ name }) =>
    Array.from({ length: repeats }, (_, repeat): Rater => ({ model: name, repeat })),
  );
  const plan: AnnotationPlan = { levels, raters, withKey };
  const { name, fingerprint } = bank.summary;
  const parents = levels.flatMap(({ above }) =>
    above === null ? [] : bank.tags.map((tags) => tags[above.tag] ?? ''),
  );
  const configuration: RunConfiguration = {
    format: ANNOTATION_FORMAT,
    version: 1,
    bank: name,
    fingerprint,
    items: { count: bank.ids.length, sha256: sha256(bank.ids) },
    levels: levels.map(({ level, tag }) => ({ level: level.id, tag })),
    taxonomy: { name: own.taxonomy.name, sha256: sha256(own.taxonomy) },
    ...(parents.length === 0 ? {} : { parents: sha256(parents) }),
    ...{ withKey, repeats, seed },
    wording: PROMPT_LANGUAGES.map((of) => `${of}-${annotateWordingOf(of).revision}`),
    models: partiesOf(models),
  };
  const hash = configurationHash(evaluationIdentity(configuration));
  const runs = await store.runs();
  const same = runs.find(
    (run) => configurationHash(evaluationIdentity(run.configuration)) === hash,
  );
  const isResumed = request.resume === true;
  const before = isResumed ? (same ?? null) : null;
  if (isResumed && before === null)
    refuseOtherRun(
      evaluationIdentity(configuration),
      runs.map((run) => ({ ...run, configuration: evaluationIdentity(run.configuration) })),
      'models',
      caller.resume,
    );
  const source = before === null ? null : replySourceOf(before.id);
  const replies = new RunReplies(store.replies, source);
  const askers = endpointAskers({ seed }, replies, caller);
  const calls = annotationCalls(plan, models, askers);
  const all = calls.map((_, k) => k);
  const kept = new KeptCalls(calls.length, bank.ids.length);
  const job = {
    ...{ ...plan, bank, models, calls, kept, configuration, hash, before, isResumed, same },
    ...{ replies, retries: askers.retries, caller, seed, needed: () => all },
    taken: { dollars: 0, tokens: 0 },
  };
  return before === null ? job : { ...job, taken: await readAnnotated(store, before.id, job) };
}

/** Notes what a run has, in `kept`. @returns what it has taken */
export function readAnnotated(
  store: Store,
  run: number,
  { bank, calls, kept }: Pick<AnnotationJob, 'bank' | 'calls' | 'kept'>,
): Promise<Taken> {
  const callOf = new Map(calls.map(({ id }, k) => [id, k]));
  const itemOf = new Map(Array.from(bank.places, (place, j) => [place, j]));
  return readKeptCalls(store, run, {
    callOf: (examinee) => callOf.get(examinee),
    itemOf: (place) => itemOf.get(place),
    kept,
    longest: () => Math.max(0, ...sampledMost({ bank, calls }).map(({ tokens }) => tokens)),
  });
}

/** The most that each call can take, over the sampled items. */
export function sampledMost({ bank, calls }: Pick<AnnotationJob, 'bank' | 'calls'>) {
  return calls.flatMap((call, k) =>
    bank.sample.map((item) => {
      const conversation = call.conversation(
        item,
        call.before.map(() => ''),
      );
      return { call: k, conversation, ...mostOfCall(call, conversation, item) };
    }),
  );
}

function sha256(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
