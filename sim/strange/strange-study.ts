import { isApart } from '../../src/cat/robust/random-sample.ts';
import { RobustSession } from '../../src/cat/robust/robust-session.ts';
import { randomInteger, randomStream, shuffle } from '../../src/random.ts';
import { sampleScore } from '../../src/ranking/design-interval.ts';
import { scoreInterval } from '../../src/ranking/intervals.ts';
import { calibrationTrust, type OwnRandom } from '../../src/ranking/own-random.ts';
import { type RankFolds, rankFolds } from '../../src/ranking/recorded/rank-folds.ts';
import type { RecordedBank } from '../../src/ranking/recorded-bank.ts';
import { possibleScores } from '../../src/ranking/robust/more-predictions.ts';
import { intervalFactor, type RobustBank } from '../../src/ranking/robust/prepare-robust.ts';
import { stratifiedOrder } from '../../src/ranking/robust/stratified-order.ts';
import type { ExamineeKind, KindSource, StrangeExaminee } from './examinee-kinds.ts';

/** Tests of examinees unlike those of the calibration. */
export interface StrangeRequest {
  readonly bank: RecordedBank;
  readonly families: readonly string[] | null;
  /** Options of the items and their keys; null if they are not known. */
  readonly options: KindSource['options'];
  readonly items: number;
  readonly seed: number;
  /** Rows of recorded models that are no targets. */
  readonly noTargets?: readonly number[] | undefined;
}

/** One test: scores in points. */
export interface StrangeTest {
  readonly actual: number;
  readonly score: number;
  readonly low: number;
  readonly high: number;
  readonly verified: boolean;
  readonly alarm: string | null;
  /** The probability that the calibration's model is not the examinee's. */
  readonly misfit: number;
  /** The score by the test's own random items; null without them, and absent from tests kept by older code. */
  readonly ownRandom?: OwnRandom | null;
  /**
   * Whether the score is more than three standard errors by the answers from the mean of the test's own random items; verified tests can be.
   * Of a test kept by older code it is not known.
   */
  readonly contradicted?: boolean | undefined;
  /** The plain mean of as many random items. */
  readonly random: { readonly score: number; readonly low: number; readonly high: number };
}

/** Models of an `exchanged` test differ by this, in points. */
const EXCHANGED = { least: 15, most: 25 };

/** A bank whose folds of whole families are calibrated and prepared; each strange examinee is tested on one without its recorded models. */
export class StrangeStudy {
  readonly #request: StrangeRequest;
  readonly #ranking: RankFolds;
  readonly #prepared: {
    readonly bank: RobustBank;
    /** Recorded models that are not in the calibration, and those of them that can be targets. */
    readonly unseen: readonly number[];
    readonly targets: readonly number[];
  }[];
  readonly #facts: Pick<KindSource, 'items' | 'easiness' | 'tag' | 'options'>;

  /** Takes seconds a fold. @param onStep called after each of them */
  constructor(request: StrangeRequest, onStep: (done: number, all: number) => void = () => {}) {
    const { bank, families, items, seed, options, noTargets = [] } = request;
    const ranking = rankFolds({ bank, families, items, seed, strategy: 'robust', draws: 1 });
    const { folds } = ranking.division;
    this.#request = request;
    this.#ranking = ranking;
    this.#prepared = Array.from({ length: folds }, (_, k) => {
      const fold = ranking.calibrate(k);
      const learned = ranking.learn(k, fold);
      if (learned === null || !('robust' in learned)) throw new Error('robust tests learn');
      onStep(k + 1, folds);
      const { unseen } = fold;
      return {
        bank: learned.robust,
        unseen,
        targets: unseen.filter((i) => !noTargets.includes(i)),
      };
    });
    const { responses, tags } = bank;
    const width = responses.items.length;
    const [tag] = Object.values(tags);
    this.#facts = {
      items: width,
      easiness: Float64Array.from({ length: width }, (_, j) =>
        meanOf(responses.examinees.map((_, i) => responses.scores[i * width + j])),
      ),
      tag: tag === undefined ? null : { count: tag.values.length, of: tag.codes },
      options,
    };
  }

  /** Recorded models that can be targets. */
  get targets(): number {
    return this.#prepared.reduce((sum, { targets }) => sum + targets.length, 0);
  }

  /** Whether the bank tells all that a kind needs. */
  has({ needs }: ExamineeKind): boolean {
    return needs.every((need) => this.#facts[need] !== null);
  }

  /** Tests the `n`-th examinee of a kind; recorded models take turns, the folds too. */
  test(kind: ExamineeKind, n: number): StrangeTest {
    const { seed } = this.#request;
    const folds = this.#prepared.filter(({ targets }) => targets.length > 0);
    const { bank, unseen, targets } = folds[n % folds.length];
    const row = targets[Math.floor(n / folds.length) % targets.length];
    const random = randomStream(seed, 'strange', kind.name, n);
    const other = this.#otherThan(row, unseen, kind, random);
    const source = { ...this.#facts, own: this.#answers(row), other: this.#answers(other) };
    return this.#run(bank, kind.draw(source, random), `${kind.name}/${n}`);
  }

  #answers(i: number): Float32Array {
    const { scores, items } = this.#request.bank.responses;
    return scores.subarray(i * items.length, (i + 1) * items.length);
  }

  /** Another recorded model that is not in the calibration, if there is one; of an exchange one whose score is some twenty points apart, or the nearest to that. */
  #otherThan(
    row: number,
    unseen: readonly number[],
    { name }: ExamineeKind,
    random: () => number,
  ): number {
    const { models } = this.#ranking;
    const without = (some: readonly number[]) => some.filter((i) => i !== row);
    const others = without(unseen);
    const all = others.length > 0 ? others : without(models.map((_, i) => i));
    if (name !== 'exchanged') return all[randomInteger(random, all.length)];
    const apart = (i: number) => 100 * Math.abs(models[i].actual - models[row].actual);
    const fitting = all.filter((i) => apart(i) >= EXCHANGED.least && apart(i) <= EXCHANGED.most);
    if (fitting.length > 0) return fitting[randomInteger(random, fitting.length)];
    return all.toSorted((i, k) => Math.abs(apart(i) - 20) - Math.abs(apart(k) - 20))[0];
  }

  #run(bank: RobustBank, { scores, later }: StrangeExaminee, name: string): StrangeTest {
    const { items, seed } = this.#request;
    const answered = Array.from(scores.keys()).filter(
      (j) => !Number.isNaN(scores[j]) && !Number.isNaN(later?.[j] ?? 0),
    );
    const weights = new Float64Array(scores.length);
    for (const j of answered) weights[j] = 1 / answered.length;
    const order = stratifiedOrder(
      (j) => weights[j] > 0,
      bank.stratum,
      randomStream(seed, 'strange', 'order', name),
    );
    const { model, randomShare, range, flagged } = bank;
    const session = new RobustSession(model, {
      weights,
      randomOrder: order,
      randomShare,
      range,
      flagged,
    });
    while (session.asked.count < items) {
      const j = session.next();
      if (j < 0) break;
      const now = later !== null && session.asked.count >= items / 2 ? later : scores;
      session.record(j, now[j]);
    }
    const prediction = session.predict();
    const alarm = session.alarm(prediction);
    const factor = intervalFactor(bank, 0, alarm, session.asked.count);
    const interval = scoreInterval(
      { ...prediction, ...possibleScores(session.asked, weights) },
      factor,
    );
    const actual = meanOf(answered.map((j) => (scores[j] + (later ?? scores)[j]) / 2));
    return {
      actual: 100 * actual,
      score: 100 * prediction.score,
      low: 100 * interval.low,
      high: 100 * interval.high,
      verified: factor.verified,
      alarm,
      misfit: session.average.misfit,
      ownRandom: calibrationTrust(session.average.misfit, session.randomItems).ownRandom,
      contradicted: isApart(session.randomItems, prediction.score),
      random: this.#randomScore(answered, scores, later, name),
    };
  }

  /** The plain mean of as many random items, with its interval. */
  #randomScore(
    answered: readonly number[],
    scores: Float32Array,
    later: Float32Array | null,
    name: string,
  ): StrangeTest['random'] {
    const { items, seed } = this.#request;
    const drawn = shuffle([...answered], randomStream(seed, 'strange', 'random', name)).slice(
      0,
      items,
    );
    const values = drawn.map((j, t) => (later !== null && t >= items / 2 ? later : scores)[j]);
    const sum = values.reduce((total, u) => total + u, 0);
    const squares = values.reduce((total, u) => total + u * u, 0);
    const { score, low, high } = sampleScore([
      { weight: 1, size: answered.length, drawn: drawn.length, sum, squares },
    ]);
    return { score: 100 * score, low: 100 * low, high: 100 * high };
  }
}

