import { type SynthesisPlan, synthesisPlan } from '../../../calibration/synthesize/calls.ts';
import type { SynthesisConfiguration } from '../../../calibration/synthesize/configuration.ts';
import { neededCalls } from '../../../calibration/synthesize/needed-calls.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import {
  designOf,
  participantsOfItem,
  type SynthesisDesign,
} from '../../../calibration/synthesize/synthesis-design.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { KeptCalls } from '../../run/kept-calls.ts';
import type { Taken } from '../../run/run-budgets.ts';
import type { RunCall } from '../../run/run-calls.ts';
import type { RunConfiguration, RunSummary } from '../../run/run-record.ts';
import { RunReplies, replySourceOf } from '../../run/run-replies.ts';
import type { Store } from '../../store/store.ts';
import { type Caller, LIBRARY } from '../asking/caller.ts';
import { readKeptCalls } from '../asking/read-kept-calls.ts';
import { refuseOtherRun } from '../asking/refuse-other-run.ts';
import type { ReusableReplies } from '../asking/reusable-replies.ts';
import { reusableCalls } from './reusable-calls.ts';
import { type SynthesisBank, synthesisBank } from './synthesis-bank.ts';
import { type Askers, endpointAskers, synthesisCalls } from './synthesis-calls.ts';
import { mostOf } from './synthesis-estimate.ts';
import { synthesisHash, synthesisIdentity, synthesisRun } from './synthesis-run.ts';

/** Number of items sampled for the length of prompts. */
const SAMPLE = 20;

/** A synthesis that is ready to begin. */
export interface SynthesisJob {
  readonly bank: SynthesisBank;
  readonly synthesis: SynthesisConfiguration;
  readonly plan: SynthesisPlan;
  readonly design: SynthesisDesign;
  readonly calls: readonly RunCall[];
  /** Requests that had to be repeated since the job was made, by reason. */
  readonly retries: Askers['retries'];
  /** The replies that the calls use; told of the run as soon as it has a number. */
  readonly replies: RunReplies;
  /** What earlier runs have of the replies; null where they are not to be used. */
  readonly reusable: ReusableReplies | null;
  /** The calls per item needs. */
  readonly needed: (item: number) => readonly number[];
  readonly kept: KeptCalls;
  /** The use of the run so far. */
  readonly taken: Taken;
  readonly configuration: RunConfiguration;
  readonly hash: string;
  /** The run to continue; null for a new one. */
  readonly before: RunSummary | null;
  /** Whether it is to continue a run, if there is one. */
  readonly isResumed: boolean;
  readonly sample: readonly Item[];
  readonly caller: Caller;
  /** Which runs there were before. */
  readonly others: OtherRuns;
}

/** What is known of earlier runs when a synthesis is about to begin. */
export interface OtherRuns {
  readonly configuration: RunConfiguration;
  readonly resume: boolean;
  /** Whether replies of other runs may be used. */
  readonly reuse: boolean;
  /** The newest run of the same models and settings, and all runs, newest first. */
  readonly same: RunSummary | undefined;
  readonly runs: readonly RunSummary[];
}

/** Which items of which bank are asked, and what is known of them. */
export interface JobOptions {
  /** Name of the bank. */
  readonly bank: string;
  /** The number of items, drawn by the seed; all by default. */
  readonly items?: number | undefined;
  /** Continues with the last run of the same bank and models. */
  readonly resume?: boolean | undefined;
  /** Uses replies of earlier runs to the same requests, instead of asking. By default every run asks. */
  readonly reuse?: boolean | undefined;
  /** The protocol of a trial that the run is a part of: runs of another protocol are other runs. */
  readonly trial?: string;
  /** The library by default. */
  readonly caller?: Caller | undefined;
}

/**
 * Everything that can be wrong is found here, before anything is paid.
 * @param askersOf who answers, with the replies of the run; by default the endpoints
 */
