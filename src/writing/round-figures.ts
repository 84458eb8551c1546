import { ISSUE_KINDS, type IssueKind, type WritingIssue } from '../prompt/write/issues.ts';
import { kappa } from '../statistics/agreement/kappa.ts';
import { type Acceptance, acceptanceRate } from './acceptance.ts';
import { faultsOf } from './feedback.ts';
import type { ExpertDecision, QuestionState } from './verdict.ts';

/** A question of a round as its figures need it. */
export interface FiguredQuestion {
  readonly state: QuestionState;
  readonly flagged: boolean;
  readonly issues: readonly WritingIssue[];
  readonly decisions: readonly ExpertDecision[];
}

/** A kind of issue: how often auditors raised it, how often an expert called that relevant, and how often experts named it. */
export interface KindFigures {
  readonly kind: IssueKind;
  /** Questions about which the auditor raises it; those of them where an expert called it relevant. */
  readonly raised: number;
  readonly relevant: number;
  /** Questions whose faults it is by at least one expert. */
  readonly named: number;
}

/** What came of a round so far. */
export interface RoundFigures {
  readonly questions: number;
  readonly failed: number;
  readonly flagged: number;
  readonly decided: number;
  readonly accepted: number;
  readonly rate: Acceptance | null;
  /** Of the questions that the auditor objects to (also by its own answer), the share that experts did not accept; null without any. */
  readonly precision: number | null;
  /** Of the questions that experts did not accept, the share that the auditor objects to; null without any. */
  readonly recall: number | null;
  /** Cohen's κ of the first two experts' decisions; null if both decided everything alike and one way, or without common questions. */
  readonly kappa: number | null;
  /** Questions that both decided, and those decided alike. */
  readonly both: number;
  readonly alike: number;
  readonly kinds: readonly KindFigures[];
}

const DECIDED: ReadonlySet<QuestionState> = new Set([
  'accepted',
  'rejected',
  'conflict',
  'overridden',
]);

/** @param experts names, of whom the first two are compared */
export function roundFigures(
  questions: readonly FiguredQuestion[],
  experts: readonly string[],
): RoundFigures {
  const decided = questions.filter(
    ({ state, decisions }) => DECIDED.has(state) && decisions.length >= experts.length,
  );
  const isAccepted = ({ state }: FiguredQuestion) => state === 'accepted';
  const isObjectedTo = ({ issues }: FiguredQuestion) => issues.some(({ by }) => by !== 'check');
  const objected = decided.filter(isObjectedTo);
  const refused = decided.filter((one) => !isAccepted(one));
  const hits = objected.filter((one) => !isAccepted(one)).length;
  const accepted = decided.length - refused.length;
  const [first, second] = experts;
  const pairs = decided.flatMap(({ decisions }) => {
    const one = decisions.find(({ expert }) => expert === first);
    const other = decisions.find(({ expert }) => expert === second);
    return one && other ? [[Number(one.accepts), Number(other.accepts)] as const] : [];
  });
  return {
    questions: questions.length,
    failed: questions.filter(({ state }) => state === 'failed').length,
    flagged: questions.filter(({ flagged, state }) => flagged && state !== 'failed').length,
    decided: decided.length,
    accepted,
    rate: acceptanceRate(accepted, decided.length),
    precision: objected.length === 0 ? null : hits / objected.length,
    recall: refused.length === 0 ? null : hits / refused.length,
    kappa: kappa(
      pairs.map(([one]) => one),
      pairs.map(([, other]) => other),
      'none',
    ),
    both: pairs.length,
    alike: pairs.filter(([one, other]) => one === other).length,
    kinds: ISSUE_KINDS.map((kind) => kindFigures(kind, decided)).filter(
      ({ raised, named }) => raised + named > 0,
    ),
  };
}

function kindFigures(kind: IssueKind, decided: readonly FiguredQuestion[]): KindFigures {
  let [raised, relevant, named] = [0, 0, 0];
  for (const one of decided) {
    const own = one.issues.flatMap((issue, k) =>
      issue.by !== 'check' && issue.kind === kind ? [k] : [],
    );
    if (own.length > 0) raised++;
    if (own.some((k) => one.decisions.some((decision) => decision.relevant[k] === true)))
      relevant++;
    if (faultsOf(one).includes(kind)) named++;
  }
  return { kind, raised, relevant, named };
}
