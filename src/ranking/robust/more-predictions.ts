import type { AnsweredItems } from '../../cat/robust/examinee-posterior.ts';
import type { HypothesisAverage } from '../../cat/robust/hypothesis-average.ts';
import type {
  BankParts,
  PartPredictions,
  ScorePrediction,
} from '../../cat/robust/score-prediction.ts';

/** What else a robust test predicts than the recorded score; see predictParts. */
export interface MorePredictions {
  readonly expected: Pick<ScorePrediction, 'score' | 'se' | 'answers'>;
  readonly parts: Omit<PartPredictions, 'chance'>;
  readonly expectedParts: Omit<PartPredictions, 'chance'>;
  /** The same for each partition above. */
  readonly above: readonly Pick<MorePredictions, 'parts' | 'expectedParts'>[];
}

/** The score expected on items like these, and the scores of the parts of a bank, both ways. */
export function morePredictions(
  average: HypothesisAverage,
  weights: Float64Array,
  parts: BankParts & { readonly above: readonly BankParts[] },
): MorePredictions {
  const both = (of: BankParts) => ({
    parts: average.predictParts(weights, of),
    expectedParts: average.predictParts(weights, of, 'expected'),
  });
  return {
    expected: average.predictScore(weights, 'expected'),
    ...both(parts),
    above: parts.above.map(both),
  };
}

/** What answers fix of a score in [0, 1]: that of all items left wrong, and of all right. @param weights adding up to 1 */
export function possibleScores(
  { index, scores, count }: AnsweredItems,
  weights: Float64Array,
): { readonly least: number; readonly most: number } {
  let least = 0;
  let answered = 0;
  for (let t = 0; t < count; t++) {
    least += weights[index[t]] * scores[t];
    answered += weights[index[t]];
  }
  return { least, most: least + Math.max(0, 1 - answered) };
}
