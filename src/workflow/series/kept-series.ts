import { fail } from '../../errors.ts';
import { PROMPT_LANGUAGES } from '../../prompt/prompt.ts';
import { wordingOf } from '../../prompt/wording/language.ts';
import type { RunAnswer, RunConfiguration, RunSummary } from '../../run/run-record.ts';
import { READING_REVISION } from '../../scoring/extract/modes.ts';
import type { Store } from '../../store/store.ts';
import type { LiveBank } from '../../tested-bank/live-bank.ts';
import { differentFields } from '../asking/different-fields.ts';
import type { LiveSettings } from '../live/live-settings.ts';

/** The format of the configuration of a run that is a series: each of its examinees is a checkpoint. */
export const SERIES_FORMAT = 'thetarank-series';

/** What the answers of a series depend on, beside the models. */
export interface SeriesSettings
  extends Pick<
    LiveSettings,
    'variant' | 'language' | 'shots' | 'shotsFrom' | 'system' | 'mode' | 'unanswered'
  > {
  readonly items: number;
  readonly anchors: number;
  readonly seed: number;
  readonly leaveOut: readonly string[];
}

export function seriesConfiguration(
  name: string,
  { recorded, fingerprint }: LiveBank,
  settings: SeriesSettings,
): RunConfiguration {
  const { variant, language, shots, shotsFrom, system, mode } = settings;
  return {
    format: SERIES_FORMAT,
    version: 1,
    series: name,
    bank: recorded.name,
    fingerprint,
    fullScore: recorded.fullScore,
    items: settings.items,
    anchors: settings.anchors,
    seed: settings.seed,
    leaveOut: [...settings.leaveOut].sort(),
    prompt: { variant, language, system, ...(shots === 0 ? {} : { shots, shotsFrom }) },
    wording: PROMPT_LANGUAGES.map((own) => `${own}-${wordingOf(own).revision}`),
    mode,
    reading: READING_REVISION,
    unanswered: settings.unanswered,
  };
}

/** The run that keeps a series; null if there is none of that name. */
export async function keptSeries(
  store: Store,
  name: string,
  bank: string,
): Promise<RunSummary | null> {
  const runs = await store.runs();
  return (
    runs.find(
      ({ configuration: own }) =>
        own.format === SERIES_FORMAT && own.series === name && own.bank === bank,
    ) ?? null
  );
}

/** Refuses to add answers that were asked otherwise. @throws OPTIONS_CONFLICT */
export function checkSameSeries(kept: RunSummary, configuration: RunConfiguration): void {
  const different = differentFields(kept.configuration, configuration);
  if (different.length > 0)
    fail('OPTIONS_CONFLICT', {
      options: `series ${String(configuration.series)}`,
      reason: `its kept checkpoints were asked with other settings (${different.join(', ')}). Use the same ones, or another name for a new series.`,
    });
}

/** A checkpoint and its kept answers, by place. */
export interface KeptStep {
  readonly name: string;
  readonly step: number;
  readonly answers: readonly RunAnswer[];
}

export function stepName(step: number): string {
  return `step ${step}`;
}

/** The checkpoints of a series in the order in which they were begun. */
export async function keptSteps(store: Store, run: number): Promise<KeptStep[]> {
  const found = new Map<string, RunAnswer[]>();
  for await (const answer of store.answers(run, { texts: false })) {
    const own = found.get(answer.examinee);
    if (own === undefined) found.set(answer.examinee, [answer]);
    else own.push(answer);
  }
  const first = ({ answers }: KeptStep) =>
    answers.reduce((least, { at }) => (at < least ? at : least), answers[0].at);
  return [...found]
    .map(([name, answers]) => ({ name, step: Number(name.replace(/^step /, '')), answers }))
    .sort((x, y) => (first(x) < first(y) ? -1 : 1));
}
