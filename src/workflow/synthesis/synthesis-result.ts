import type { SynthesisPlan } from '../../../calibration/synthesize/calls.ts';
import type { DesignRule } from '../../../calibration/synthesize/configuration.ts';
import type { KeptCalls } from '../../run/kept-calls.ts';
import type { ModelOutcome } from '../../run/run-models.ts';
import type { EndpointChange } from '../../run/served-models.ts';
import { mean } from '../../statistics/mean.ts';
import type { ReusedAnswers } from '../asking/reused-answers.ts';
import type { BudgetUse } from './synthesis-budgets.ts';

/** A participant and how its answers came about. Shares are in [0, 1]; null if there is nothing to share. */
export interface ParticipantResult {
  readonly participant: string;
  readonly generator: string;
  readonly critic: string | null;
  readonly rounds: number;
  /** Items with its final answer. */
  readonly answers: number;
  /** Mean score. */
  readonly accuracy: number | null;
  /** What became of its generation; null of a model alone. */
  readonly debate: DebateResult | null;
}

/** Answers of a participant beside the generation they began with, and the last criticism. */
export interface DebateResult {
  /** Mean score of the generation, and of the critic's own answer, at the same items. */
  readonly before: number;
  readonly critic: number;
  /** Share of final answers that are another one than the generation. */
  readonly changed: number;
  /** Numbers of final answers that scored higher, and lower, than the generation. */
  readonly wrongToRight: number;
  readonly rightToWrong: number;
  /** Of these, the numbers that adopted the critic's answer. */
  readonly wrongToRightByCritic: number;
  readonly rightToWrongByCritic: number;
}

/** The result of `calibrate synthesize`. */
export interface SynthesisResult {
  /** Of this form of result. */
  readonly version: 'synthesis-1';
  readonly bank: string;
  readonly items: number;
  readonly run: number;
  readonly database: string;
  /** True if every call of the design is kept. */
  readonly complete: boolean;
  /** Which participants were to answer which items, by which seed; null if a run that was not finished does not say. */
  readonly design: DesignRule | null;
  readonly seed: number | string | null;
  /** Null if unknown, for an unfinished run that was not continued. */
  readonly calls: { readonly kept: number; readonly missing: number | null };
  /** Answers of the run to other calls, or at other items: of configurations that it had before. */
  readonly others: number;
  /** Calls of this session: answered, those of them with kept replies, and without an answer after all retries. */
  readonly asked: number;
  readonly cached: number;
  readonly failed: number;
  /** Answers of the run with replies of earlier runs; null if there are none. */
  readonly reused: ReusedAnswers | null;
  /** Where an endpoint reported another model than before, in this order. */
  readonly endpointChanges: readonly EndpointChange[];
  /** Dollars of the run, and of this session. */
  readonly cost: number;
  readonly sessionCost: number;
  /** Dollars of this session that belong to no answer: what may be charged for requests that came to nothing. */
  readonly lostCost: number;
  /** Of those that were set: what of them is used, and whether it stopped this session. */
  readonly budgets: readonly BudgetUse[];
  readonly participants: readonly ParticipantResult[];
  /** Models that ended early. */
  readonly stopped: readonly {
    readonly model: string;
    readonly why: ModelOutcome['stopped'];
    readonly error: string | null;
  }[];
}

/** Each participant's answers, and what debates made of them. */
export function participantResults(
  { participants, callsOf }: SynthesisPlan,
  kept: KeptCalls,
  items: number,
): ParticipantResult[] {
  return participants.map(({ id, generator, critic, rounds }, p) => {
    const own = callsOf[p];
    const last = own[own.length - 1];
    const scores = Array.from({ length: items }, (_, item) => kept.score(last, item));
    const known = scores.filter((score) => !Number.isNaN(score));
    return {
      participant: id,
      generator,
      critic,
      rounds,
      answers: known.length,
      accuracy: known.length === 0 ? null : mean(known),
      debate: critic === null || known.length === 0 ? null : debateResult(own, kept, items),
    };
  });
}

function debateResult(own: readonly number[], kept: KeptCalls, items: number): DebateResult {
  const [generation, debate, last] = [own[0], own[own.length - 2], own[own.length - 1]];
  const sums = { n: 0, before: 0, critic: 0, changed: 0, up: 0, down: 0, upBy: 0, downBy: 0 };
  for (let item = 0; item < items; item++) {
    if (!kept.isKept(last, item)) continue;
    const before = kept.score(generation, item);
    const after = kept.score(last, item);
    const isCritics = kept.isSame(last, debate, item);
    sums.n++;
    sums.before += before;
    sums.critic += kept.score(debate, item);
    if (!kept.isSame(generation, last, item)) sums.changed++;
    if (after > before) {
      sums.up++;
      if (isCritics) sums.upBy++;
    } else if (after < before) {
      sums.down++;
      if (isCritics) sums.downBy++;
    }
  }
  return {
    before: sums.before / sums.n,
    critic: sums.critic / sums.n,
    changed: sums.changed / sums.n,
    wrongToRight: sums.up,
    rightToWrong: sums.down,
    wrongToRightByCritic: sums.upBy,
    rightToWrongByCritic: sums.downBy,
  };
}
