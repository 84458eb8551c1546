import type { FacetRatings } from 'thetarank';

/**
 * Severities by joint maximum likelihood of right and wrong scores, as programs for many-facet models compute them: the quality of each answer is a parameter. Answers with the best or
 * the worst score from all raters say nothing and are left out. Newton's steps in turn.
 */
export function jointSeverities({ answers, raters, scores, counts }: FacetRatings): number[] {
  const [sums, sizes] = [new Float64Array(counts.answers), new Float64Array(counts.answers)];
  scores.forEach((score, k) => {
    sums[answers[k]] += score;
    sizes[answers[k]]++;
  });
  const used = Int32Array.from(scores, (_, k) => k).filter(
    (k) => sums[answers[k]] > 0 && sums[answers[k]] < sizes[answers[k]],
  );
  const theta = new Float64Array(counts.answers);
  const severity = new Float64Array(counts.raters);
  for (let round = 0; round < 500; round++) {
    let most = 0;
    for (const isRater of [false, true]) {
      const [values, of] = isRater ? [severity, raters] : [theta, answers];
      const [slopes, information] = [
        new Float64Array(values.length),
        new Float64Array(values.length),
      ];
      for (const k of used) {
        const p = 1 / (1 + Math.exp(severity[raters[k]] - theta[answers[k]]));
        slopes[of[k]] += (isRater ? -1 : 1) * (scores[k] - p);
        information[of[k]] += p * (1 - p);
      }
      values.forEach((_, i) => {
        if (information[i] === 0) return;
        const step = Math.max(-1, Math.min(1, slopes[i] / information[i]));
        values[i] += step;
        most = Math.max(most, Math.abs(step));
      });
      if (isRater) {
        const centre = severity.reduce((sum, x) => sum + x, 0) / severity.length;
        severity.forEach((x, r) => {
          severity[r] = x - centre;
        });
      }
    }
    if (most < 1e-6) break;
  }
  return [...severity];
}
