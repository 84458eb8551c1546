import { fail } from '../../src/errors.ts';
import { nearestNames } from '../../src/nearest.ts';
import { randomStream } from '../../src/random.ts';
import { checkDivision, type Families, familiesOf } from '../../src/ranking/families.ts';
import { foldBank } from '../../src/ranking/fold-bank.ts';
import { dealFolds } from '../../src/ranking/folds.ts';
import { type RecordedBank, recordedExaminees, strataOf } from '../../src/ranking/recorded-bank.ts';
import { type Outcome, STRATEGIES } from './strategies.ts';
import { type PostHocResult, summarise } from './summary.ts';

export interface PostHocRequest {
  readonly bank: RecordedBank;
  /** Ascending. */
  readonly lengths: readonly number[];
  readonly strategies: readonly string[];
  readonly folds: number;
  /** Repetitions, each with folds and draws of its own. */
  readonly seeds: number;
  readonly seed: number;
  /** One entry an examinee; null to read them off the names. */
  readonly families: readonly string[] | null;
}

export interface PostHocReport {
  readonly bank: string;
  readonly simulated: boolean;
  readonly fullScore: string;
  /** Numbers of examinees and of items of the bank. */
  readonly examinees: number;
  readonly items: number;
  readonly folds: number;
  readonly seeds: number;
  readonly seed: number;
  readonly families: { readonly source: Families['source']; readonly count: number };
  readonly results: readonly PostHocResult[];
}

/**
 * Post-hoc simulation: recorded examinees are tested as if they were new, on items calibrated without their fold, and
 * the predictions are compared with their recorded full-bank scores. Families are never on both sides of a split. All
 * strategies see the same folds, calibrations and draws.
 *
 * @param onStep called after each of `postHocSteps(request)` steps of work
 * @throws NAME_UNKNOWN, TOO_MANY_ITEMS, TOO_FEW_EXAMINEES, NO_ANSWERS
 */
export function postHoc(
  request: PostHocRequest,
  onStep: (doing: string) => void = () => {},
): PostHocReport {
  const { bank, lengths, strategies, folds, seeds, seed } = request;
  const { responses } = bank;
  for (const name of strategies)
    if (!Object.hasOwn(STRATEGIES, name))
      fail('NAME_UNKNOWN', {
        kind: 'strategy',
        name,
        nearest: nearestNames(name, Object.keys(STRATEGIES)),
      });
  const longest = lengths[lengths.length - 1];
  if (longest > responses.items.length)
    fail('TOO_MANY_ITEMS', { asked: longest, available: responses.items.length, where: bank.name });
  const families = familiesOf(responses.examinees, request.families, folds);
  checkDivision(families, folds, responses.examinees.length);
  const { examinees, actual } = recordedExaminees(bank);
  const strata = strataOf(bank);
  // outcomes[strategy][length][seed][examinee]
  const outcomes: Outcome[][][][] = strategies.map(() => lengths.map(() => []));
  for (let repetition = 1; repetition <= seeds; repetition++) {
    const fold = dealFolds(families.of, folds, randomStream(seed, repetition, 'folds'));
    for (const perLength of outcomes) for (const rows of perLength) rows.push([]);
    for (let k = 0; k < folds; k++) {
      const part = foldBank(bank, fold, k);
      onStep(`seed ${repetition}: calibrating without fold ${k + 1}`);
      for (const i of part.unseen) {
        const path = [seed, repetition, responses.examinees[i]];
        strategies.forEach((name, s) => {
          const trial = { bank, part, examinee: examinees[i], strata, lengths, path };
          STRATEGIES[name](trial).forEach((outcome, l) => {
            outcomes[s][l][repetition - 1][i] = outcome;
          });
        });
        onStep(`seed ${repetition}: testing ${responses.examinees[i]}`);
      }
    }
  }
  return {
    bank: bank.name,
    simulated: bank.simulated,
    fullScore: bank.fullScore,
    examinees: responses.examinees.length,
    items: responses.items.length,
    folds,
    seeds,
    seed,
    families: { source: families.source, count: families.count },
    results: strategies.flatMap((name, s) =>
      lengths.map((length, l) => summarise(name, length, outcomes[s][l], actual, families.of)),
    ),
  };
}

/** How many steps of work `postHoc` reports for a request. */
export function postHocSteps({ bank, folds, seeds }: PostHocRequest): number {
  return seeds * (folds + bank.responses.examinees.length);
}
