import { fail } from '../../errors.ts';
import { hasFractions } from '../../irt/has-fractions.ts';
import { type ComparisonPlan, planComparison } from '../../ranking/compare/comparison-plan.ts';
import {
  type ComparedModel,
  type ComparisonRequest,
  type PreparedComparison,
  prepareComparison,
} from '../../ranking/compare/prepare-comparison.ts';
import type { RecordedBank } from '../../ranking/recorded-bank.ts';
import type { SaidMost } from '../../report/said-text.ts';
import type { Store } from '../../store/store.ts';
import { readLiveBank } from '../../tested-bank/live-bank.ts';
import { alikeText } from '../../text/same-name.ts';
import { answerFromRecord } from '../../workflow/compare/compare-recorded.ts';
import {
  type ComparisonResult,
  requireSample,
  resultOf,
} from '../../workflow/compare/comparison-result.ts';
import type { ComparisonRules } from '../../workflow/compare/comparison-rules.ts';
import {
  type ComparedWord,
  comparedWord,
  distinctNames,
  type KnownAnswers,
  recordedAnswers,
  runAnswers,
} from '../../workflow/compare/find-compared.ts';
import { defaultItems } from '../../workflow/live/test-defaults.ts';
import { asking } from '../asking/asking.ts';
import { FORM_ARGS } from '../asking/task-args.ts';
import { bankCache } from '../bank-cache.ts';
import type { Context } from '../operation.ts';
import { readBank } from '../recorded-bank.ts';
import type { CompareOptions } from './options.ts';

/** What came of it: a comparison, or what one can show. */
export type Compared = CompareOutcome | ComparePlan;

export interface CompareOutcome {
  readonly kind: 'comparison';
  /** Null if no item has answers of all models. */
  readonly result: ComparisonResult | null;
  /** What models said most often whose answers are unusual, or not there. */
  readonly said: readonly SaidMost[];
  /** Of models that were asked. */
  readonly end: CompareEnd | null;
}

export interface CompareEnd {
  readonly run: number;
  /** Models without an answer. */
  readonly silent: readonly string[];
  /** Of the first model that could not be asked; 0 if all could. */
  readonly exitCode: number;
  readonly isInterrupted: boolean;
  readonly isStopped: boolean;
}

export interface ComparePlan {
  readonly kind: 'plan';
  readonly result: PlanFacts & ComparisonPlan;
  /** How many would be asked. */
  readonly items: number;
}

/** What a plan is about. */
export interface PlanFacts {
  readonly names: readonly string[];
  readonly bank: string;
  readonly size: number;
  readonly target: 'recorded' | 'expected';
  readonly confidence: number;
  readonly kinship: number;
  /** Names of models with known answers. */
  readonly recorded: readonly string[];
  /** Whether recorded answers have scores between 0 and 1, which vary less than the right and wrong answers that are planned for. */
  readonly hasFractions: boolean;
}

export async function runComparison(options: CompareOptions, context: Context): Promise<Compared> {
  const words = comparedWords(options.models);
  if (words.some(({ kind }) => kind === 'endpoint')) {
    // Only here: the client of endpoints takes a while to load.
    const { askCompared } = await import('./ask-compared.ts');
    return askCompared(words, options, context);
  }
  refuseAsking(options);
  const { bank, families, models } = await readKnown(words, options, context);
  return compareKnown(distinctNames(models), { bank, families }, options, context);
}

/** @throws OPTIONS_CONFLICT for fewer than two models, or one that is named twice */
export function comparedWords(models: readonly string[]): ComparedWord[] {
  if (models.length < 2)
    fail('OPTIONS_CONFLICT', {
      options: models[0] ?? 'compare',
      reason: 'is one model; name at least two, the first one to compare the others with.',
    });
  const twice = models.find((text, k) => models.indexOf(text) < k);
  if (twice !== undefined)
    fail('OPTIONS_CONFLICT', { options: twice, reason: 'is named twice; name different models.' });
  return models.map(comparedWord);
}

export const ONLY_ASKED =
  'only works with a model behind an endpoint, such as my-model@http://localhost:8000/v1.';

/** @throws OPTIONS_CONFLICT for options of models that are asked, where none is */
function refuseAsking(options: CompareOptions): void {
  for (const name of Object.keys(asking(FORM_ARGS)) as (keyof CompareOptions)[])
    if (options[name] !== undefined)
      fail('OPTIONS_CONFLICT', {
        options: name,
        reason: ONLY_ASKED,
      });
}

