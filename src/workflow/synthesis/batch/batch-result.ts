import type { SynthesisEstimate } from '../synthesis-estimate.ts';
import type { SynthesisJob } from '../synthesis-job.ts';
import { synthesisResult } from '../synthesis-outcome.ts';
import type { SynthesisResult } from '../synthesis-result.ts';
import type { BatchProblem } from './batch-problems.ts';
import type { BatchRound } from './batch-round.ts';
import type { RequestFile } from './request-files.ts';
import type { Requests } from './write-requests.ts';

/** What `calibrate synthesize --batch` gives: the result so far, and what is to be done next. */
export interface BatchSynthesisResult extends SynthesisResult {
  readonly batch: {
    readonly folder: string;
    /** Lines of results that were not kept as answers. */
    readonly problems: readonly {
      readonly kind: BatchProblem;
      readonly count: number;
      readonly first: readonly string[];
    }[];
    /** Files beside the requests that were not read. */
    readonly misplaced: readonly string[];
    /** What was written now. */
    readonly files: readonly RequestFile[];
    readonly requests: number;
    /** The most the requests that were written can take; in dollars null without prices. */
    readonly most: { readonly dollars: number | null; readonly tokens: number };
    /** Requests that were written before, and have no result. */
    readonly awaited: number;
    /** Where these stand: a command that was killed may not have named its files. */
    readonly awaitedIn: Requests['awaitedIn'];
    /** Those of them that were written again now, so that two files have them. */
    readonly rewritten: number;
    /** Rounds of batches that are left at the least; 0 if nothing is missing. */
    readonly rounds: number;
    /** What all that is missing will take at the price of batches; dollars are null without prices. */
    readonly left: Pick<
      SynthesisEstimate,
      'calls' | 'promptTokens' | 'completionTokens' | 'cost' | 'most' | 'byModel'
    >;
    /** The budget that did not reach for the requests, so that none was written. */
    readonly spent: 'money' | 'tokens' | null;
    /** Whether an interrupt ended it before anything was written. */
    readonly isInterrupted: boolean;
  };
}

/** @param left what is still missing @param database where the run is kept */
export function batchSynthesisResult(
  job: SynthesisJob,
  { asked, problems, misplaced, requests }: BatchRound,
  left: SynthesisEstimate,
  folder: string,
  run: number,
  database: string,
): BatchSynthesisResult {
  const { calls, promptTokens, completionTokens, cost, most, byModel } = left;
  const bound = requests?.most ?? { dollars: 0, tokens: 0 };
  return {
    ...synthesisResult(job, asked, run, database),
    batch: {
      folder,
      problems: problems.found,
      misplaced,
      files: requests?.files ?? [],
      requests: requests?.ready ?? 0,
      most: { ...bound, dollars: most === null ? null : bound.dollars },
      awaited: requests?.awaited ?? 0,
      awaitedIn: requests?.awaitedIn ?? [],
      rewritten: requests !== null && requests.files.length > 0 ? requests.rewritten : 0,
      rounds: requests?.rounds ?? 0,
      left: { calls, promptTokens, completionTokens, cost, most, byModel },
      spent: requests?.spent ?? null,
      isInterrupted: requests?.isInterrupted ?? false,
    },
  };
}
