import { availableParallelism } from 'node:os';
import { fail } from '../../errors.ts';
import { rankOnThreads } from '../../ranking/recorded/rank-on-threads.ts';
import {
  divideModels,
  RANK_STRATEGIES,
  type RankRequest,
  type RankStrategy,
  rankSteps,
} from '../../ranking/recorded/rank-request.ts';
import type { RankResult } from '../../ranking/recorded/rank-result.ts';
import type { PeopleOn } from '../../workflow/bank/humans/people-on.ts';
import { defaultItems } from '../../workflow/live/test-defaults.ts';
import type { RecordedSource } from '../../workflow/recorded-source.ts';
import { bankCache } from '../bank-cache.ts';
import { gradedAdvice } from '../graded-notes.ts';
import { readItemCosts } from '../item-costs.ts';
import { modelNames } from '../model-names.ts';
import type { Context } from '../operation.ts';
import { readBank } from '../recorded-bank.ts';
import { type RankOptions, refuseTargets, requireTags } from './options.ts';
import { peopleOfRanking } from './people-line.ts';
import { earlyText } from './recorded-report.ts';
import { fewModelsNote } from './studied-text.ts';

/** A ranking of recorded models. */
export interface RankedModels {
  readonly kind: 'recorded';
  readonly result: RankResult;
  /** People on the same items; null without human figures. */
  readonly people: PeopleOn | null;
  /** Which strategy was measured to be better on banks like this one; null if none. */
  readonly advice: string | null;
}

const USUAL_DRAWS = 20;

export async function rankRecorded(options: RankOptions, context: Context): Promise<RankedModels> {
  const { strategy = 'robust', target = 'recorded', workers = availableParallelism() } = options;
  requireStrategy(strategy);
  refuseTargets(strategy, options);
  const source = await readBank(options, context);
  requireTags(options, source.bank);
  const request = requestOf(options, strategy, source);
  const { responses } = source.bank;
  noteFewModels(request, context);
  const { steps } = context;
  steps.start(rankSteps(request), 'calibrating on all models');
  let isFirst = true;
  const result = await rankOnThreads(
    request,
    workers,
    (doing) => steps.advance(doing),
    (model) => {
      if (isFirst) context.early('Models as their tests end; ranks follow.\n');
      isFirst = false;
      context.early(earlyText(model, target));
    },
  );
  const people = await peopleOfRanking(options.bank, context.store, responses.items, target);
  return { kind: 'recorded', result, people, advice: gradedAdvice(responses, strategy) };
}

function requireStrategy(strategy: string): asserts strategy is RankStrategy {
  if ((RANK_STRATEGIES as readonly string[]).includes(strategy)) return;
  fail('OPTION_INVALID', {
    option: 'strategy',
    found: `"${strategy}", which only works with --model and in simulate post-hoc`,
    accepted: RANK_STRATEGIES.join(', '),
  });
}

function requestOf(
  options: RankOptions,
  strategy: RankStrategy,
  { bank, families }: RecordedSource,
): RankRequest {
  const { items, examinees } = bank.responses;
  const { maxCost, models, growTo, seed, draws = USUAL_DRAWS, includeFlagged } = options;
  return {
    ...{ bank, families, growTo, strategy, seed, draws, includeFlagged },
    items: options.items ?? (maxCost === undefined ? defaultItems(items.length) : items.length),
    costs: readItemCosts(options, items),
    models: models === undefined ? undefined : modelNames(models, examinees),
    cacheFolder: bankCache(options.bank, strategy),
  };
}

function noteFewModels(request: RankRequest, { note }: Context): void {
  const all = request.bank.responses.examinees.length;
  const { foldOf } = divideModels(request);
  const sizes = [...Map.groupBy(foldOf, (k) => k).values()].map((own) => own.length);
  const few = fewModelsNote(request.strategy, all, all - Math.max(...sizes));
  if (few !== null) note(few);
}
