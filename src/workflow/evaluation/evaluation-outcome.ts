import { type AnswerTable, itemScores, stateCounts } from '../../evaluation/answer-table.ts';
import { examineeName, headline } from '../../evaluation/condition.ts';
import { modelRanks, rankedPairs } from '../../evaluation/rank-models.ts';
import { rankingStability } from '../../evaluation/ranking-stability.ts';
import {
  macroEstimate,
  meanEstimate,
  type ScoreEstimate,
  scoreEstimate,
} from '../../evaluation/score-estimate.ts';
import { randomStream } from '../../random.ts';
import { recordedAs } from '../../ranking/live/live-division.ts';
import type { Taken } from '../../run/run-budgets.ts';
import type { ExamineeDoubt } from '../../scoring/doubts/examinee-doubts.ts';
import { type GroupSum, ratioInterval } from '../../statistics/ratio-interval.ts';
import type { Store } from '../../store/store.ts';
import { testedDoubts } from '../live/tested-doubts.ts';
import type { BudgetUse } from '../synthesis/synthesis-budgets.ts';
import type { EvaluationAsked } from './ask-evaluation.ts';
import { corpusItems, corpusScores } from './corpus-scores.ts';
import type { EvaluationJob } from './evaluation-job.ts';
import type {
  AspectScore,
  EvaluatedModel,
  EvaluationResult,
  PartScore,
} from './evaluation-result.ts';
import { pairwiseResult } from './pairwise-result.ts';
import { type ReadEvaluation, readEvaluation } from './read-evaluation.ts';
import { standInsOf } from './stand-ins.ts';

/** What a session adds to the result of a run. */
export interface EvaluationSession
  extends Pick<
    EvaluationAsked,
    'outcomes' | 'sums' | 'tally' | 'taken' | 'reused' | 'endpointChanges'
  > {
  /** What the run had taken before. */
  readonly before: Taken;
  readonly budgets: readonly BudgetUse[];
}

/** The result of a run from what is kept of it. */
export async function evaluationResult(
  store: Store,
  job: EvaluationJob,
  run: number,
  session: EvaluationSession,
  seed: number,
): Promise<EvaluationResult> {
  const { bank, models, conditions, judges, plan } = job;
  const read = await readEvaluation(store, run, job);
  const { table } = read;
  const head = headline(conditions);
  const answersOf = (m: number, of: readonly number[]) => of.map((c) => plan.answerOf(m, c));
  const isRead = (answer: number, item: number) => table.state(answer, item) === 'read';
  const scores = models.map((_, m) => itemScores(table, answersOf(m, head)));
  const without = models.map((_, m) => itemScores(table, answersOf(m, head), isRead));
  const estimates = scores.map((own) => scoreEstimate(own, bank.strata));
  const left = without.map((own) => scoreEstimate(own, bank.strata));
  const pairs = rankedPairs(scores, bank.strata);
  const scoreOf = (one: ScoreEstimate | null) => one?.score ?? null;
  const ranks = modelRanks(estimates.map(scoreOf), pairs);
  const ranksLeft = modelRanks(left.map(scoreOf), rankedPairs(without, bank.strata));
  const corpora = await corpusItems(store, bank);
  const results: EvaluatedModel[] = [];
  for (const [m, { name }] of models.entries())
    results.push({
      model: name,
      score: estimates[m],
      rank: ranks[m],
      states: stateCounts(table, answersOf(m, head)),
      patterns: read.patterns.patternsOf(name),
      ifMissing: { score: left[m], rank: ranksLeft[m] },
      kinds: partScores(scores[m], bank.kinds),
      tags: Object.entries(bank.tags).map(([tag, of]) => ({
        tag,
        values: partScores(scores[m], of),
        macro: macroEstimate(scores[m], of.codes, of.values.length),
      })),
      corpus: await corpusScores(
        store,
        run,
        head.map((c) => examineeName(name, conditions[c])),
        corpora,
        bank,
        seed,
      ),
      aspects: aspectScores(read, answersOf(m, head), job),
      use: read.use((k) => plan.calls[k].judge === null && plan.calls[k].model === m),
    });
  const calls = session.tally.calls();
  const standIns = await standInsOf(store, run, job);
  const lost = job.lostCost();
  return {
    version: 'evaluation-1',
    bank: bank.summary.name,
    items: bank.ids.length,
    bankItems: bank.askable,
    drawnBy: bank.ids.length < bank.askable ? bank.strata.tag : null,
    seed,
    prompts: read.prompts,
    run,
    database: store.location,
    complete: calls.missing === 0 || hasAllThatFit(session),
    calls,
    ...session.sums,
    cost: session.taken.dollars,
    sessionCost: session.taken.dollars - session.before.dollars,
    ...(lost > 0 ? { lostCost: lost } : {}),
    models: results,
    differences: pairs.flatMap(({ first, second, difference, p, differs }) => {
      if (!differs || difference === null) return [];
      const [higher, lower] = difference > 0 ? [second, first] : [first, second];
      const names = { higher: models[higher].name, lower: models[lower].name };
      return [{ ...names, difference: Math.abs(difference), p }];
    }),
    conditions: conditions.map(({ id, levels }, c) => ({
      id,
      levels,
      models: models.map(({ name }, m) => ({
        model: name,
        score: conditionScore(table, answersOf(m, [c]), job),
        states: stateCounts(table, answersOf(m, [c])),
      })),
    })),
    factors: factorResults(table, job, seed),
    judges: judges.map(({ name }, j) => ({
      judge: name,
      judgements: read.judgements[j].read + read.judgements[j].unread,
      unread: read.judgements[j].unread,
      models: models.map((model, m) => ({
        model: model.name,
        score: meanEstimate(
          itemScores(
            { items: table.items, score: (answer, item) => table.judgeScore(answer, j, item) },
            answersOf(m, head),
          ),
          () => true,
        ),
      })),
      use: read.use((k) => plan.calls[k].judge === j),
    })),
    pairwise: pairwiseResult(read, job, head),
    budgets: session.budgets,
    reused: session.reused,
    endpointChanges: session.endpointChanges,
    doubts: doubtsOf(job, scores, standIns),
    stopped: session.outcomes.flatMap(({ model, stopped, error }) =>
      stopped === null ? [] : [{ model, why: stopped, error: error?.message ?? null }],
    ),
  };
}

