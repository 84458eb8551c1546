import { ISSUE_KINDS, type IssueKind, type WritingIssue } from '../prompt/write/issues.ts';
import type { WriterFeedback } from '../prompt/write/write-conversation.ts';
import type { ExpertDecision } from './verdict.ts';

/** Comments that a writer is shown, and the most of each, in UTF-16 code units. */
const MOST_COMMENTS = 20;
const LONGEST_COMMENT = 300;

/** A question that was not accepted, with what experts said of it. */
export interface RejectedQuestion {
  readonly issues: readonly WritingIssue[];
  readonly decisions: readonly ExpertDecision[];
}

/**
 * What the writer of the next round is told: how many of the rejected questions have each fault, as experts named it as a reason or called
 * an auditor's issue relevant, and the experts' words. Issues that no expert called relevant are left out.
 */
export function feedbackOf(rejected: readonly RejectedQuestion[]): WriterFeedback {
  const times = new Map<IssueKind, number>();
  for (const one of rejected)
    for (const kind of faultsOf(one)) times.set(kind, (times.get(kind) ?? 0) + 1);
  const reasons = ISSUE_KINDS.flatMap((kind) => {
    const own = times.get(kind);
    return own === undefined ? [] : [{ kind, times: own }];
  }).sort((x, y) => y.times - x.times);
  const comments = rejected.flatMap(commentsOf);
  return { reasons, comments: [...new Set(comments)].slice(0, MOST_COMMENTS) };
}

/** The faults of one question, each once, in the order of their kinds. */
export function faultsOf({ issues, decisions }: RejectedQuestion): IssueKind[] {
  const found = new Set<string>();
  for (const { accepts, reasons, relevant } of decisions) {
    if (accepts) continue;
    for (const kind of reasons) found.add(kind);
    for (const [k, issue] of issues.entries()) if (relevant[k] === true) found.add(issue.kind);
  }
  return ISSUE_KINDS.filter((kind) => found.has(kind));
}

/** What experts who reject a question wrote, on one line each. */
export function commentsOf({ decisions }: Pick<RejectedQuestion, 'decisions'>): string[] {
  return decisions.flatMap(({ accepts, comment }) => {
    const text = comment.replaceAll(/\s+/g, ' ').trim();
    return accepts || text === '' ? [] : [text.slice(0, LONGEST_COMMENT)];
  });
}
