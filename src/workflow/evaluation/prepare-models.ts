import { fail } from '../../errors.ts';
import { headline } from '../../evaluation/condition.ts';
import { rubricJudging } from '../../evaluation/judging.ts';
import { comparedPairs } from '../../evaluation/pair-verdicts.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { nearestNames } from '../../nearest.ts';
import { PROMPT_VARIANTS } from '../../prompt/prompt.ts';
import type { Store } from '../../store/store.ts';
import { requireEmbeddings } from '../../tested-bank/embeddings.ts';
import { type NamedJudges, recordedJudges, requireJudges } from '../../tested-bank/judges.ts';
import type { Caller } from '../asking/caller.ts';
import { oneOf } from '../asking/one-of.ts';
import { askSettings, type QuestionSettings } from '../live/live-configuration.ts';
import { type EvaluationBank, evaluationBank } from './evaluation-bank.ts';
import { type ConditionChoice, evaluationConditions } from './evaluation-conditions.ts';
import { type EvaluationJob, prepareEvaluation } from './evaluation-job.ts';
import { evaluationRun } from './evaluation-run.ts';

/** Which items models are asked, under which conditions, and who judges. */
export interface EvaluateRequest extends Omit<QuestionSettings, 'metric'> {
  readonly bank: string;
  readonly items?: number | undefined;
  readonly pool?: string | undefined;
  readonly stratify?: string | undefined;
  readonly seed: number;
  readonly models: readonly EndpointConfiguration[];
  /** Judges and rubrics of one's own; undefined if there are none. */
  readonly judges: NamedJudges | undefined;
  readonly conditions: ConditionChoice;
  /** Judges compare the answers of every two models, or of each with that model; undefined if they do not. */
  readonly compare?: { readonly against: string | null } | undefined;
  readonly resume?: boolean | undefined;
  readonly reuse?: boolean | undefined;
  readonly caller: Caller;
}

/**
 * An evaluation as the command asks for it.
 * @throws what `evaluationBank`, `evaluationConditions` and `prepareEvaluation` throw; JUDGES_MISSING, EMBEDDINGS_MISSING
 */
export async function evaluationOf(store: Store, request: EvaluateRequest): Promise<EvaluationJob> {
  const { seed, judges, caller, resume, reuse } = request;
  oneOf('prompt variant', request.variant, PROMPT_VARIANTS);
  const bank = await evaluationBank(store, request);
  const isGraded = bank.graded.some((questions) => questions > 0);
  if (isGraded)
    requireJudges({ rubrics: bank.rubrics, recorded: { name: bank.summary.name } }, judges);
  const pairs = pairsOf(request, bank);
  const settings = askSettings(request);
  requireEmbeddings(
    { needsEmbeddings: bank.needsEmbeddings, recorded: { name: bank.summary.name } },
    settings.embeddings,
  );
  const models = withSeed(request.models, request.conditions.repeats, seed);
  const conditions = await evaluationConditions(
    store,
    request.bank,
    settings,
    request.conditions,
    commonTemperature(models),
  );
  return prepareEvaluation(
    {
      bank,
      models,
      conditions,
      judges: isGraded || pairs !== null ? (judges?.judges ?? []) : [],
      judging: isGraded ? rubricJudging(judges?.rubrics) : null,
      compared:
        pairs === null
          ? null
          : {
              ...{ pairs, conditions: headline(conditions) },
              questions: bank.comparable.reduce((most, own) => Math.max(most, own), 0),
            },
      configuration: evaluationRun(
        bank,
        models,
        judges,
        settings,
        pairs === null ? {} : recordedJudges(bank, judges, true),
      ),
      ...{ seed, resume, reuse, caller },
    },
    store,
  );
}

/** The models whose answers are compared, by position; null if none are. @throws OPTIONS_CONFLICT, NAME_UNKNOWN */
function pairsOf({ compare, models, judges, bank: name }: EvaluateRequest, bank: EvaluationBank) {
  if (compare === undefined) return null;
  const refuse = (reason: string) => fail('OPTIONS_CONFLICT', { options: '--pairwise', reason });
  if (judges === undefined)
    refuse('no judges are named. Name them with --judge, or -T judges=FILE.');
  if (models.length < 2) refuse('there is one model. Name two or more with --model.');
  if (bank.comparable.every((questions) => questions === 0))
    refuse(`bank ${name} has no open questions or cases among the items to ask. Leave it out.`);
  const { against } = compare;
  const names = models.map((model) => model.name);
  if (against !== null && !names.includes(against))
    fail('NAME_UNKNOWN', { kind: 'model', name: against, nearest: nearestNames(against, names) });
  return comparedPairs(models.length, against === null ? null : names.indexOf(against));
}

/** The temperature that all models are asked with; null if they differ, or leave it to their endpoints. */
function commonTemperature(models: readonly EndpointConfiguration[]): number | null {
  const [first, ...others] = models.map(({ sampling }) => sampling.temperature ?? null);
  return others.every((other) => other === first) ? first : null;
}

/** Without a seed an endpoint may give every repeat the same answer. */
export function withSeed(
  models: readonly EndpointConfiguration[],
  repeats: number,
  seed: number,
): readonly EndpointConfiguration[] {
  if (repeats === 1) return models;
  return models.map((model) =>
    model.sampling.seed === undefined ? { ...model, sampling: { ...model.sampling, seed } } : model,
  );
}
