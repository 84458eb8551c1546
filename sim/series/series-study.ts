import { randomStream } from '../../src/random.ts';
import { familiesOf } from '../../src/ranking/families.ts';
import type { RecordedBank } from '../../src/ranking/recorded-bank.ts';
import { strataOf } from '../../src/ranking/robust/item-groups.ts';
import {
  fitWhole,
  prepareRobust,
  type RobustBank,
} from '../../src/ranking/robust/prepare-robust.ts';
import { robustRequest } from '../../src/ranking/robust/robust-fold.ts';
import { robustTest } from '../../src/ranking/robust/robust-test.ts';
import { stratifiedOrder } from '../../src/ranking/robust/stratified-order.ts';
import { analyseSeries } from '../../src/ranking/series/analyse-series.ts';
import { answersTo, checkpointItems } from '../../src/ranking/series/checkpoint-items.ts';
import { pairedDifferences } from '../../src/ranking/series/paired-differences.ts';
import { answerRows, type SeriesAnswers } from '../../src/ranking/series/series-answers.ts';
import { usualAnchors } from '../../src/ranking/series/series-items.ts';
import { holm } from '../../src/statistics/holm.ts';
import { normalTail } from '../../src/statistics/normal-tail.ts';
import { losePoints } from './lose-points.ts';
import { type Course, simulateCheckpoints } from './simulate-checkpoints.ts';

/** A weaker and a stronger recorded model of one family. */
export interface Relatives {
  readonly family: string;
  readonly weaker: number;
  readonly stronger: number;
}

/** Of models that answered at least this share of the bank. */
const ANSWERED = 0.85;
/** Difference of their scores at least. */
const APART = 0.05;
const LEAST = 0.1;

/** One pair of each family whose models differ by 5 points: near the lower and the upper fifth of the family. */
export function relativesOf(bank: RecordedBank): Relatives[] {
  const { examinees, items, scores } = bank.responses;
  const { of } = familiesOf(examinees, bank.families ?? null, 2);
  const width = items.length;
  const shares = examinees.map((_, i) => {
    const own = scores.subarray(i * width, (i + 1) * width).filter((u) => !Number.isNaN(u));
    return { answered: own.length / width, score: own.reduce((sum, u) => sum + u, 0) / own.length };
  });
  return [...new Set(of)].flatMap((family) => {
    const own = [...of.keys()]
      .filter((i) => of[i] === family && shares[i].answered >= ANSWERED)
      .sort((x, y) => shares[x].score - shares[y].score || x - y);
    if (own.length < 2) return [];
    const weaker = own[Math.floor(own.length / 5)];
    const stronger = own[own.length - 1 - Math.floor(own.length / 5)];
    const isFit =
      shares[weaker].score >= LEAST && shares[stronger].score - shares[weaker].score >= APART;
    return isFit ? [{ family, weaker, stronger }] : [];
  });
}

export interface SeriesStudyDesign {
  /** Checkpoints, and items of each. */
  readonly checkpoints: number;
  readonly items: number;
  /** Lengths of separate tests to compare with, ascending; the first is `items`. */
  readonly lengths: readonly number[];
  readonly seed: string;
}

/** How well scores were estimated at one checkpoint. */
export interface SeriesStudyPoint {
  readonly error: number;
  readonly se: number;
  readonly held: boolean;
}

/** One simulated series; changes by checkpoint, from the second on. */
export interface SeriesStudyRow {
  readonly family: string;
  readonly course: Course;
  readonly at: number | null;
  readonly truth: readonly number[];
  readonly series: readonly SeriesStudyPoint[];
  /** With the corrected p of each change; true differences are those of `truth`. */
  readonly changes: readonly {
    readonly difference: number;
    readonly se: number;
    readonly p: number;
  }[];
  readonly alone: readonly SeriesStudyPoint[];
  readonly aloneChanges: SeriesStudyRow['changes'];
  /** The same test if all items of every checkpoint are the same. */
  readonly pairedChanges: SeriesStudyRow['changes'];
  /** Uncorrected p of a fall at each change: of the series, and if all items are the same. */
  readonly falls: readonly number[];
  readonly pairedFalls: readonly number[];
  readonly forecast: SeriesStudyPoint;
  /** Checkpoints with the mark drift, and those whose interval is not verified. */
  readonly broken: readonly number[];
  readonly unverified: readonly number[];
  /** Separate tests of other lengths, of every third checkpoint, where they were made. */
  readonly longer: Readonly<Record<number, readonly SeriesStudyPoint[]>>;
}

