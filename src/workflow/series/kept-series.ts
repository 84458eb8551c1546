import { fail } from '../../errors.ts';
import { readEmbeddings } from '../../files/embeddings/read-embeddings.ts';
import { readJudges } from '../../files/judges/read-judges.ts';
import { readScorePrograms } from '../../files/scorers/read-score-programs.ts';
import { PROMPT_LANGUAGES } from '../../prompt/prompt.ts';
import { wordingOf } from '../../prompt/wording/language.ts';
import { configurationHash } from '../../run/configuration-hash.ts';
import type { RunAnswer, RunConfiguration, RunSummary } from '../../run/run-record.ts';
import { READING_REVISION } from '../../scoring/extract/modes.ts';
import { shellWord } from '../../shell-word.ts';
import type { Store } from '../../store/store.ts';
import { bankAsOf } from '../../tested-bank/bank-as-of.ts';
import { recordedEmbeddings } from '../../tested-bank/embeddings.ts';
import { recordedJudges } from '../../tested-bank/judges.ts';
import type { LiveBank } from '../../tested-bank/live-bank.ts';
import { recordedPrograms } from '../../tested-bank/score-programs.ts';
import { differentFields } from '../asking/different-fields.ts';
import type { LiveSettings } from '../live/live-settings.ts';
import { standInExaminees } from '../live/stand-in-examinees.ts';

/** The format of the configuration of a run that is a series: each of its examinees is a checkpoint. */
export const SERIES_FORMAT = 'thetarank-series';

/** What the answers of a series depend on, beside the models. */
export interface SeriesSettings
  extends Pick<
    LiveSettings,
    | 'variant'
    | 'language'
    | 'shots'
    | 'shotsFrom'
    | 'system'
    | 'mode'
    | 'scorers'
    | 'judges'
    | 'embeddings'
    | 'unanswered'
  > {
  readonly items: number;
  readonly anchors: number;
  readonly seed: number;
  readonly leaveOut: readonly string[];
}

