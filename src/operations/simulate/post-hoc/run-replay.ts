import {
  type NamedRule,
  STOPS,
  selectProblem,
  selectRule,
  stopProblem,
} from '../../../../sim/monte-carlo/design/rules.ts';
import { type ReplayRequest, replay, replaySteps } from '../../../../sim/replay/replay.ts';
import { DEFAULT_BOUNDS, prepareBank } from '../../../cat/bank.ts';
import { SELECT_NAMES } from '../../../cat/select/selectors.ts';
import { fail } from '../../../errors.ts';
import { STANDARD_NORMAL } from '../../../irt/estimate/estimate.ts';
import { nearestNames } from '../../../nearest.ts';
import { parametersOf } from '../../../workflow/parameters-of.ts';
import type { Context } from '../../operation.ts';
import { readBank } from '../../recorded-bank.ts';
import { ruleOf } from '../rules.ts';
import { LENGTHS, type PostHocOptions } from './options.ts';
import type { ReplayReport } from './replay-report.ts';

/** Rules of stopping without costs of the items. */
const STOP_NAMES = Object.keys(STOPS).filter((name) => name !== 'budget');

/** Adaptive tests of recorded examinees on given item parameters. */
export async function runReplay(options: PostHocOptions, context: Context): Promise<ReplayReport> {
  const { bank: recorded } = await readBank(options, context);
  const files = { responses: options.responses!, parameters: options.parameters! };
  const { items } = recorded.responses;
  const { parameters, unused } = parametersOf(items, files, context.note);
  const fitting = LENGTHS.filter((length) => length <= items.length);
  const stopping = named(options.stopping ?? 'length');
  const selector = named(options.selector ?? 'maximum-information');
  checkRules(selector, stopping);
  const { rule: stop, ...stopOptions } = stopping;
  const { estimator = 'ml', unmixed = 'eap', prior = STANDARD_NORMAL, start = 0, seed } = options;
  const request: ReplayRequest = {
    recorded,
    bank: prepareBank(items, parameters, {}, options.bounds ?? DEFAULT_BOUNDS),
    rules: { estimator, unmixed, prior, start, select: selectRule(selector) },
    lengths: options.lengths ?? (fitting.length > 0 ? fitting : [items.length]),
    stop: (length) => STOPS[stop].of(stopOptions as Record<string, number>, length),
    seed,
  };
  const steps = replaySteps(request);
  let done = 0;
  const lengths = replay(request, () => context.progress(++done / steps));
  return {
    ...files,
    fullScore: recorded.fullScore,
    items: items.length,
    itemsWithoutAnswers: unused,
    rules: { ...request.rules, stopping, bounds: request.bank.bounds },
    seed,
    lengths,
  };
}

function named(text: string): NamedRule {
  const rule = ruleOf(text)!;
  return typeof rule === 'string' ? { rule } : (rule as NamedRule);
}

/** @throws NAME_UNKNOWN, OPTION_INVALID */
function checkRules(selector: NamedRule, stopping: NamedRule): void {
  const known = (kind: string, name: string, all: readonly string[]) => {
    if (!all.includes(name)) fail('NAME_UNKNOWN', { kind, name, nearest: nearestNames(name, all) });
  };
  known('selector', selector.rule, SELECT_NAMES);
  known('rule of stopping', stopping.rule, STOP_NAMES);
  const problems = [
    ['selector', selectProblem(selector)],
    ['stopping', stopProblem(stopping)],
  ] as const;
  for (const [option, problem] of problems)
    if (problem !== null) fail('OPTION_INVALID', { option, ...problem });
}