/** Recorded models and those of kept runs, with the bank. */
async function readKnown(
  words: readonly ComparedWord[],
  options: CompareOptions,
  context: Context,
): Promise<Pick<ComparisonRequest, 'bank' | 'families'> & { models: KnownAnswers[] }> {
  const { bank: name } = options;
  if (words.every(({ kind }) => kind === 'recorded')) {
    const { bank, families } = await readBank(options, context);
    const isOfFile = name === undefined;
    return {
      bank,
      families,
      models: words.map(({ text }) => recordedAnswers(bank, text, isOfFile)),
    };
  }
  if (name === undefined)
    return fail('OPTIONS_CONFLICT', {
      options: 'responses, run:N',
      reason: 'kept runs are of a bank of the database; use --bank.',
    });
  return context.store(async (store) => {
    const { recorded: bank, families } = await readLiveBank(store, name, false);
    const models = (await knownAnswers(store, words, bank)) as KnownAnswers[];
    const names = models.map((model) => model.name);
    noteAlike(bank, context, names);
    return { bank, families, models };
  });
}

/** The answers of models that are recorded or of kept runs; null of those that are asked. */
export async function knownAnswers(
  store: Store,
  words: readonly ComparedWord[],
  bank: RecordedBank,
): Promise<(KnownAnswers | null)[]> {
  const models: (KnownAnswers | null)[] = [];
  for (const word of words)
    models.push(
      word.kind === 'endpoint'
        ? null
        : word.kind === 'run'
          ? await runAnswers(store, bank, word)
          : recordedAnswers(bank, word.text),
    );
  return models;
}

export function noteAlike(
  { responses }: RecordedBank,
  { note }: Context,
  names: readonly string[] | null = null,
): void {
  const { examinees } = responses;
  const text = names === null ? alikeText(examinees) : alikeText([...examinees, ...names], names);
  if (text !== null) note(text);
}

/** Compares models whose answers are known: all of them, or `items` of them as if the models after the first were asked. */
function compareKnown(
  known: readonly KnownAnswers[],
  { bank, families }: Pick<ComparisonRequest, 'bank' | 'families'>,
  options: CompareOptions,
  context: Context,
): Compared {
  const models = known.map((model, k): ComparedModel => ({ ...model, isAsked: k > 0 }));
  const prepared = preparedComparison(
    { bank, families, models, isAskable: () => true },
    options,
    context,
  );
  if (options.plan) return plannedComparison(prepared, known, bank, options);
  const rules = rulesOf(options, Math.min(options.items ?? prepared.test.size, prepared.test.size));
  requireSample(prepared, known, bank, rules);
  answerFromRecord(prepared, models, rules);
  const result = resultOf(prepared, known, bank, rules, options.seed, null);
  return { kind: 'comparison', result, said: [], end: null };
}

/** Calibrates, with progress. */
export function preparedComparison(
  request: Pick<ComparisonRequest, 'bank' | 'families' | 'models' | 'isAskable'>,
  { bank, leaveOut, kinship, seed }: CompareOptions,
  { steps }: Context,
): PreparedComparison {
  steps.start(1, 'calibrating without the compared models');
  try {
    const prepared = prepareComparison({
      ...{ ...request, leaveOut, kinship, seed: `${seed}` },
      cacheFolder: bankCache(bank),
    });
    steps.advance('calibrated');
    return prepared;
  } finally {
    steps.stop();
  }
}

export function rulesOf(options: CompareOptions, items: number): ComparisonRules {
  const { failIf, equivalentWithin, stopEarly, target, confidence } = options;
  return {
    ...{ target, items, confidence, stopsEarly: stopEarly },
    failIf: failIf === undefined ? null : { ...failIf, drop: failIf.drop / 100 },
    within: equivalentWithin === undefined ? null : equivalentWithin / 100,
  };
}

/** What a comparison can show before it begins. */
export function plannedComparison(
  { test, itemSquares }: PreparedComparison,
  models: readonly { readonly name: string; readonly answers: Float64Array | null }[],
  { responses }: Pick<RecordedBank, 'responses'>,
  options: CompareOptions,
): ComparePlan {
  const { target, kinship } = options;
  const confidence = options.failIf?.confidence ?? options.confidence;
  const items = Math.min(test.size, options.items ?? defaultItems(test.size));
  return {
    kind: 'plan',
    items,
    result: {
      names: models.map(({ name }) => name),
      bank: options.bank ?? options.responses!,
      size: test.size,
      ...{ target, confidence, kinship },
      recorded: models.filter(({ answers }) => answers !== null).map(({ name }) => name),
      hasFractions: hasFractions(responses),
      ...planComparison(test, itemSquares, target, 1 - confidence, items),
    },
  };
}
