import { type EffectiveJudges, effectiveJudges } from '../../scoring/judges/effective-judges.ts';
import type { JudgedScores } from '../../scoring/judges/judged-scores.ts';
import type { RaterDoubt } from './rater-doubts.ts';

/** What the judges that raise no doubt are worth together. */
export interface PanelWorth {
  /** Null where it is not known. */
  readonly effective: EffectiveJudges | null;
  /** Whether it is not known because errors correlate negatively, which independent judges' errors do not. */
  readonly isNegative: boolean;
  /** Judges that do not count: copies, reversed ones, and those without answers in common. */
  readonly leftOut: readonly string[];
}

const NOT_COUNTED: readonly RaterDoubt['kind'][] = ['copy', 'reversed', 'alone'];

export function panelWorth(scored: JudgedScores, doubts: readonly RaterDoubt[]): PanelWorth {
  const doubtful = new Set(
    doubts.filter(({ kind }) => NOT_COUNTED.includes(kind)).map(({ rater }) => rater),
  );
  const leftOut = scored.judges.filter((name) => doubtful.has(name));
  const kept = withoutJudges(scored, doubtful);
  const effective = kept.judges.length < 2 ? null : effectiveJudges(kept);
  const isNegative = effective !== null && isClearlyNegative(effective);
  return { effective: isNegative ? null : effective, isNegative, leftOut };
}

/** If the whole interval of the mean correlation lies below 0, both ends of the effective number are the number of judges. */
function isClearlyNegative({ correlation, interval: { low, high } }: EffectiveJudges): boolean {
  return correlation < 0 && low === high;
}

function withoutJudges(scored: JudgedScores, names: ReadonlySet<string>): JudgedScores {
  const width = scored.judges.length;
  const isKept = scored.judges.map((name) => !names.has(name));
  return {
    ...scored,
    judges: scored.judges.filter((_, j) => isKept[j]),
    scores: scored.scores.filter((_, at) => isKept[at % width]),
  };
}
