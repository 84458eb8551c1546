import {
  type NamedRule,
  type Problem,
  STOPS,
  selectProblem,
  selectRule,
  stopProblem,
} from '../../../../sim/monte-carlo/design/rules.ts';
import type { AdaptiveRules } from '../../../api/sessions.ts';
import type { SessionConfiguration } from '../../../cat/configuration.ts';
import { SELECT_NAMES, type SelectName } from '../../../cat/select/selectors.ts';
import { fail } from '../../../errors.ts';

/** Rules of selection that find an item in less than a millisecond on any bank. */
const FAST: readonly SelectName[] = ['maximum-information', 'random', 'randomesque'];
/** Items that `randomesque` may draw from there. */
const FEW = 100;
/**
 * Default least number of items before a standard error ends a session. On `cruxeval-o`, tests to 0.3 took 9.5 items on
 * average, and their 90% intervals held for only 41 of 51 models.
 */
const LEAST_TO_STOP = 20;

/** The rules of an adaptive session; null for other strategies. @throws SESSION_REFUSED for invalid rules */
export function sessionRules(
  rules: AdaptiveRules | null,
  length: number,
): Partial<SessionConfiguration> | null {
  if (rules === null) return null;
  const { estimator, prior, start, quotas, enemies, exclude } = rules;
  const select = rules.select as NamedRule;
  const stop = rules.stop as NamedRule | undefined;
  requireKnown('select', select.rule, SELECT_NAMES);
  refuseProblem('select', selectProblem(select));
  const largest = Object.values(select).find((value) => typeof value === 'number' && value > 1e5);
  if (largest !== undefined) refuse('select', `found ${largest}; accepted: at most 100000`);
  if (stop !== undefined) {
    requireKnown('stop', stop.rule, Object.keys(STOPS));
    refuseProblem('stop', stopProblem(stop));
  }
  const { rule, ...options } = stop ?? { rule: 'length' };
  return {
    estimator,
    prior,
    start,
    enemies,
    exclude,
    quotas,
    select: selectRule(select),
    stop: STOPS[rule].of(options as Record<string, number>, length),
  };
}

/** The rules, with the default least length for stopping by the standard error. */
export function withLeastLength<R extends AdaptiveRules | null>(rules: R, length: number): R {
  const stop = rules?.stop;
  if (stop?.rule !== 'standard-error' || 'least' in stop) return rules;
  return { ...rules, stop: { ...stop, least: Math.min(LEAST_TO_STOP, length) } };
}

/** True if the rules may be slow per item, so that they run on a separate thread. */
export function isDear(rules: AdaptiveRules | null): boolean {
  if (rules === null) return false;
  const { rule, best = 0 } = rules.select as { rule: SelectName; best?: number };
  const hasConstraints = rules.quotas.length > 0 || rules.enemies.length > 0;
  return hasConstraints || !FAST.includes(rule) || best > FEW || rules.stop !== undefined;
}

function requireKnown(field: string, rule: string, known: readonly string[]): void {
  if (!known.includes(rule)) refuse(field, `unknown rule "${rule}"; accepted: ${known.join(', ')}`);
}

function refuseProblem(field: string, problem: Problem | null): void {
  if (problem !== null) refuse(field, `found ${problem.found}; accepted: ${problem.accepted}`);
}

function refuse(field: string, reason: string): never {
  return fail('SESSION_REFUSED', { reason: `adaptive.${field}: ${reason}` });
}
