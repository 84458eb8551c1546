import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { PROMPT_LANGUAGES } from '../../prompt/prompt.ts';
import { wordingOf } from '../../prompt/wording/language.ts';
import type { RunConfiguration } from '../../run/run-record.ts';
import { READING_REVISION } from '../../scoring/extract/modes.ts';
import type { AskSettings } from '../../tested-bank/ask-options.ts';
import { recordedEmbeddings } from '../../tested-bank/embeddings.ts';
import { type NamedJudges, recordedJudges } from '../../tested-bank/judges.ts';
import { recordedPrograms } from '../../tested-bank/score-programs.ts';
import { countedTooLong } from '../live/live-configuration.ts';
import type { EvaluationBank } from './evaluation-bank.ts';

/** The kind of an evaluation run. */
export const EVALUATION_FORMAT = 'thetarank-evaluation';

/**
 * Everything that an answer to a call depends on besides the call. Which items and conditions are asked is not part of it, so that more
 * can be asked later; nor are keys, limits and prices.
 * @param more what else decides
 */
export function evaluationRun(
  {
    summary: { name, fingerprint, items },
    hasCases,
    programs,
    rubrics,
    needsEmbeddings,
  }: EvaluationBank,
  models: readonly EndpointConfiguration[],
  judges: NamedJudges | undefined,
  settings: AskSettings,
  more: Readonly<Record<string, unknown>> = {},
): RunConfiguration {
  const { language, system, shotsFrom, seed, mode, history = 'reference' } = settings;
  return {
    format: EVALUATION_FORMAT,
    version: 1,
    bank: name,
    fingerprint,
    items,
    seed,
    prompt: { language, system, shotsFrom, ...(hasCases ? { history } : {}) },
    // Other prompts, or other ways to read answers, are other measurements.
    wording: PROMPT_LANGUAGES.map((of) => `${of}-${wordingOf(of).revision}`),
    mode,
    ...countedTooLong(settings),
    reading: READING_REVISION,
    ...recordedPrograms({ programs }, settings.programs),
    ...recordedEmbeddings({ needsEmbeddings }, settings.embeddings),
    models: partiesOf(models),
    ...recordedJudges({ rubrics }, judges),
    ...more,
  };
}

/** What decides of models, by name. */
export function partiesOf(endpoints: readonly EndpointConfiguration[]) {
  return endpoints
    .map(({ name, baseUrl, model, sampling, systemPrompt, extraBody, extraHeaders }) => ({
      name,
      baseUrl,
      model,
      sampling,
      systemPrompt,
      extraBody,
      extraHeaders,
    }))
    .sort((x, y) => (x.name < y.name ? -1 : 1));
}

/** The names of the models and judges of an evaluation. */
export function partyNames({ models, judging }: RunConfiguration): {
  readonly models: string[];
  readonly judges: string[];
} {
  const { judges = [] } = (judging ?? {}) as { readonly judges?: readonly Named[] };
  return {
    models: ((models ?? []) as readonly Named[]).map(({ name }) => name),
    judges: judges.map(({ name }) => name),
  };
}

interface Named {
  readonly name: string;
}

/** The identity of a run, which does not depend on addresses: an endpoint may restart at another one. */
export function evaluationIdentity(configuration: RunConfiguration): RunConfiguration {
  const { models, judging, embeddings } = configuration as {
    readonly models?: readonly Addressed[];
    readonly judging?: { readonly judges: readonly Addressed[] };
    readonly embeddings?: Addressed;
  };
  return {
    ...configuration,
    ...(models === undefined ? {} : { models: models.map(withoutAddress) }),
    ...(embeddings === undefined ? {} : { embeddings: withoutAddress(embeddings) }),
    ...(judging === undefined
      ? {}
      : { judging: { ...judging, judges: judging.judges.map(withoutAddress) } }),
  };
}

interface Addressed {
  readonly baseUrl: string;
}

function withoutAddress({ baseUrl: _, ...model }: Addressed) {
  return model;
}
