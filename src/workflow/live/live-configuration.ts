import { fail } from '../../errors.ts';
import type { EndpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { readEmbeddings } from '../../files/embeddings/read-embeddings.ts';
import { readJudges } from '../../files/judges/read-judges.ts';
import { readScorePrograms } from '../../files/scorers/read-score-programs.ts';
import { ALL_VARIANTS, isLikelihoodVariant, PROMPT_LANGUAGES } from '../../prompt/prompt.ts';
import { CASE_HISTORIES } from '../../prompt/seal-prompt.ts';
import { wordingOf } from '../../prompt/wording/language.ts';
import type { LiveRequest } from '../../ranking/live/prepare-live.ts';
import { strategyOf } from '../../ranking/live/strategies.ts';
import type { RunConfiguration } from '../../run/run-record.ts';
import { TOO_LONG_RULES, type TooLong } from '../../scoring/absent.ts';
import { EXTRACTION_MODES, READING_REVISION } from '../../scoring/extract/modes.ts';
import { LIKELIHOOD_METRICS } from '../../scoring/likelihood/metrics.ts';
import { type AskSettings, metricOf } from '../../tested-bank/ask-options.ts';
import type { UsedCalibration } from '../../tested-bank/calibrated-bank.ts';
import { recordedEmbeddings } from '../../tested-bank/embeddings.ts';
import { recordedJudges } from '../../tested-bank/judges.ts';
import type { LiveBank } from '../../tested-bank/live-bank.ts';
import { recordedPrograms } from '../../tested-bank/score-programs.ts';
import { oneOf } from '../asking/one-of.ts';
import type { LiveSettings } from './live-settings.ts';

/** The settings that decide how one item is asked and read. */
export type QuestionSettings = Pick<
  LiveSettings,
  | 'variant'
  | 'metric'
  | 'language'
  | 'shots'
  | 'shotsFrom'
  | 'system'
  | 'history'
  | 'mode'
  | 'tooLong'
  | 'scorers'
  | 'embeddings'
>;

/** How items are asked and read, as the options say. @throws NAME_UNKNOWN, OPTIONS_CONFLICT, FILE_INVALID */
export function askSettings(options: QuestionSettings & { readonly seed: number }): AskSettings {
  const { system, shots, shotsFrom, seed } = options;
  const variant = oneOf('prompt variant', options.variant, ALL_VARIANTS);
  const metric =
    options.metric === undefined ? undefined : oneOf('metric', options.metric, LIKELIHOOD_METRICS);
  if (metric !== undefined && !isLikelihoodVariant(variant))
    fail('OPTIONS_CONFLICT', {
      options: 'metric',
      reason: `the variant ${variant} asks for a written answer, which has no log-likelihoods. Use the variant letter or cloze, or leave the metric out.`,
    });
  const mode = oneOf('extraction mode', options.mode, EXTRACTION_MODES);
  const language =
    options.language === undefined
      ? undefined
      : oneOf('prompt language', options.language, PROMPT_LANGUAGES);
  const history =
    options.history === undefined
      ? undefined
      : oneOf('case history', options.history, CASE_HISTORIES);
  const { tooLong = 'missing' } = options;
  const programs = options.scorers === undefined ? undefined : readScorePrograms(options.scorers);
  const embeddings =
    options.embeddings === undefined ? undefined : readEmbeddings(options.embeddings);
  return {
    ...{ variant, metric, mode, language, system, history, shots, shotsFrom, seed, programs },
    embeddings,
    tooLong: oneOf('rule for questions that are too long', tooLong, TOO_LONG_RULES),
  };
}

/** In the identity of a run: how it counts questions that are too long, unless as usual. */
export function countedTooLong({ tooLong }: Pick<AskSettings, 'tooLong'>): {
  readonly tooLong?: TooLong;
} {
  return tooLong === 'wrong' ? { tooLong } : {};
}

/** Everything that the tests of a run depend on, without keys, limits or prices. */
export function runConfiguration(
  live: LiveBank,
  request: LiveRequest,
  models: readonly EndpointConfiguration[],
  options: LiveSettings,
  pool: readonly string[] | null,
  used: UsedCalibration | null,
  pretest: number,
): RunConfiguration {
  const { variant, language, shots, shotsFrom, system, mode } = options;
  const settings = askSettings({ ...options, seed: request.seed });
  const metric = metricOf(settings);
  return {
    format: 'thetarank-run',
    version: 1,
    bank: request.bank.name,
    fingerprint: live.fingerprint,
    fullScore: request.bank.fullScore,
    items: request.items,
    ...(request.growTo == null ? {} : { growTo: request.growTo }),
    strategy: request.strategy,
    lag: request.lag,
    seed: request.seed,
    leaveOut: [...request.leaveOut].sort(),
    pool: pool === null ? null : [...pool].sort(),
    prompt: {
      variant,
      language,
      system,
      ...(shots === 0 ? {} : { shots, shotsFrom }),
      // Only then does it matter.
      ...(live.hasCases ? { history: options.history ?? 'reference' } : {}),
    },
    ...(metric === null
      ? {}
      : {
          metric,
          continued: PROMPT_LANGUAGES.map((name) => wordingOf(name).continued.revision),
        }),
    // Other prompts, or other ways to read answers, are other measurements.
    wording: PROMPT_LANGUAGES.map((name) => `${name}-${wordingOf(name).revision}`),
    mode,
    reading: READING_REVISION,
    ...countedTooLong(settings),
    unanswered: options.unanswered,
    // Other programs are other measurements.
    ...recordedPrograms(live, settings.programs),
    ...recordedEmbeddings(live, settings.embeddings),
    ...recordedJudges(live, options.judges === undefined ? undefined : readJudges(options.judges)),
    ...(request.includeFlagged === true || !strategyOf(request.strategy).isCalibrated
      ? {}
      : { includeFlagged: false }),
    ...(request.costs === undefined
      ? {}
      : { costs: { dollars: [...request.costs.dollars], most: request.costs.most ?? null } }),
    ...(pretest === 0 ? {} : { pretest }),
    ...(used === null
      ? {}
      : { calibration: { number: used.number, fingerprint: used.fingerprint } }),
    models: models
      .map(({ name, baseUrl, model, sampling, systemPrompt, extraBody, extraHeaders }) => ({
        name,
        baseUrl,
        model,
        sampling,
        systemPrompt,
        extraBody,
        extraHeaders,
      }))
      .sort((x, y) => (x.name < y.name ? -1 : 1)),
  };
}
