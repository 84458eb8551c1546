import { fail } from '../errors.ts';
import {
  ESTIMATORS,
  type EstimatorName,
  type NormalPrior,
  STANDARD_NORMAL,
} from '../irt/estimate/estimate.ts';
import { type AssemblyRule, wrongAssembly } from './assemble/assembly-rule.ts';
import { type BarredItems, wrongBarredItems } from './constrain/barred.ts';
import type { Quota } from './constrain/quotas.ts';
import { UNMIXED, type Unmixed } from './estimate-so-far.ts';
import type { SelectRule } from './select/selector.ts';
import { wrongSelectRule } from './select/selectors.ts';
import type { StopRule } from './stop/rules.ts';
import { longestTest, wrongStopRule } from './stop/stop-rules.ts';

/** Everything that determines a session besides the bank and the answers. */
export interface SessionConfiguration {
  /** Root of the session's random streams. */
  readonly seed: string;
  /**
   * Items in flight: item n is chosen from answers 1 … n − lag only, even if later ones have arrived, so that a session does
   * not depend on timing. 1 is the classical test: answer, estimate, next item.
   */
  readonly lag: number;
  /** Until right and wrong answers are mixed, `unmixed` replaces `ml`; the other estimators apply from the first answer. */
  readonly estimator: EstimatorName;
  /** Default: eap. */
  readonly unmixed?: Unmixed | undefined;
  readonly prior: NormalPrior;
  /** The ability for which the first item is chosen. */
  readonly start: number;
  readonly select: SelectRule;
  /** Items never to use. */
  readonly exclude: readonly string[];
  readonly quotas: readonly Quota[];
  /** Sets of items of which at most one is asked. */
  readonly enemies?: readonly (readonly string[])[] | undefined;
  /** Items that a rule of exposure over sessions keeps out of this one. */
  readonly barred?: BarredItems | undefined;
  /** How quotas, enemies and a budget are kept together; by default item by item where that is exact, else by shadow tests. */
  readonly assembly?: AssemblyRule | undefined;
  readonly stop: StopRule;
}

/** The published method: maximum likelihood and maximum information, 243 items. */
export const PUBLISHED: SessionConfiguration = {
  seed: '1',
  lag: 1,
  estimator: 'ml',
  prior: STANDARD_NORMAL,
  start: 0,
  select: { rule: 'maximum-information' },
  exclude: [],
  quotas: [],
  stop: { rule: 'length', items: 243 },
};

/** Greater abilities only cause rounding or overflow; no scale of abilities comes near this bound. */
const FARTHEST = 1e6;

/** Checks what types cannot. @throws SESSION_INVALID */
export function checkConfiguration(configuration: SessionConfiguration): void {
  const { lag, unmixed = 'eap', prior, start, select, barred, assembly, stop } = configuration;
  const wrong = (reason: string): never => fail('SESSION_INVALID', { reason });
  if (!(ESTIMATORS as readonly string[]).includes(configuration.estimator))
    wrong(`unknown estimator "${configuration.estimator}"; accepted: ${ESTIMATORS.join(', ')}`);
  if (!UNMIXED.includes(unmixed)) wrong(`unmixed is "${unmixed}"; accepted: ${UNMIXED.join(', ')}`);
  if (!Number.isSafeInteger(lag) || lag < 1)
    wrong(`lag is ${lag}; accepted: a whole number from 1`);
  if (!(Math.abs(prior.mean) <= FARTHEST && prior.sd >= 1 / FARTHEST && prior.sd <= FARTHEST))
    wrong(
      `the prior is normal(${prior.mean}, ${prior.sd}); accepted: a mean from -${FARTHEST} to ${FARTHEST}, an sd from ${1 / FARTHEST} to ${FARTHEST}`,
    );
  if (!(Math.abs(start) <= FARTHEST))
    wrong(`start is ${start}; accepted: an ability from -${FARTHEST} to ${FARTHEST}`);
  const wrongStop = wrongStopRule(stop);
  if (wrongStop !== null) wrong(wrongStop);
  const wrongSelect = wrongSelectRule(select, longestTest(stop));
  if (wrongSelect !== null) wrong(wrongSelect);
  const wrongBarred = barred === undefined ? null : wrongBarredItems(barred);
  if (wrongBarred !== null) wrong(wrongBarred);
  const wrongRule = assembly === undefined ? null : wrongAssembly(assembly);
  if (wrongRule !== null) wrong(wrongRule);
  if (longestTest(stop) < 1) wrong('the stopping rules end the test before its first item');
}
