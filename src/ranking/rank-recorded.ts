import { rankResult } from './recorded/assemble-result.ts';
import { rankFolds } from './recorded/rank-folds.ts';
import type { RankRequest } from './recorded/rank-request.ts';
import type { RankResult } from './recorded/rank-result.ts';

/**
 * The main job on recorded answers: each model is tested on items calibrated without it and without its family, and
 * its prediction is compared with its recorded score on the whole bank.
 *
 * @param onStep called after each of `rankSteps(request)` steps of work, with its name
 * @throws TOO_MANY_ITEMS, NAME_UNKNOWN, NO_ANSWERS, TOO_FEW_EXAMINEES, OPTIONS_CONFLICT
 */
export function rankRecorded(
  request: RankRequest,
  onStep: (doing: string) => void = () => {},
): RankResult {
  const ranking = rankFolds(request);
  const { folds } = ranking.division;
  const whole = ranking.whole();
  onStep('calibrating on all models');
  const tested = Array.from({ length: folds }, (_, k) => {
    const fold = ranking.calibrate(k);
    onStep(`calibrating without fold ${k + 1} of ${folds}`);
    const learned = ranking.learn(k, fold);
    if (learned !== null) onStep(`testing left-out families, fold ${k + 1} of ${folds}`);
    const tests = ranking.test(k, whole, fold, learned, fold.unseen, ({ row }) =>
      onStep(`testing ${ranking.models[row].name}`),
    );
    return { ...fold, learned, tests };
  });
  return rankResult(request, ranking, whole, tested);
}