/** How tests of a kind came out. */
export interface StrangeRow {
  readonly tests: number;
  /** Mean absolute error, in points, and its standard error over tests. */
  readonly error: number;
  readonly errorSe: number;
  readonly bias: number;
  /** Share of the 90% intervals that hold the score, and their mean width. */
  readonly held: number;
  readonly width: number;
  /** Share of the tests with an alarm, and of those with the alarm `change`. */
  readonly alarms: number;
  readonly changes: number;
  readonly verified: number;
  /** Share of the verified intervals that hold; null of none. */
  readonly verifiedHeld: number | null;
  /** Verified tests that their own random items contradict, and those of which that is not known. */
  readonly verifiedContradicted: number;
  readonly verifiedUnknown: number;
  readonly random: { readonly error: number; readonly held: number; readonly width: number };
}

/** The row of a kind. @param tests at least one */
export function strangeRow(tests: readonly StrangeTest[]): StrangeRow {
  const mean = (of: (test: StrangeTest) => number) => meanOf(tests.map(of));
  const errors = tests.map(({ score, actual }) => Math.abs(score - actual));
  const error = meanOf(errors);
  const variance = meanOf(errors.map((own) => (own - error) ** 2));
  const holds = ({ low, high }: { low: number; high: number }, actual: number) =>
    low - ROUNDING <= actual && actual <= high + ROUNDING ? 1 : 0;
  const verified = tests.filter((test) => test.verified);
  return {
    tests: tests.length,
    error,
    errorSe: Math.sqrt(variance / Math.max(1, tests.length - 1)),
    bias: mean(({ score, actual }) => score - actual),
    held: mean((test) => holds(test, test.actual)),
    width: mean(({ low, high }) => high - low),
    alarms: mean(({ alarm }) => (alarm === null ? 0 : 1)),
    changes: mean(({ alarm }) => (alarm === 'change' ? 1 : 0)),
    verified: verified.length / tests.length,
    verifiedHeld:
      verified.length === 0 ? null : meanOf(verified.map((test) => holds(test, test.actual))),
    verifiedContradicted: verified.filter((test) => test.contradicted === true).length,
    verifiedUnknown: verified.filter((test) => test.contradicted === undefined).length,
    random: {
      error: mean(({ random, actual }) => Math.abs(random.score - actual)),
      held: mean(({ random, actual }) => holds(random, actual)),
      width: mean(({ random }) => random.high - random.low),
    },
  };
}

/** A score in points, added up in another order, can differ by this. */
const ROUNDING = 1e-7;

/** The mean of the values that are there; 0 of none. */
function meanOf(values: readonly number[]): number {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}
