import type { SynthesisConfiguration } from '../../../calibration/synthesize/configuration.ts';
import { debateWordingOf } from '../../prompt/debate/wording/language.ts';
import { PROMPT_LANGUAGES } from '../../prompt/prompt.ts';
import { wordingOf } from '../../prompt/wording/language.ts';
import { configurationHash } from '../../run/configuration-hash.ts';
import type { RunConfiguration } from '../../run/run-record.ts';
import { READING_REVISION } from '../../scoring/extract/modes.ts';
import type { BankSummary } from '../../store/store.ts';

/** The kind of a synthesis run. */
export const SYNTHESIS_FORMAT = 'thetarank-synthesis';
/** The same of a run that is a part of a trial. */
export const TRIAL_FORMAT = 'thetarank-trial';

/**
 * Everything that an answer to a call depends on besides the call. It excludes participants, design and seed, so that
 * participants and items can be added later, and also keys, limits and prices.
 * @param trial the protocol of the trial it is a part of, which then decides too
 * @param hasCases whether a case is asked: then what stands after its earlier questions decides too
 */
export function synthesisRun(
  { name, fingerprint, items }: BankSummary,
  { models, language, mode }: SynthesisConfiguration,
  trial?: string,
  hasCases = false,
): RunConfiguration {
  return {
    ...(trial === undefined ? { format: SYNTHESIS_FORMAT } : { format: TRIAL_FORMAT, trial }),
    version: 1,
    bank: name,
    fingerprint,
    items,
    prompt: { language, ...(hasCases ? { history: 'reference' } : {}) },
    // Other prompts, or other ways to read answers, are other measurements.
    wording: PROMPT_LANGUAGES.map(
      (of) => `${of}-${wordingOf(of).revision}-${debateWordingOf(of).revision}`,
    ),
    mode,
    reading: READING_REVISION,
    pool: models
      .map(({ name: called, baseUrl, model, sampling, systemPrompt, extraBody, extraHeaders }) => ({
        name: called,
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

/** The models of a run of a synthesis, as they are kept. */
export function poolOfRun({ pool }: RunConfiguration) {
  return (pool ?? []) as readonly { readonly name: string; readonly baseUrl: string }[];
}

/** The identity of a run, which does not depend on addresses: an endpoint may restart at another one. */
export function synthesisIdentity(configuration: RunConfiguration): RunConfiguration {
  const pool = poolOfRun(configuration).map(({ baseUrl: _, ...model }) => model);
  return { ...configuration, pool };
}

/** The same for runs and syntheses that go on with one another. */
export function synthesisHash(configuration: RunConfiguration): string {
  return configurationHash(synthesisIdentity(configuration));
}