/** Series on one bank, with one family left out of everything that is learned. */
export class SeriesStudy {
  readonly #bank: RecordedBank;
  readonly #relatives: Relatives;
  readonly #design: SeriesStudyDesign;
  readonly #robust: RobustBank;
  readonly #weights: Float64Array;
  readonly #pair: readonly [Float32Array, Float32Array];

  /** @param widths a study of the same bank whose widths of intervals are taken; learned here by default, which takes long */
  constructor(
    bank: RecordedBank,
    relatives: Relatives,
    design: SeriesStudyDesign,
    widths: SeriesStudy | null = null,
  ) {
    const { examinees, items, scores } = bank.responses;
    const { of } = familiesOf(examinees, bank.families ?? null, 2);
    const seen = [...of.keys()].filter((i) => of[i] !== relatives.family);
    const part = { seen, bank: { flagged: null } };
    const request = robustRequest(bank, part, of, design.lengths, design.seed);
    this.#bank = bank;
    this.#relatives = relatives;
    this.#design = design;
    this.#robust =
      widths === null
        ? prepareRobust(request)
        : {
            ...widths.#robust,
            model: fitWhole(request),
            stratum: strataOf(request.responses, request.tag),
          };
    const row = (i: number) => scores.subarray(i * items.length, (i + 1) * items.length);
    this.#pair = [row(relatives.weaker), row(relatives.stronger)];
    const isKnown = items.map((_, j) => !Number.isNaN(this.#pair[0][j] + this.#pair[1][j]));
    const known = isKnown.filter(Boolean).length;
    this.#weights = Float64Array.from(isKnown, (is) => (is ? 1 / known : 0));
  }

  /**
   * The change of the last of some checkpoints, which has lost points; the others differ by chance only.
   * @param loss,churn of losePoints, from the answers of the stronger model
   * @returns the 90% interval of the change of the expected score, unit 1
   */
  lastChange(loss: number, churn: number, replication: number): { low: number; high: number } {
    const { checkpoints, items, lengths, seed } = this.#design;
    const [robust, weights] = [this.#robust, this.#weights];
    const stream = (...purpose: (string | number)[]) =>
      randomStream(seed, this.#bank.name, this.#relatives.family, 'loss', replication, ...purpose);
    const order = stratifiedOrder((j) => weights[j] > 0, robust.stratum, stream('order'));
    const design = { order, items, anchors: usualAnchors(items) };
    const answers: SeriesAnswers[number][] = [];
    for (let t = 0; t < checkpoints; t++) {
      const own = t === checkpoints - 1 ? loss : 0;
      const row = losePoints(this.#pair[1], own, churn, stream('answers', own, t));
      const earlier = answers.map(({ index }) => index);
      answers.push(answersTo(checkpointItems(design, earlier), Float64Array.from(row)));
    }
    const analysis = analyseSeries({ robust, lengths, weights }, answers);
    return analysis.checkpoints[checkpoints - 1].change!.expected;
  }

  /** @param withLonger whether separate tests of all lengths are made */
  run(course: Course, replication: number, withLonger: boolean): SeriesStudyRow {
    const { checkpoints, items, lengths, seed } = this.#design;
    const { family } = this.#relatives;
    const robust = this.#robust;
    const weights = this.#weights;
    const stream = (...purpose: (string | number)[]) =>
      randomStream(seed, this.#bank.name, family, course, replication, ...purpose);
    // One checkpoint more, for the forecast.
    const { rows, at } = simulateCheckpoints(...this.#pair, checkpoints + 1, course, stream('run'));
    const truth = rows.map((row) =>
      weights.reduce((sum, w, j) => (w > 0 ? sum + w * row[j] : sum), 0),
    );
    const order = stratifiedOrder((j) => weights[j] > 0, robust.stratum, stream('order'));
    const design = { order, items, anchors: usualAnchors(items) };
    const answers: SeriesAnswers[number][] = [];
    for (let t = 0; t < checkpoints; t++) {
      const earlier = answers.map(({ index }) => index);
      answers.push(answersTo(checkpointItems(design, earlier), rows[t]));
    }
    const { checkpoints: scored, forecast } = analyseSeries({ robust, lengths, weights }, answers);
    const alone = rows.slice(0, checkpoints).map((row, t) => {
      const own = withLonger && t % 3 === 1 ? lengths : lengths.slice(0, 1);
      const examinee = { scores: Float64Array.from(row), weights };
      return robustTest(robust, examinee, own, stream('alone', t)).map(({ score, se }, l) =>
        pointOf(score, truth[t], se, robust.factors[l].factor * se),
      );
    });
    const own = answerRows(answers, weights.length);
    const same = order.subarray(0, items);
    const paired = answerRows(
      answers.map((_, t) => answersTo(same, rows[t])),
      weights.length,
    );
    const next = forecast!;
    return {
      family,
      course,
      at,
      truth: truth.slice(0, checkpoints),
      series: scored.map(({ score, se, low, high }, t) => ({
        error: score - truth[t],
        se,
        held: low <= truth[t] && truth[t] <= high,
      })),
      changes: scored.slice(1).map(({ change }) => plain(change!)),
      alone: alone.map(([point]) => point),
      aloneChanges: separateChanges(
        alone.map(([{ error, se }], t) => ({ score: truth[t] + error, se })),
      ),
      pairedChanges: pairedChanges(paired, weights),
      falls: falls(own, weights),
      pairedFalls: falls(paired, weights),
      forecast: {
        error: next.score - truth[checkpoints],
        se: 0,
        held: next.low <= truth[checkpoints] && truth[checkpoints] <= next.high,
      },
      broken: scored.flatMap(({ broken }, t) => (broken === null ? [] : [t])),
      unverified: scored.flatMap(({ verified }, t) => (verified ? [] : [t])),
      longer: Object.fromEntries(
        lengths.map((length, l) => [
          length,
          alone.flatMap((points) => (points.length > 1 ? [points[l]] : [])),
        ]),
      ),
    };
  }
}

function pointOf(score: number, truth: number, se: number, half: number): SeriesStudyPoint {
  return { error: score - truth, se, held: Math.abs(score - truth) <= half };
}

function plain({ difference, se, p }: { difference: number; se: number; p: number }) {
  return { difference, se, p };
}

const neighbours = (length: number) =>
  Array.from({ length: length - 1 }, (_, earlier) => ({ later: earlier + 1, earlier }));

/** Changes between separate tests, whose errors have nothing to do with each other: two-sided p by Holm. */
function separateChanges(
  scores: readonly { readonly score: number; readonly se: number }[],
): SeriesStudyRow['changes'] {
  const changes = neighbours(scores.length).map(({ later, earlier }) => ({
    difference: scores[later].score - scores[earlier].score,
    se: Math.hypot(scores[later].se, scores[earlier].se),
  }));
  const ps = holm(
    Float64Array.from(changes, ({ difference, se }) => 2 * normalTail(Math.abs(difference) / se)),
  );
  return changes.map((change, k) => ({ ...change, p: ps[k] }));
}

/** Changes on items that all checkpoints answered. */
function pairedChanges(
  rows: readonly Float64Array[],
  weights: Float64Array,
): SeriesStudyRow['changes'] {
  const pairs = neighbours(rows.length);
  return pairedDifferences(rows, weights, pairs).map(({ shared, rise, fall }, k) => {
    const { later, earlier } = pairs[k];
    const differences = rows[later]
      .map((u, j) => u - rows[earlier][j])
      .filter((d) => !Number.isNaN(d));
    const difference = differences.reduce((sum, d) => sum + d, 0) / shared;
    const squares = differences.reduce((sum, d) => sum + d * d, 0) / shared;
    const se = Math.sqrt((squares - difference ** 2) / shared);
    return { difference, se, p: difference < 0 ? fall : rise };
  });
}

/** P of a fall at each change, as if it were the only one. */
function falls(rows: readonly Float64Array[], weights: Float64Array): number[] {
  return neighbours(rows.length).map((pair) => pairedDifferences(rows, weights, [pair])[0].fall);
}
