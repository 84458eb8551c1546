import type { ScoreModel } from '../../cat/robust/score-model.ts';
import { openPool } from '../../threads/thread-pool.ts';
import { span } from '../../tracing/span.ts';
import { isLearned, type Learned } from '../live/strategies.ts';
import type { HeldOutErrors } from '../robust/held-out-tests.ts';
import { rankResult, unrankedModel } from './assemble-result.ts';
import {
  type FoldPart,
  type FoldTest,
  openRankTasks,
  type RankTask,
  type RankTaskResult,
  rankFolds,
  type WholeCalibration,
} from './rank-folds.ts';
import type { RankRequest } from './rank-request.ts';
import type { RankResult, UnrankedModel } from './rank-result.ts';

/** With fewer answers, starting threads takes about as long as the ranking. */
const LEAST_ANSWERS = 50_000;

/** What the tasks of a ranking are called in traces. */
const SPANS: Readonly<Record<RankTask['do'], string>> = {
  whole: 'calibrate',
  calibrate: 'calibrate',
  'fit-robust': 'calibrate',
  'test-held-out': 'test',
  learn: 'calibrate',
  test: 'test',
};

/**
 * As `rankRecorded`, with the same result, on several threads; a small ranking stays in this thread.
 *
 * @param workers the most threads; 0 to stay in this one
 * @param onStep called after each of `rankSteps(request)` steps of work, with its name
 * @param onModel called after the test of each model that is shown, where its interval does not wait for other tests; of a large ranking
 * @param leastAnswers rankings with fewer recorded answers stay in this thread
 * @throws as rankRecorded; THREAD_ENDED if a thread dies
 */
export async function rankOnThreads(
  request: RankRequest,
  workers: number,
  onStep: (doing: string) => void = () => {},
  onModel: (line: UnrankedModel) => void = () => {},
  leastAnswers = LEAST_ANSWERS,
): Promise<RankResult> {
  const ranking = rankFolds(request);
  const { folds } = ranking.division;
  const { name, simulated, responses, tags, optionCounts, fullScore, taxonomy } = request.bank;
  const isSmall = responses.scores.length < leastAnswers;
  const pool = openPool<RankRequest, RankTask, RankTaskResult, FoldTest>(
    {
      from: import.meta.url,
      worker: 'rank-worker.ts',
      data: {
        ...request,
        bank: { name, simulated, responses, tags, optionCounts, fullScore, taxonomy },
      },
      open: openRankTasks,
      // One fold after another, so that the models of the first are known early.
      turnOf: (task) => (task.do === 'whole' ? 0 : task.k),
    },
    isSmall ? 0 : workers,
  );
  const run = async <Result extends RankTaskResult>(
    task: RankTask,
    step: string | null = null,
    onTest?: (test: FoldTest) => void,
  ) => {
    const result = await span(SPANS[task.do], {}, () => pool.run(task, onTest));
    if (step !== null) onStep(step);
    return result as Result;
  };
  const learn = async (k: number, fold: FoldPart): Promise<Learned | null> => {
    if (!isLearned(request.strategy)) return null;
    const divided = ranking.learnBy(k, fold, {
      fitWhole: () => run<ScoreModel>({ do: 'fit-robust', k, fold }),
      testFold: (left) => run<HeldOutErrors>({ do: 'test-held-out', k, fold, left }),
    });
    return divided ?? run<Learned>({ do: 'learn', k, fold });
  };
  try {
    const calibrated = run<WholeCalibration>({ do: 'whole' }, 'calibrating on all models');
    const tested = Array.from({ length: folds }, async (_, k) => {
      const which = `fold ${k + 1} of ${folds}`;
      const fold = await run<FoldPart>({ do: 'calibrate', k }, `calibrating without ${which}`);
      const learned = await learn(k, fold);
      if (learned !== null) onStep(`testing left-out families, ${which}`);
      const whole = await calibrated;
      const parts = dealt(fold.unseen, isSmall ? 1 : workers).map((rows) =>
        run<FoldTest[]>({ do: 'test', k, whole, fold, learned, rows }, null, (test) => {
          onStep(`testing ${ranking.models[test.row].name}`);
          const line = isSmall ? null : unrankedModel(ranking, whole, fold, test);
          if (line !== null) onModel(line);
        }),
      );
      return { ...fold, learned, tests: (await Promise.all(parts)).flat() };
    });
    // All are awaited together: an error ends them all, and each of them throws it.
    const [all, ...done] = await Promise.all([calibrated, ...tested]);
    return span('score', {}, () => rankResult(request, ranking, all, done));
  } finally {
    await pool.close();
  }
}

/** Deals rows to at most so many parts, none of them empty. */
function dealt(rows: readonly number[], parts: number): (readonly number[])[] {
  const count = Math.min(rows.length, Math.max(1, parts));
  return Array.from({ length: count }, (_, p) => rows.filter((_, at) => at % count === p));
}
