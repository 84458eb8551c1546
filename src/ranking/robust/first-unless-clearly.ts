import { mean } from '../../statistics/mean.ts';
import { meanWithError } from '../../statistics/mean-with-error.ts';
import { EXACT } from './part-errors.ts';

/**
 * The position of the first choice, or of the one that errs least where it errs less than the first by the share
 * `clearly` and by the standard error of the difference. Errors are those of each examinee, relative to the mean error of
 * the first choice at each length, over all lengths: what is only lucky at one of them averages out.
 */
export function firstUnlessClearly(
  choices: readonly { readonly errors: readonly Float64Array[] }[],
  clearly: number,
): number {
  const [first] = choices;
  const means = first.errors.map((errors) => Math.max(mean(errors), EXACT));
  let best = 0;
  let least = 0;
  choices.forEach(({ errors }, k) => {
    const less = first.errors[0].map((_, i) =>
      mean(errors.map((own, l) => (own[i] - first.errors[l][i]) / means[l])),
    );
    const { mean: difference, se } = meanWithError(less);
    if (difference < Math.min(least, -clearly, -(se ?? 0))) {
      best = k;
      least = difference;
    }
  });
  return best;
}
