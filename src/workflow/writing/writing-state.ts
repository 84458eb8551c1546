import type { WrittenType } from '../../prompt/write/issues.ts';
import type {
  StoredQuestion,
  StoredResolution,
  WritingRecord,
} from '../../store/writing/writing-store.ts';
import { type Acceptance, acceptanceOf } from '../../writing/acceptance.ts';
import { type RoundFigures, roundFigures } from '../../writing/round-figures.ts';
import { type ExpertDecision, type QuestionState, stateOf } from '../../writing/verdict.ts';
import type { RoundPlan } from './round-plan.ts';
import type { WritingConfiguration } from './writing-panel.ts';

/** A question with all that was decided about it. */
export interface CurrentQuestion extends StoredQuestion {
  readonly type: WrittenType;
  readonly flagged: boolean;
  readonly state: QuestionState;
  readonly decisions: readonly ExpertDecision[];
  readonly resolution: StoredResolution | null;
  /** Whether a later round wrote another question in its place. */
  readonly replaced: boolean;
}

/** What a panel waits for. */
export type WritingStep =
  /** Models have to write and audit the questions of the last round. */
  | 'asking'
  /** Experts, or an administrator for conflicts, have to decide. */
  | 'deciding'
  /** The share is too low, and there may be another round. */
  | 'next-round'
  /** The share is reached. */
  | 'done'
  /** The share is too low after the last round that is allowed. */
  | 'out-of-rounds';

/** How far an expert is with the questions of the last round. */
export interface ExpertProgress {
  readonly expert: string;
  readonly decided: number;
  readonly questions: number;
}

export interface WritingState {
  readonly questions: readonly CurrentQuestion[];
  /** Those that no later round replaced: at most one per place. */
  readonly current: readonly CurrentQuestion[];
  readonly rounds: readonly (RoundFigures & {
    readonly round: number;
    readonly readyAt: string | null;
  })[];
  /** Over all places; null before the first round is ready. */
  readonly acceptance: Acceptance | null;
  readonly experts: readonly ExpertProgress[];
  readonly conflicts: number;
  readonly step: WritingStep;
}

/** Where a panel stands, from what is kept of it. */
export function writingState(
  record: WritingRecord,
  { experts, questions: total, sample, acceptShare, rounds: most }: WritingConfiguration,
): WritingState {
  const ready = record.rounds.filter(({ readyAt }) => readyAt !== null).length;
  const last = new Map(record.questions.map(({ place, round }) => [place, round]));
  const typeOf = new Map(
    record.rounds.flatMap(({ plan }) =>
      (plan as RoundPlan).slots.map(({ place, type }) => [place, type] as const),
    ),
  );
  const keyOf = (one: { readonly round: number; readonly place: number }) =>
    `${one.round}/${one.place}`;
  const decisions = Map.groupBy(record.decisions, keyOf);
  const resolutions = new Map(record.resolutions.map((one) => [keyOf(one), one]));
  const questions = record.questions.map((stored): CurrentQuestion => {
    const own = (decisions.get(keyOf(stored)) ?? []).flatMap(({ expert, decision }) =>
      decision === null || !experts.includes(expert) ? [] : [{ expert, ...decision }],
    );
    const resolution = resolutions.get(keyOf(stored)) ?? null;
    return {
      ...stored,
      type: typeOf.get(stored.place)!,
      flagged: stored.issues.length > 0,
      state: stateOf(stored, own, experts.length, resolution),
      decisions: own,
      resolution,
      replaced: last.get(stored.place)! > stored.round,
    };
  });
  const current = questions.filter(({ replaced }) => !replaced);
  const figures = record.rounds.map(({ round, readyAt }) => ({
    ...roundFigures(
      questions.filter((one) => one.round === round),
      experts,
    ),
    ...{ round, readyAt },
  }));
  const acceptance = ready === 0 ? null : shareOf(questions, current, total);
  const lastRound = questions.filter(
    ({ round, drawn, failed }) => round === ready && drawn && !failed,
  );
  const progress = experts.map((expert) => ({
    expert,
    questions: lastRound.length,
    decided: lastRound.filter((one) => one.decisions.some((own) => own.expert === expert)).length,
  }));
  const conflicts = current.filter(({ state }) => state === 'conflict').length;
  // With a sample, a lucky draw alone must not end the work: the lower bound decides.
  const reached = acceptance === null ? 0 : sample === null ? acceptance.share : acceptance.low;
  const step = stepOf();
  return { questions, current, rounds: figures, acceptance, experts: progress, conflicts, step };

  function stepOf(): WritingStep {
    if (ready < record.rounds.length || acceptance === null) return 'asking';
    if (current.some(({ state }) => state === 'waiting')) return 'deciding';
    if (reached >= acceptShare - 1e-12) return 'done';
    return ready < most ? 'next-round' : 'out-of-rounds';
  }
}

/** Over all places: those with an accepted question, and an estimate for those whose question experts did not see. */
function shareOf(
  questions: readonly CurrentQuestion[],
  current: readonly CurrentQuestion[],
  total: number,
): Acceptance {
  const accepted = current.filter(({ state }) => state === 'accepted').length;
  const byRound = Map.groupBy(
    questions.filter(({ flagged, failed }) => !flagged && !failed),
    ({ round }) => round,
  );
  const strata = [...byRound.values()]
    .filter((all) => all.some(({ drawn }) => !drawn))
    .map((all) => {
      const decided = all.filter(({ drawn, state }) => drawn && state !== 'waiting');
      const taken = decided.filter(({ state }) => state === 'accepted');
      return { size: all.length, drawn: decided.length, accepted: taken.length };
    });
  return acceptanceOf(accepted, total, strata);
}
