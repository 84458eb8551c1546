/**
 * What can be wrong with a written question. Auditors name issues by these kinds, and experts their reasons to reject; `other` needs words.
 */
export const ISSUE_KINDS = [
  'ambiguous',
  'several-right',
  'key-wrong',
  'not-answerable',
  'inconsistent',
  'trivial',
  'leaked',
  'off-topic',
  'language',
  'format',
  'other',
] as const;
export type IssueKind = (typeof ISSUE_KINDS)[number];

/** What only the checks of a program find (src/writing/checks). */
export const CHECK_KINDS = [
  'invalid',
  'duplicate',
  'no-evidence',
  'key-in-stem',
  'longest-key',
  'personal-data',
  'instruction',
  'unsolved',
  'unaudited',
] as const;
export type CheckKind = (typeof CHECK_KINDS)[number];

/** The types of questions that are written. */
export const WRITTEN_TYPES = ['single', 'multiple', 'sequencing', 'open'] as const;
export type WrittenType = (typeof WRITTEN_TYPES)[number];

/** Something that an auditor, a blind solution or a check objects to. */
export interface WritingIssue {
  /** Who found it: a check of the program, the auditor, or the auditor's own answer to the question. */
  readonly by: 'check' | 'auditor' | 'solver';
  readonly kind: IssueKind | CheckKind;
  /** Words of the auditor or the check; empty if there are none. */
  readonly note: string;
}
