import type { IssueKind } from '../prompt/write/issues.ts';

/** What one expert decided about a question. */
export interface ExpertDecision {
  readonly expert: string;
  readonly accepts: boolean;
  /** Empty if it accepts. */
  readonly reasons: readonly IssueKind[];
  readonly comment: string;
  /** By issue of the question: whether it is relevant. */
  readonly relevant: readonly boolean[];
}

/** What an administrator decided about a question. It needs words. */
export interface Resolution {
  readonly accepts: boolean;
  readonly comment: string;
  readonly by: string;
  readonly at: string;
}

/**
 * `failed`: there is no question to show; `unseen`: it was not drawn for experts; `waiting`: an expert has to decide; `conflict`: two
 * experts decided differently; `overridden`: an administrator accepted it although two experts did not.
 */
export const QUESTION_STATES = [
  'failed',
  'unseen',
  'waiting',
  'accepted',
  'rejected',
  'conflict',
  'overridden',
] as const;
export type QuestionState = (typeof QUESTION_STATES)[number];

/** The state of a question. Two experts must accept it; if they differ, an administrator decides between them. */
export function stateOf(
  question: { readonly failed: boolean; readonly drawn: boolean },
  decisions: readonly Pick<ExpertDecision, 'accepts'>[],
  experts: number,
  resolution: Pick<Resolution, 'accepts'> | null,
): QuestionState {
  if (question.failed) return 'failed';
  const isDecided = question.drawn && decisions.length >= experts;
  if (isDecided) {
    const accepting = decisions.filter(({ accepts }) => accepts).length;
    if (accepting === experts) return 'accepted';
    // Their own decisions stand; a third one settles a conflict only.
    if (accepting > 0)
      return resolution === null ? 'conflict' : resolution.accepts ? 'accepted' : 'rejected';
  }
  if (resolution?.accepts === true) return 'overridden';
  if (isDecided) return 'rejected';
  return question.drawn ? 'waiting' : 'unseen';
}
