import { createHash } from 'node:crypto';
import type { AdaptiveRules, RulesSummary } from '../../../api/sessions.ts';
import { canonicalJson } from '../../../canonical-json.ts';

/** Digits of a fingerprint of rules: 64 bits. */
const DIGITS = 16;

const known = new WeakMap<AdaptiveRules, RulesSummary>();

/** The rules of an adaptive session for a summary: long lists appear as counts, and a fingerprint covers everything. */
export function rulesSummary(rules: AdaptiveRules): RulesSummary {
  const found = known.get(rules) ?? summarise(rules);
  known.set(rules, found);
  return found;
}

function summarise(rules: AdaptiveRules): RulesSummary {
  const { enemies, exclude, ...rest } = rules;
  // The order of excluded items or of sets does not matter.
  const all = {
    ...rest,
    enemies: enemies.map((set) => [...set].sort()).sort(),
    exclude: [...new Set(exclude)].sort(),
  };
  const version = createHash('sha256').update(canonicalJson(all)).digest('hex').slice(0, DIGITS);
  return { ...rest, enemies: enemies.length, exclude: all.exclude.length, version };
}
