import {
  type AnswerChance,
  type BankParts,
  type ScorePrediction,
  widenedVariance,
} from '../cat/robust/score-prediction.ts';
import { NORMAL_90 } from '../statistics/normal-points.ts';
import type { IntervalFactor } from './conformal.ts';
import { holds, scoreInterval } from './intervals.ts';
import { partsAbove, type TagParts } from './parts-above.ts';
import { type RecordedBank, scoreTag } from './recorded-bank.ts';
import type { RecordedExaminee } from './recorded-test.ts';
import type { MorePredictions } from './robust/more-predictions.ts';
import { partScores } from './robust/part-errors.ts';

/** A predicted score with its 90% interval, in percentage points. */
export interface ScoreWithInterval {
  readonly score: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The expected score on items like those of the bank. No expected score is ever recorded, so the width of its interval cannot
 * be learned directly. The part that it shares with the recorded score, the error of abilities and effects, is multiplied by
 * the factor learned on recorded scores; the chance in the given answers is added unchanged. `basis` says where the factor
 * comes from: `recorded errors` of enough held-out models, the `model` alone or nearly so, or a random `sample`, which needs
 * neither.
 */
export interface ExpectedScore extends ScoreWithInterval {
  readonly basis: 'recorded errors' | 'model' | 'sample';
}

/** The predicted recorded score on the items with one value of a tag, in percentage points. */
export interface TagScore extends ScoreWithInterval {
  /** The recorded score on these items. */
  readonly actual: number;
  /** Items asked that have this value. */
  readonly items: number;
  /** False if there are too few other models to check such intervals on. */
  readonly verified: boolean;
  readonly expected: ExpectedScore;
}

/** By tag, then by value; only values whose items the model has answered. */
export type TagScores = Readonly<Record<string, Readonly<Record<string, TagScore>>>>;

/** Predicted against recorded scores over models × values of a tag, if something was left to predict. */
export interface TagAgreement {
  readonly tag: string;
  /** Number of scores compared. */
  readonly scores: number;
  /** Mean absolute error in points; null if there are none. */
  readonly mae: number | null;
  /** Share of the 90% intervals that hold the recorded score; null if there are none. */
  readonly coverage90: number | null;
}

/**
 * The tag by which scores are reported, and the parts of the bank by its values; one part if the bank has no tags. `above`: the
 * parts by the levels of the taxonomy above that tag.
 */
export interface TaggedParts extends BankParts {
  readonly tag: string | null;
  readonly values: readonly string[];
  readonly above: readonly TagParts[];
}

/** The parts of a bank by the tag its score is made of, else by its first. */
export function taggedParts(bank: RecordedBank): TaggedParts {
  const name = scoreTag(bank);
  if (name === undefined)
    return {
      ...{ tag: null, values: [], above: [], count: 1 },
      of: new Uint8Array(bank.responses.items.length),
    };
  const { values, codes } = bank.tags[name];
  const above = partsAbove(bank, name);
  return { tag: name, values, above, count: values.length, of: codes };
}

/**
 * The further scores of a robust test, besides that on the whole bank, with intervals. Widths are learned for the whole bank and
 * for the values of the tag; a part by a level above lies between them, and the wider one is used.
 */
export function furtherScores(
  { expected, parts, expectedParts, above }: MorePredictions,
  { scores, weights }: RecordedExaminee,
  { tag, above: levelsAbove, ...own }: TaggedParts,
  factors: { readonly whole: IntervalFactor; readonly tag: IntervalFactor },
): { expected: ExpectedScore; tags: TagScores } {
  const whole = expectedScore(expected, factors.whole);
  if (tag === null) return { expected: whole, tags: {} };
  const wider = {
    factor: Math.max(factors.whole.factor, factors.tag.factor),
    verified: factors.whole.verified && factors.tag.verified,
  };
  const actualOf = (of: BankParts) => partScores(scores, weights, of);
  const levels = levelsAbove.map((level, l): [string, Readonly<Record<string, TagScore>>] => [
    level.tag,
    scoresByValue(level.values, above[l], actualOf(level), wider),
  ]);
  const values = scoresByValue(own.values, { parts, expectedParts }, actualOf(own), factors.tag);
  return { expected: whole, tags: Object.fromEntries([[tag, values], ...levels]) };
}

function scoresByValue(
  values: readonly string[],
  { parts, expectedParts }: Pick<MorePredictions, 'parts' | 'expectedParts'>,
  actual: Float64Array,
  factor: IntervalFactor,
): Readonly<Record<string, TagScore>> {
  const ofTag = values.flatMap((value, v): [string, TagScore][] => {
    if (!(parts.share[v] > 0)) return [];
    const [score, se, least, most] = [parts.score[v], parts.se[v], parts.least[v], parts.most[v]];
    const { low, high, verified } = scoreInterval({ score, se, least, most }, factor);
    const known = { actual: 100 * actual[v], items: parts.asked[v], verified };
    const expected = {
      score: expectedParts.score[v],
      se: expectedParts.se[v],
      answers: expectedParts.answers[v],
    };
    const range = { score: 100 * score, low: 100 * low, high: 100 * high };
    return [[value, { ...range, ...known, expected: expectedScore(expected, factor) }]];
  });
  return Object.fromEntries(ofTag);
}

/** An expected score with its 90% interval. @param factor of intervals of the recorded score, in standard errors */
export function expectedScore(
  prediction: Pick<ScorePrediction, 'score' | 'se'> & {
    readonly answers: Omit<AnswerChance, 'atEnd'>;
  },
  factor: IntervalFactor,
): ExpectedScore {
  const { score } = prediction;
  const se = Math.sqrt(widenedVariance(prediction, factor.factor / NORMAL_90));
  const normal = { ...factor, factor: NORMAL_90 };
  const { low, high } = scoreInterval({ score, se, least: 0, most: 1 }, normal);
  return {
    score: 100 * score,
    low: 100 * low,
    high: 100 * high,
    basis: factor.verified ? 'recorded errors' : 'model',
  };
}

/** How tag scores agree with the recorded ones; null without any tag. */
export function tagAgreement(
  tag: string | null,
  models: readonly { readonly tags: TagScores }[],
): TagAgreement | null {
  if (tag === null) return null;
  const open = models.flatMap(({ tags }) =>
    Object.values(Object.hasOwn(tags, tag) ? tags[tag] : {}).filter(({ low, high }) => low < high),
  );
  const count = open.length;
  const share = (sum: number) => (count === 0 ? null : sum / count);
  return {
    tag,
    scores: count,
    mae: share(open.reduce((sum, { score, actual }) => sum + Math.abs(score - actual), 0)),
    coverage90: share(open.filter((own) => holds(own, own.actual)).length),
  };
}
