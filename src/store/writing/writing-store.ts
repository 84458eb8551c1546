import type { WritingIssue } from '../../prompt/write/issues.ts';
import type { WrittenQuestion } from '../../prompt/write/shown-question.ts';
import type { Passage } from '../../writing/passage.ts';
import type { ExpertDecision, Resolution } from '../../writing/verdict.ts';
import type { StoredPanel } from '../panels/panels.ts';

/** A round of a writing panel. */
export interface StoredRound {
  readonly panel: string;
  /** From 1. */
  readonly round: number;
  /** What its writer was asked for: JSON. */
  readonly plan: unknown;
  /** What the checks found among all its questions: JSON; null before they are there. */
  readonly findings: unknown;
  readonly begunAt: string;
  /** When its questions went to the experts; null while models are asked. */
  readonly readyAt: string | null;
}

/** A question of a round, as the models left it. It never changes. */
export interface StoredQuestion {
  readonly round: number;
  /** From 1; a rewritten question has the place of the one that it replaces. */
  readonly place: number;
  /** Position of its passage, from 0. */
  readonly passage: number;
  /** Null if the writer's reply could not be read. */
  readonly question: WrittenQuestion | null;
  readonly issues: readonly WritingIssue[];
  /** No question that experts could decide about. */
  readonly failed: boolean;
  /** Whether experts see it. */
  readonly drawn: boolean;
}

/** What an expert answered without the key, and then decided. */
export interface StoredDecision {
  readonly round: number;
  readonly place: number;
  readonly expert: string;
  /** Letters, or a text. */
  readonly answer: readonly string[];
  readonly answeredAt: string;
  /** Null until it has decided. */
  readonly decision: Omit<ExpertDecision, 'expert'> | null;
  readonly decidedAt: string | null;
}

export interface StoredResolution extends Resolution {
  readonly round: number;
  readonly place: number;
}

/** All that is kept of the questions of a writing panel. */
export interface WritingRecord {
  readonly rounds: readonly StoredRound[];
  readonly questions: readonly StoredQuestion[];
  readonly decisions: readonly StoredDecision[];
  readonly resolutions: readonly StoredResolution[];
}

/**
 * Why a decision is not kept: the panel is closed; models are asked for the next round, whose plan rests on the decisions before; a
 * later round has other questions; or the expert has not answered.
 */
export type WritingRefusal = 'closed' | 'asking' | 'replaced' | 'unanswered';

/** What a plan of the next round rests on. */
export type DecidedSoFar = Pick<WritingRecord, 'decisions' | 'resolutions'>;

/** What writing panels keep. Questions belong to a round; a round is given its questions at once. */
export interface WritingStore {
  /** Keeps a new panel with its passages and the plan of its first round, all or nothing. */
  begin(panel: StoredPanel, passages: readonly Passage[], plan: unknown, at: string): Promise<void>;
  passages(panel: string): Promise<Passage[]>;
  /**
   * Begins a round; after that nothing about earlier questions is decided before its questions are there.
   * @param basis what the plan rests on
   * @returns false if another process has begun it, or if something else is decided by now: then a new plan is needed
   */
  addRound(
    panel: string,
    round: number,
    plan: unknown,
    basis: DecidedSoFar,
    at: string,
  ): Promise<boolean>;
  /** Gives a round its questions, unless it has them. @returns whether it had none */
  finishRound(
    panel: string,
    round: number,
    questions: readonly StoredQuestion[],
    findings: unknown,
    at: string,
  ): Promise<boolean>;
  /** By round, then place, then expert. */
  record(panel: string): Promise<WritingRecord>;
  /** Keeps an answer without the key, for good: a later one is left out. @returns null if there is an answer now */
  answer(
    panel: string,
    answer: Pick<StoredDecision, 'round' | 'place' | 'expert' | 'answer' | 'answeredAt'>,
  ): Promise<WritingRefusal | null>;
  /** Keeps the decision of an expert who has answered, in place of an earlier one. @returns null if it is kept */
  decide(
    panel: string,
    decision: Pick<StoredDecision, 'round' | 'place' | 'expert'> & {
      readonly decision: Omit<ExpertDecision, 'expert'>;
      readonly decidedAt: string;
    },
  ): Promise<WritingRefusal | null>;
  /** Keeps it in place of an earlier one. @returns null if it is kept */
  resolve(panel: string, resolution: StoredResolution): Promise<WritingRefusal | null>;
}

/** Columns of the tables of writing panels; lists and objects are JSON. */
export interface WritingPassagesTable {
  panel: string;
  place: number;
  name: string;
  text: string;
}
export interface WritingRoundsTable {
  panel: string;
  round: number;
  plan: string;
  findings: string | null;
  begun_at: string;
  ready_at: string | null;
}
export interface WritingQuestionsTable {
  panel: string;
  round: number;
  place: number;
  passage: number;
  question: string | null;
  issues: string;
  failed: number;
  drawn: number;
}
export interface WritingDecisionsTable {
  panel: string;
  round: number;
  place: number;
  expert: string;
  answer: string;
  answered_at: string;
  decision: string | null;
  decided_at: string | null;
}
export interface WritingResolutionsTable {
  panel: string;
  round: number;
  place: number;
  accepts: number;
  comment: string;
  made_by: string;
  at: string;
}