export async function prepareSynthesis(
  options: JobOptions,
  synthesis: SynthesisConfiguration,
  store: Store,
  askersOf: (replies: RunReplies) => Askers = (replies) =>
    endpointAskers(synthesis, replies, options.caller),
): Promise<SynthesisJob> {
  const { caller = LIBRARY } = options;
  const bank = await synthesisBank(store, options.bank, options.items, synthesis.seed);
  const plan = synthesisPlan(participantsOf(synthesis.participants));
  const { seed } = synthesis;
  const design = designOf(synthesis.design, plan.participants.length, bank.ids.length, seed);
  const configuration = synthesisRun(bank.summary, synthesis, options.trial, bank.hasCases);
  const hash = synthesisHash(configuration);
  const runs = await store.runs();
  const same = runs.find((run) => synthesisHash(run.configuration) === hash);
  const resume = options.resume === true;
  const before = resume ? (same ?? null) : null;
  // The protocol of a trial decides whether it may continue.
  if (resume && before === null && options.trial === undefined) {
    const others = runs.map((run) => ({
      ...run,
      configuration: synthesisIdentity(run.configuration),
    }));
    refuseOtherRun(synthesisIdentity(configuration), others, 'pool', caller.resume);
  }
  const kept = new KeptCalls(plan.calls.length, bank.ids.length);
  const sample = await sampleOf(store, bank);
  const reuse = options.reuse === true;
  const source = before === null ? null : replySourceOf(before.id);
  const replies = new RunReplies(store.replies, source, reuse);
  const askers = askersOf(replies);
  const calls = synthesisCalls(plan, synthesis, askers);
  const taken =
    before === null
      ? { dollars: 0, tokens: 0 }
      : await readKept(store, before.id, { plan, bank, kept, calls, sample });
  const job = {
    bank,
    synthesis,
    plan,
    design,
    kept,
    taken,
    configuration,
    hash,
    before,
    calls,
    sample,
    retries: askers.retries,
    isResumed: resume,
    replies,
    needed: (item: number) => neededCalls(plan, participantsOfItem(design, item)),
    caller,
    others: { configuration, resume, reuse, same, runs },
  };
  return { ...job, reusable: reuse ? await reusableCalls(store, job) : null };
}

/**
 * The run of a job, claimed by this process until it is released: the one to continue, or a new one. If two processes want to
 * continue a run that neither finds, one creates it, and the other gets RUN_BUSY.
 * @throws RUN_BUSY
 */
export async function claimSynthesis(
  store: Store,
  {
    configuration,
    hash,
    before,
    isResumed,
    replies,
  }: Pick<SynthesisJob, 'configuration' | 'hash' | 'before' | 'isResumed' | 'replies'>,
): Promise<{ readonly run: number; release(): Promise<void> }> {
  const at = new Date().toISOString();
  const begin = isResumed ? store.lastRunOrNew : store.createRun;
  const run = before?.id ?? (await begin(configuration, hash, at));
  const release = await store.claimRun(run);
  replies.begin(run);
  return { run, release };
}

/** The call of an examinee of the record, and the item of a place, by position; undefined for others. */
export function positionsOf(plan: SynthesisPlan, { places }: SynthesisBank) {
  const calls = new Map(plan.calls.map(({ id }, k) => [id, k]));
  const items = new Map(Array.from(places, (place, j) => [place, j]));
  return {
    callOf: (examinee: string) => calls.get(examinee),
    itemOf: (place: number) => items.get(place),
  };
}

/**
 * Notes what a run has, in `kept`.
 * @returns what it has taken, with its charges beside answers; answers of participants that are no longer asked count, and one whose tokens no endpoint
 *   counted counts as the longest call of the sample
 */
export async function readKept(
  store: Store,
  run: number,
  {
    plan,
    bank,
    kept,
    calls,
    sample,
  }: Pick<SynthesisJob, 'plan' | 'bank' | 'kept' | 'calls' | 'sample'>,
): Promise<Taken> {
  return readKeptCalls(store, run, {
    ...positionsOf(plan, bank),
    kept,
    longest: () => longestCall(plan, calls, sample),
  });
}

/** Tokens of the longest call. */
function longestCall(
  { calls: plan }: SynthesisPlan,
  calls: readonly RunCall[],
  sample: readonly Item[],
): number {
  let longest = 0;
  for (const [k, call] of plan.entries())
    for (const item of sample) longest = Math.max(longest, mostOf(call, calls[k], item).tokens);
  return longest;
}

async function sampleOf(store: Store, { summary, ids }: SynthesisBank): Promise<Item[]> {
  const step = Math.max(1, Math.floor(ids.length / SAMPLE));
  const some = ids.filter((_, j) => j % step === 0);
  const sample: Item[] = [];
  for await (const item of store.items(summary.name, some)) sample.push(item);
  return sample;
}
