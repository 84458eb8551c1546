import { type SynthesisPlan, synthesisPlan } from '../../../../calibration/synthesize/calls.ts';
import type { DesignRule } from '../../../../calibration/synthesize/configuration.ts';
import type { KeptAnswer } from '../../../../calibration/synthesize/fit/synthesis-matrix.ts';
import { neededCalls } from '../../../../calibration/synthesize/needed-calls.ts';
import {
  participantOfCall,
  speakerOfCall,
} from '../../../../calibration/synthesize/read-call-id.ts';
import {
  designOf,
  participantsOfItem,
} from '../../../../calibration/synthesize/synthesis-design.ts';
import { fail } from '../../../errors.ts';
import { nearestNames } from '../../../nearest.ts';
import { KeptCalls } from '../../../run/kept-calls.ts';
import type { RunConfiguration, RunSummary } from '../../../run/run-record.ts';
import { ServedModels } from '../../../run/served-models.ts';
import type { Store } from '../../../store/store.ts';
import { reusedAnswers } from '../../asking/reused-answers.ts';
import { type SynthesisBank, synthesisBank } from '../synthesis-bank.ts';
import type { SynthesisJob } from '../synthesis-job.ts';
import { NO_SESSION } from '../synthesis-outcome.ts';
import { participantResults, type SynthesisResult } from '../synthesis-result.ts';
import { SYNTHESIS_FORMAT, TRIAL_FORMAT } from '../synthesis-run.ts';

/** Synthesized answers, with the lineage that a calibration needs. */
export interface SynthesisSource {
  readonly run: number;
  readonly configuration: RunConfiguration;
  readonly bank: string;
  /** The version of the bank that was asked. */
  readonly bankVersion: number;
  /** Items that were asked; they go by their positions here. */
  readonly ids: readonly string[];
  readonly plan: SynthesisPlan;
  readonly kept: KeptCalls;
  /** Null if the run does not say: one that was not finished. */
  readonly design: DesignRule | null;
  readonly seed: number | string | null;
}

/** The answers of a synthesis that has just run. */
export function sourceOfJob(
  { bank, plan, kept, configuration, synthesis }: SynthesisJob,
  run: number,
): SynthesisSource {
  const { design, seed } = synthesis;
  return {
    run,
    configuration,
    bank: bank.summary.name,
    bankVersion: bank.summary.version,
    ids: bank.ids,
    plan,
    kept,
    design,
    seed,
  };
}

/** A stored run. */
export interface RecordedSynthesis extends SynthesisSource {
  readonly result: SynthesisResult;
}

/**
 * The answers of a run that was made before. Its participants are those of its result; where it was not finished, every
 * generation and reflection in its record.
 * @param onAnswer called for each answer read, twice
 * @throws NAME_UNKNOWN; OPTION_INVALID for another kind of run; OPTIONS_CONFLICT for one not finished, without
 *   `isPartial`, and for one of another bank
 */
export async function sourceOfRun(
  store: Store,
  id: number,
  {
    isPartial,
    onAnswer,
  }: { readonly isPartial: boolean; readonly onAnswer: (all: number) => void },
): Promise<RecordedSynthesis> {
  const run = await synthesisRunOf(store, id);
  const bankVersion = await bankVersionOf(store, run);
  const before = run.finishedAt === null ? null : ((await store.summaryOf(id)) as SynthesisResult);
  if (before === null && !isPartial) notFinished(run);
  const answers = () => store.answers(id, { texts: false });
  const asked = new Map<number, string>();
  const calls = new Set<string>();
  for await (const { examinee, place, item } of answers()) {
    onAnswer(2 * run.answers);
    calls.add(examinee);
    asked.set(place, item);
  }
  // Of a run that was extended later, its result says which items it is about.
  const chosen = before === null ? null : await itemsOf(store, run, before);
  const places = [...(chosen?.places ?? asked.keys())].sort((x, y) => x - y);
  const finals = before?.participants.map(({ participant }) => participant) ?? [...calls].sort();
  const plan = synthesisPlan(finals.flatMap((call) => participantOfCall(call) ?? []));
  const kept = new KeptCalls(plan.calls.length, places.length);
  const callOf = new Map(plan.calls.map((call, k) => [call.id, k]));
  const itemOf = new Map(places.map((place, j) => [place, j]));
  for await (const answer of answers()) {
    onAnswer(2 * run.answers);
    const call = callOf.get(answer.examinee);
    const item = itemOf.get(answer.place);
    if (call !== undefined && item !== undefined) kept.keep(call, item, answer);
  }
  const origins = await store.origins(id);
  const served = new ServedModels();
  served.resume(origins, (examinee) => speakerOfCall(examinee).model);
  const ids = chosen?.ids ?? places.map((place) => asked.get(place)!);
  const result = before === null || lacks(before, plan, kept) ? unfinished(run) : before;
  if (!result.complete && !isPartial) notFinished(run);
  return {
    run: id,
    configuration: run.configuration,
    bank: String(run.configuration.bank),
    bankVersion,
    ids,
    plan,
    kept,
    design: before?.design ?? null,
    seed: before?.seed ?? null,
    result: {
      ...result,
      ...nothingAsked(plan, kept, ids),
      reused: reusedAnswers(origins),
      endpointChanges: served.changes,
      database: store.location,
    },
  };
}

