import type { IssueKind, WrittenType } from '../issues.ts';

/** The fixed words of the prompts for writers and auditors in one language. */
export interface WriteWording {
  /** Raised with every change of these words. */
  readonly revision: number;
  readonly write: Readonly<Record<WrittenType, string>>;
  readonly rules: string;
  readonly audit: string;
  readonly solve: string;
  readonly headings: {
    readonly guideline: string;
    readonly feedback: string;
    readonly comments: string;
    readonly rejected: string;
    readonly passage: string;
    readonly others: string;
    readonly focus: string;
    readonly question: string;
    readonly key: string;
    readonly explanation: string;
    readonly evidence: string;
    readonly kinds: string;
  };
  /** How often a reason was named. */
  readonly times: (kind: string, times: number) => string;
  readonly quoted: string;
  readonly ask: (form: string) => string;
  readonly code: (code: string) => string;
  readonly again: (problem: string, form: string) => string;
  readonly problems: {
    readonly none: string;
    readonly field: (field: string) => string;
    readonly code: string;
  };
  readonly kinds: Readonly<Record<IssueKind, string>>;
  readonly nothing: string;
  readonly leftOut: (characters: number) => string;
}
