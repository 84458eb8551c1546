import type { PredictedScore } from '../../src/irt/predicted-score.ts';
import { randomStream, shuffle } from '../../src/random.ts';
import { fixedTest, type RecordedExaminee } from '../../src/ranking/recorded-test.ts';
import { mean } from '../../src/statistics/mean.ts';
import { calibrateSplit } from './calibrate-split.ts';
import type { Fold } from './strategy-test.ts';

/**
 * The weight λ = b² / (v + b²) of a mean of answers, unbiased with variance v, against a prediction with bias b and (next to
 * it) no variance: the λ of least mean squared error. 0 if the prediction has no bias, 1 if the mean has no variance; ½ if
 * neither has.
 *
 * @see Maia Polo et al. (2024), tinyBenchmarks, arXiv 2402.14992, whose v is σ²/n
 */
export function meanWeight(variance: number, bias: number): number {
  const total = variance + bias * bias;
  return total > 0 ? (bias * bias) / total : 0.5;
}

/**
 * λ · mean + (1 − λ) · prediction, with the standard error of two estimates from the same answers, whose errors may be fully
 * correlated: λ √v + (1 − λ) √(SE² + b²).
 */
export function gpIrt(
  mean: number,
  variance: number,
  prediction: PredictedScore,
  bias: number,
): { score: number; se: number } {
  const weight = meanWeight(variance, bias);
  return {
    score: weight * mean + (1 - weight) * prediction.score,
    se: weight * Math.sqrt(variance) + (1 - weight) * Math.hypot(prediction.se, bias),
  };
}

/** With fewer models than this in a calibration, none of them is set aside. */
const LEAST_TO_SET_ASIDE = 5;

/**
 * The bias of the prediction by IRT, from the examinees of the calibration alone: every fifth of them (drawn) is set
 * aside, the items are calibrated on the others, the ability comes from every other answer, and the prediction is
 * compared with the remaining half. The mean absolute error: with half a bank of answers, nearly all of it is misfit.
 *
 * @see Maia Polo et al. (2024), tinyBenchmarks, arXiv 2402.14992, appendix on λ
 */
export function irtBias({ bank, part, known, foldPath }: Fold): number {
  const drawn = shuffle(
    known.examinees.map((_, k) => k),
    randomStream(foldPath.join('/'), 'bias'),
  );
  const aside = drawn.slice(0, Math.floor(drawn.length / LEAST_TO_SET_ASIDE));
  if (aside.length === 0) return meanError(part.bank, known.examinees);
  const rows = (list: readonly number[]) => list.map((k) => part.seen[k]).sort((x, y) => x - y);
  const inner = calibrateSplit(bank, {
    seen: rows(drawn.slice(aside.length)),
    unseen: rows(aside),
  });
  return meanError(
    inner.bank,
    aside.map((k) => known.examinees[k]),
  );
}

function meanError(bank: Fold['part']['bank'], examinees: readonly RecordedExaminee[]): number {
  const errors = examinees.map((examinee) => halfError(bank, examinee));
  return mean(errors);
}

/** |predicted − actual| score on every second of the answered items, from the answers to the others. */
export function halfError(bank: Fold['part']['bank'], examinee: RecordedExaminee): number {
  const { scores, weights } = examinee;
  const answered = Array.from(scores.keys()).filter((j) => !Number.isNaN(scores[j]));
  const asked = answered.filter((_, k) => k % 2 === 0);
  const others = answered.filter((_, k) => k % 2 === 1);
  const [{ score, least }] = fixedTest(bank, examinee, asked, [asked.length]);
  const actual = others.reduce((sum, j) => sum + weights[j] * scores[j], 0);
  const weight = others.reduce((sum, j) => sum + weights[j], 0);
  return weight > 0 ? Math.abs(score - least - actual) / weight : 0;
}
