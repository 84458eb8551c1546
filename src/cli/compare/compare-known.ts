import { hasFractions } from '../../irt/has-fractions.ts';
import { bankCache } from '../../operations/bank-cache.ts';
import { planComparison } from '../../ranking/compare/comparison-plan.ts';
import type { ComparedModel, ComparisonRequest } from '../../ranking/compare/prepare-comparison.ts';
import {
  type PreparedComparison,
  prepareComparison,
} from '../../ranking/compare/prepare-comparison.ts';
import type { RecordedBank } from '../../ranking/recorded-bank.ts';
import { answerFromRecord } from '../../workflow/compare/compare-recorded.ts';
import { requireSample, resultOf } from '../../workflow/compare/comparison-result.ts';
import type { ComparisonRules } from '../../workflow/compare/comparison-rules.ts';
import type { KnownAnswers } from '../../workflow/compare/find-compared.ts';
import { defaultItems } from '../../workflow/live/test-defaults.ts';
import type { RecordedSource } from '../../workflow/recorded-source.ts';
import { progressBar } from '../output/progress.ts';
import { printText } from '../output/typed-commands.ts';
import type { CompareOptions } from './compare.ts';
import { type CompareCall, compareCommand } from './next-step.ts';
import { planText } from './plan-text.ts';
import { reportComparison } from './report-comparison.ts';

/** Compares models whose answers are known: all of them, or `--items` of them as if the models after the first were asked. */
export async function compareKnown(
  known: readonly KnownAnswers[],
  { bank, families }: RecordedSource,
  call: CompareCall,
): Promise<void> {
  const { options } = call;
  const models = known.map((model, k): ComparedModel => ({ ...model, isAsked: k > 0 }));
  const prepared = preparedComparison(
    {
      bank,
      families,
      models,
      leaveOut: options.leaveOut,
      isAskable: () => true,
      kinship: options.kinship,
      seed: `${options.seed}`,
    },
    options,
  );
  if (options.plan === true)
    return printPlan(
      prepared,
      known.map(({ name }) => name),
      known.map(({ name }) => name),
      bank,
      call,
    );
  const rules = rulesOf(options, Math.min(options.items ?? prepared.test.size, prepared.test.size));
  requireSample(prepared, known, bank, rules);
  answerFromRecord(prepared, models, rules);
  const result = resultOf(prepared, known, bank, rules, options.seed, null)!;
  await reportComparison(result, call);
}

/** Calibrates, with progress. */
export function preparedComparison(
  request: Omit<ComparisonRequest, 'cacheFolder'>,
  { bank }: CompareOptions,
): PreparedComparison {
  const progress = progressBar();
  progress.start(1, 'calibrating without the compared models');
  try {
    const prepared = prepareComparison({ ...request, cacheFolder: bankCache(bank) });
    progress.advance('calibrated');
    return prepared;
  } finally {
    progress.stop();
  }
}

export function rulesOf(options: CompareOptions, items: number): ComparisonRules {
  const { failIf, equivalentWithin, stopEarly, target } = options;
  return {
    target,
    items,
    stopsEarly: stopEarly === true,
    confidence: options.confidence,
    failIf: failIf === undefined ? null : { ...failIf, drop: failIf.drop / 100 },
    within: equivalentWithin === undefined ? null : equivalentWithin / 100,
  };
}

/** Prints what a comparison can show before it begins. @param recorded names of models with known answers */
export function printPlan(
  { test, itemSquares }: PreparedComparison,
  names: readonly string[],
  recorded: readonly string[],
  { responses }: Pick<RecordedBank, 'responses'>,
  call: CompareCall,
): void {
  const { options } = call;
  const confidence = options.failIf?.confidence ?? options.confidence;
  const { target, kinship, json } = options;
  const items = Math.min(test.size, options.items ?? defaultItems(test.size));
  const plan = planComparison(test, itemSquares, target, 1 - confidence, items);
  const facts = {
    names,
    bank: options.bank ?? options.responses!,
    size: test.size,
    target,
    confidence,
    kinship,
    recorded,
    hasFractions: hasFractions(responses),
  };
  if (json === true) {
    console.log(JSON.stringify({ ...facts, ...plan }, null, 2));
    return;
  }
  printText(planText(plan, facts));
  const isBeyond = target === 'expected' && plan.needed.some((row) => row.items === null);
  const byBank = isBeyond
    ? `; or the same plan for the scores on this bank alone, which need fewer items: ${compareCommand(call, { plan: true, target: 'recorded' })}`
    : '';
  printText(`\nNext: with --items of your choice: ${compareCommand(call, { items })}${byBank}`);
}
