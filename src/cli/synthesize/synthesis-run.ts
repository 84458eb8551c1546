import type { SynthesisConfiguration } from '../../../calibration/synthesize/configuration.ts';
import { debateWordingOf } from '../../prompt/debate/wording/language.ts';
import { PROMPT_LANGUAGES } from '../../prompt/prompt.ts';
import { wordingOf } from '../../prompt/wording/language.ts';
import type { RunConfiguration } from '../../run/run-record.ts';
import { READING_REVISION } from '../../scoring/extract/modes.ts';
import type { BankSummary } from '../../store/store.ts';

/** What tells the run of a synthesis from others. */
export const SYNTHESIS_FORMAT = 'thetarank-synthesis';

/**
 * All that an answer to a call depends on beside the call itself, and nothing else: neither participants nor design nor its
 * seed, so that participants and items can be added to what is kept; neither keys nor limits nor prices.
 */
export function synthesisRun(
  { name, fingerprint, items }: BankSummary,
  { models, language, mode }: SynthesisConfiguration,
): RunConfiguration {
  return {
    format: SYNTHESIS_FORMAT,
    version: 1,
    bank: name,
    fingerprint,
    items,
    prompt: { language },
    // Other words, and other ways to read answers, are other measurements.
    wording: PROMPT_LANGUAGES.map(
      (of) => `${of}-${wordingOf(of).revision}-${debateWordingOf(of).revision}`,
    ),
    mode,
    reading: READING_REVISION,
    pool: models
      .map(({ name: called, baseUrl, model, sampling, systemPrompt, extraBody, extraHeaders }) => ({
        ...{ name: called, baseUrl, model, sampling, systemPrompt, extraBody, extraHeaders },
      }))
      .sort((x, y) => (x.name < y.name ? -1 : 1)),
  };
}