/** The final answers of its participants. */
export function* finalAnswers({ plan, ids, kept }: SynthesisSource): Generator<KeptAnswer> {
  for (const [p, { id }] of plan.participants.entries()) {
    const last = plan.callsOf[p][plan.callsOf[p].length - 1];
    for (const [j, item] of ids.entries())
      if (kept.isKept(last, j)) yield { call: id, item, score: kept.score(last, j) };
  }
}

async function synthesisRunOf(store: Store, id: number): Promise<RunSummary> {
  const runs = await store.runs();
  const run = runs.find((other) => other.id === id);
  const formats: readonly unknown[] = [SYNTHESIS_FORMAT, TRIAL_FORMAT];
  const own = runs.filter(({ configuration }) => formats.includes(configuration.format));
  if (run === undefined) {
    const nearest = nearestNames(
      String(id),
      own.map((other) => String(other.id)),
    );
    return fail('NAME_UNKNOWN', { kind: 'run', name: String(id), nearest });
  }
  if (!own.includes(run))
    fail('OPTION_INVALID', {
      option: '--run',
      found: `run ${id}, which ranked models`,
      accepted: `a run of calibrate synthesize${own.length === 0 ? ' (this database has none)' : `: ${own.map((other) => other.id).join(', ')}`}`,
    });
  return run;
}

function notFinished({ id, answers }: RunSummary): never {
  return fail('OPTIONS_CONFLICT', {
    options: '--run',
    reason: `run ${id} is not finished: ${answers} answers are kept. Finish it with calibrate synthesize --resume, or calibrate on the answers so far with --partial.`,
  });
}

/** Parameters belong to the items that were asked, even if the bank has changed. */
async function bankVersionOf(store: Store, { id, configuration }: RunSummary): Promise<number> {
  const { bank, fingerprint } = configuration;
  const version = await store.bankVersion(String(bank), String(fingerprint));
  return (
    version ??
    fail('OPTIONS_CONFLICT', {
      options: '--run',
      reason: `run ${id} asked items that bank ${bank} in this database has never had. Use the database that has both, or synthesize again.`,
    })
  );
}

/** The items of a result, chosen from the bank as it was then. */
function itemsOf(
  store: Store,
  { configuration }: RunSummary,
  { bank, items, seed }: SynthesisResult,
): Promise<SynthesisBank> {
  return synthesisBank(store, bank, items, seed ?? '', Number(configuration.items));
}

/** Whether a call is missing that the design of a result needs. */
function lacks(
  { design: rule, seed, items }: SynthesisResult,
  plan: SynthesisPlan,
  kept: KeptCalls,
): boolean {
  const design = designOf(rule ?? 'complete', plan.participants.length, items, seed ?? '');
  for (let item = 0; item < items; item++)
    for (const call of neededCalls(plan, participantsOfItem(design, item)))
      if (!kept.isKept(call, item)) return true;
  return false;
}

function unfinished(run: RunSummary) {
  return {
    version: 'synthesis-1' as const,
    bank: String(run.configuration.bank),
    run: run.id,
    complete: false,
    design: null,
    seed: null,
    calls: { kept: run.answers, missing: null },
    cost: run.cost,
  };
}

/** What a look at a run can say again. */
function nothingAsked(plan: SynthesisPlan, kept: KeptCalls, ids: readonly string[]) {
  return {
    items: ids.length,
    participants: participantResults(plan, kept, ids.length),
    others: 0,
    ...NO_SESSION,
  };
}
