import type { EndpointConfiguration } from '../../examinee/endpoint/configuration.ts';
import { PROMPT_LANGUAGES } from '../../prompt/prompt.ts';
import { wordingOf } from '../../prompt/wording/language.ts';
import type { LiveRequest } from '../../ranking/live/prepare-live.ts';
import type { RunConfiguration } from '../../run/run-record.ts';
import { READING_REVISION } from '../../scoring/extract/modes.ts';
import type { AskSettings } from '../../tested-bank/ask-options.ts';
import type { UsedCalibration } from '../../tested-bank/calibrated-bank.ts';
import type { LiveBank } from '../../tested-bank/live-bank.ts';
import type { LiveSettings } from './live-settings.ts';

/** How items are asked and read, as the options say. */
export function askSettings(options: LiveSettings & { readonly seed: number }): AskSettings {
  const { unanswered: _, ...asked } = options.task;
  return { ...asked, seed: options.seed };
}

/** All that the tests of a run depend on, and nothing else: neither keys nor limits nor prices. */
export function runConfiguration(
  { fingerprint }: LiveBank,
  request: LiveRequest,
  models: readonly EndpointConfiguration[],
  { task }: Pick<LiveSettings, 'task'>,
  pool: readonly string[] | null,
  used: UsedCalibration | null,
): RunConfiguration {
  const { variant, language, shots, shotsFrom, system, mode, unanswered } = task;
  return {
    format: 'thetarank-run',
    version: 1,
    bank: request.bank.name,
    fingerprint,
    fullScore: request.bank.fullScore,
    items: request.items,
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
    },
    // Other words, and other ways to read answers, are other measurements.
    wording: PROMPT_LANGUAGES.map((name) => `${name}-${wordingOf(name).revision}`),
    mode,
    reading: READING_REVISION,
    unanswered,
    // Absent as in runs of before there were flags, which took all items.
    ...(request.includeFlagged === true || request.strategy === 'random'
      ? {}
      : { includeFlagged: false }),
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