export function seriesConfiguration(
  name: string,
  live: LiveBank,
  settings: SeriesSettings,
): RunConfiguration {
  const { recorded, fingerprint } = live;
  const { variant, language, shots, shotsFrom, system, mode, scorers, judges } = settings;
  const programs = scorers === undefined ? undefined : readScorePrograms(scorers);
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
    ...recordedPrograms(live, programs),
    ...recordedEmbeddings(
      live,
      settings.embeddings === undefined ? undefined : readEmbeddings(settings.embeddings),
    ),
    ...recordedJudges(live, judges === undefined ? undefined : readJudges(judges)),
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

/**
 * The bank that a series goes on with: as it was when the series began, since its calibration chose the items and predicts the scores.
 * Null if it cannot be had any more.
 */
export function bankOfSeries(live: LiveBank, kept: RunSummary | null): LiveBank | null {
  return kept === null ? live : bankAsOf(live, String(kept.configuration.fingerprint));
}

/** A name for a new series in place of this one: `run-2` after `run`. */
export function nextSeriesName(name: string): string {
  const groups = /^(?<stem>.+)-(?<number>\d{1,6})$/.exec(name)?.groups;
  return groups === undefined ? `${name}-2` : `${groups.stem}-${Number(groups.number) + 1}`;
}

/** Refuses to add answers that were asked otherwise. @throws OPTIONS_CONFLICT */
export function checkSameSeries(kept: RunSummary, configuration: RunConfiguration): void {
  const { fingerprint: before, ...settings } = kept.configuration;
  const { fingerprint: now, ...own } = configuration;
  const { series, bank } = configuration as { readonly series: string; readonly bank: string };
  const options = `series ${series}`;
  const different = differentFields(settings, own);
  if (different.length > 0)
    fail('OPTIONS_CONFLICT', {
      options,
      reason: `its kept checkpoints were asked with other settings (${different.join(', ')}). Use the same ones, or another name for a new series.`,
    });
  if (before !== now)
    fail('OPTIONS_CONFLICT', {
      options,
      reason: `${CHANGED_BANK} Later checkpoints cannot be compared with its own. Begin a new one under another name: thetarank series ${shellWord(nextSeriesName(series))} --bank ${shellWord(bank)} --model NAME@ADDRESS --step STEP`,
    });
}

/** What ends a series; models that are recorded later do not. */
export const CHANGED_BANK =
  'items of its bank, or the answers of models that were recorded when it began, have changed since.';

/** A checkpoint and its kept answers, by place. */
export interface KeptStep {
  readonly name: string;
  readonly step: number;
  /** How its endpoint called it. */
  readonly model: string;
  readonly answers: readonly RunAnswer[];
  /** Whether the stand-in answered for it. */
  readonly isStandIn: boolean;
}

/**
 * The run of a series, which is made if there is none: one run by name, also if two processes begin it at once.
 * @throws OPTIONS_CONFLICT if it has other settings
 */
export async function seriesRun(
  store: Store,
  configuration: RunConfiguration,
  at: string,
): Promise<number> {
  const { format, version, series, bank } = configuration;
  const identity = configurationHash({ format, version, series, bank });
  const run = await store.lastRunOrNew(configuration, identity, at);
  const kept = (await store.runs(identity)).find(({ id }) => id === run);
  if (kept !== undefined) checkSameSeries(kept, configuration);
  return run;
}

export function stepName(step: number): string {
  return `step ${step}`;
}

/** The examinee that has the answers of a checkpoint: its step, and the model that was asked. */
export function stepExaminee(step: number, model: string): string {
  return `${stepName(step)}: ${model}`;
}

const STEP = /^step (?<step>[^:]+): (?<model>.*)$/s;

/**
 * The model that a step is asked of. One that was begun goes on with the same model; another one replaces it only on request.
 * @param kept all checkpoints that were begun for this step, in that order
 * @throws OPTIONS_CONFLICT
 */
export function checkStepModel(
  kept: readonly KeptStep[],
  step: number,
  model: string,
  mayReplace: boolean,
): void {
  const now = kept.at(-1);
  if (now === undefined || now.model === model) return;
  const options = 'step, model';
  if (kept.some((own) => own.model === model))
    fail('OPTIONS_CONFLICT', {
      options,
      reason: `${now.model} has replaced ${model} as step ${step}. Serve the checkpoint under another name to ask it anew.`,
    });
  if (!mayReplace)
    fail('OPTIONS_CONFLICT', {
      options,
      reason: `step ${step} was asked of ${now.model}. Use its own step for ${model}, or add --replace if ${now.model} was wrong: its answers are kept and no longer count.`,
    });
}

/** The checkpoints of a series in the order in which they were begun; of several models for one step, the one begun last. */
export async function keptSteps(store: Store, run: number): Promise<KeptStep[]> {
  const all = await begunSteps(store, run);
  return all.filter((own, k) => !all.slice(k + 1).some(({ step }) => step === own.step));
}

/** All checkpoints of a series in the order in which they were begun, also those that were replaced. */
export async function begunSteps(store: Store, run: number): Promise<KeptStep[]> {
  const simulated = await standInExaminees(store, run);
  const found = new Map<string, RunAnswer[]>();
  for await (const answer of store.answers(run, { texts: false })) {
    const own = found.get(answer.examinee);
    if (own === undefined) found.set(answer.examinee, [answer]);
    else own.push(answer);
  }
  const first = ({ answers }: KeptStep) =>
    answers.reduce((least, { at }) => (at < least ? at : least), answers[0].at);
  // Where times are equal the names decide: databases give rows in no order.
  const keyOf = (own: KeptStep) => `${first(own)} ${own.name}: ${own.model}`;
  return [...found]
    .map(([examinee, answers]) => {
      const { step = '', model = '' } = STEP.exec(examinee)?.groups ?? {};
      return {
        ...{ name: stepName(Number(step)), step: Number(step), model, answers },
        isStandIn: simulated.has(examinee),
      };
    })
    .sort((x, y) => (keyOf(x) < keyOf(y) ? -1 : 1));
}