/** By the scores under the usual condition. @param scores by model and item; NaN where there is none */
function doubtsOf(
  { bank, models, judges }: EvaluationJob,
  scores: readonly Float64Array[],
  standIns: readonly string[],
): ExamineeDoubt[] {
  const answers = models.map(
    ({ name }, m) => [name, bank.ids.map((item, k) => ({ item, score: scores[m][k] }))] as const,
  );
  const names = models.map(({ name }) => name);
  const again = recordedAs({ bank: { responses: bank.recorded }, models: names });
  return testedDoubts({ responses: bank.recorded }, new Map(answers), {
    standIns,
    others: judges.map(({ name }) => name),
    again: again.filter((as) => as !== null),
    isChosen: false,
  });
}

function conditionScore(
  table: AnswerTable,
  answers: readonly number[],
  { bank }: EvaluationJob,
): ScoreEstimate | null {
  const estimate = scoreEstimate(itemScores(table, answers), bank.strata);
  if (estimate === null) return null;
  const { score, low, high, items } = estimate;
  return { score, low, high, items };
}

function partScores(
  scores: Float64Array,
  { values, codes }: EvaluationJob['bank']['kinds'],
): PartScore[] {
  return values.flatMap((part, code) => {
    const estimate = meanEstimate(scores, (item) => codes[item] === code);
    return estimate === null ? [] : [{ part, ...estimate }];
  });
}

function aspectScores(
  read: ReadEvaluation,
  answers: readonly number[],
  { judges, judging, bank }: EvaluationJob,
): AspectScore[] {
  const scales = judging?.scales(bank.rubrics);
  return judges.flatMap(({ name }, judge) => {
    const sums = new Map<string, Map<number, GroupSum>>();
    for (const answer of answers)
      for (const [aspect, byItem] of read.grades(answer, judge)) {
        const own = sums.get(aspect) ?? new Map<number, GroupSum>();
        sums.set(aspect, own);
        for (const [item, { sum, count }] of byItem) {
          const before = own.get(item) ?? { sum: 0, count: 0 };
          own.set(item, { sum: before.sum + sum, count: before.count + count });
        }
      }
    return [...sums].map(([aspect, byItem]) => {
      const groups = [...byItem.values()];
      const { value, low, high } = ratioInterval(groups, scales?.get(aspect) ?? null);
      return {
        ...{ judge: name, aspect, mean: value, low, high, items: groups.length },
        judgements: groups.reduce((total, { count }) => total + count, 0),
      };
    });
  });
}

/** Rankings by the levels of each factor; the other factors, and repeats, are averaged over. */
function factorResults(
  table: AnswerTable,
  { conditions, models, plan, bank }: EvaluationJob,
  seed: number,
): EvaluationResult['factors'] {
  const factors = [...new Set(conditions.flatMap(({ levels }) => Object.keys(levels)))];
  return factors.flatMap((factor) => {
    const levels = [...new Set(conditions.flatMap((one) => one.levels[factor] ?? []))];
    if (levels.length < 2) return [];
    const scores = levels.map((level) => {
      const own = conditions.flatMap((one, c) => (one.levels[factor] === level ? [c] : []));
      return models.map((_, m) =>
        itemScores(
          table,
          own.map((c) => plan.answerOf(m, c)),
        ),
      );
    });
    return [
      {
        factor,
        levels,
        scores: scores.map((own) =>
          own.map((items) => {
            const estimate = scoreEstimate(items, bank.strata);
            if (estimate === null) return null;
            const { score, low, high, items: n } = estimate;
            return { score, low, high, items: n };
          }),
        ),
        pairs: rankingStability(scores, bank.strata, (x, y) =>
          randomStream(seed, 'evaluation', 'levels', factor, levels[x], levels[y]),
        ),
      },
    ];
  });
}

/** Whether every question was asked, and those without an answer are longer than the context of their model. */
function hasAllThatFit({ outcomes, sums }: EvaluationSession): boolean {
  return sums.tooLong > 0 && sums.failed === 0 && outcomes.every(({ stopped }) => stopped === null);
}
