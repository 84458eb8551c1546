import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import type { DifferenceRules } from '../../ranking/compare/decide-differences.ts';
import { spentAlpha } from '../../statistics/alpha-spending.ts';

/** How a comparison is decided. */
export interface ComparisonRules extends DifferenceRules {
  readonly target: ScoreTarget;
  /** Items asked at most. */
  readonly items: number;
  /** Whether it ends as soon as everything is decided, at one of the looks. */
  readonly stopsEarly: boolean;
}

/** Shares of the items after which a comparison that may stop early is looked at. */
const LOOKS = [0.25, 0.5, 0.75, 1];

/** Numbers of items at which a comparison is looked at. */
export function looksOf({ items, stopsEarly }: ComparisonRules): number[] {
  if (!stopsEarly) return [items];
  return [...new Set(LOOKS.map((share) => Math.max(1, Math.round(share * items))))];
}

/** The error probability that a look may use, after `asked` items. Without early stops there is one look, which has all of it. */
export function levelAt(rules: ComparisonRules, asked: number): (alpha: number) => number {
  if (!rules.stopsEarly) return (alpha) => alpha;
  const before =
    looksOf(rules)
      .filter((look) => look < asked)
      .at(-1) ?? 0;
  return (alpha) =>
    spentAlpha(alpha, asked / rules.items) - spentAlpha(alpha, before / rules.items);
}
