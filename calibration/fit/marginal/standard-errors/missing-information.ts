import { readAnswers } from '../engine/answer-reader.ts';
import type { Workspace } from '../engine/workspace.ts';
import { narrowWindows } from './narrow-windows.ts';
import { emptyScores, fillScores } from './score-tables.ts';

/** A change of all coordinates together: 4J of the items, as in the workspace, then mean and log sd of each group. */
export type Direction = Float64Array;

/**
 * The information lost to unknown abilities along given directions: M d, M = Σ_i Cov_i(s, s) over examinee i's posterior, s the
 * scores of all coordinates. Exact, in two passes over the answers.
 * @param of group of each examinee
 * @param tables 2G × Q: ∂ log weight of each node in the groups' coordinates
 */
export function missingAlong(
  workspace: Workspace,
  of: Int32Array,
  tables: Float64Array,
  directions: readonly Direction[],
): Direction[] {
  const { size, posterior, active, fixed } = workspace;
  const { items: all, nodes: q, examinees: n } = size;
  const count = directions.length;
  const windows = narrowWindows(workspace);
  const scores = emptyScores(q);
  const answers = new Float64Array(n);
  const right = new Float64Array(count * q);
  const wrong = new Float64Array(count * q);
  // Along each direction the score of each examinee at each node; then its deviation times the posterior.
  const moved = directions.map(() => new Float64Array(n * q));
  for (let j = 0; j < all; j++) {
    if (fixed[j] === 1) continue;
    fillScores(workspace, j, scores);
    right.fill(0);
    wrong.fill(0);
    directions.forEach((direction, d) => {
      for (let x = 0; x < 4; x++) {
        const part = direction[x * all + j];
        if (part === 0) continue;
        for (let k = 0; k < q; k++) {
          right[d * q + k] += part * scores.right[x * q + k];
          wrong[d * q + k] += part * scores.wrong[x * q + k];
        }
      }
    });
    readAnswers(workspace, j, answers);
    for (let d = 0; d < count; d++) {
      const into = moved[d];
      for (let i = 0; i < n; i++) {
        const u = answers[i];
        const to = windows[2 * i + 1];
        if (u === 1) for (let k = windows[2 * i]; k < to; k++) into[i * q + k] += right[d * q + k];
        else if (u === 0)
          for (let k = windows[2 * i]; k < to; k++) into[i * q + k] += wrong[d * q + k];
        else if (u > 0)
          for (let k = windows[2 * i]; k < to; k++)
            into[i * q + k] += u * right[d * q + k] + (1 - u) * wrong[d * q + k];
      }
    }
  }
  const results = directions.map(({ length }) => new Float64Array(length));
  for (let d = 0; d < count; d++) {
    const into = moved[d];
    for (let i = 0; i < n; i++) {
      const from = windows[2 * i];
      const to = windows[2 * i + 1];
      let mean = 0;
      for (let k = from; k < to; k++) {
        for (let x = 2 * of[i]; x < 2 * of[i] + 2; x++)
          into[i * q + k] += directions[d][4 * all + x] * tables[x * q + k];
        mean += posterior[i * q + k] * into[i * q + k];
      }
      for (let k = from; k < to; k++) {
        into[i * q + k] = posterior[i * q + k] * (into[i * q + k] - mean);
        for (let x = 2 * of[i]; x < 2 * of[i] + 2; x++)
          results[d][4 * all + x] += into[i * q + k] * tables[x * q + k];
      }
    }
  }
  for (let j = 0; j < all; j++) {
    if (fixed[j] === 1) continue;
    right.fill(0);
    wrong.fill(0);
    readAnswers(workspace, j, answers);
    for (let d = 0; d < count; d++) {
      const from = moved[d];
      for (let i = 0; i < n; i++) {
        const u = answers[i];
        const to = windows[2 * i + 1];
        if (u === 1) for (let k = windows[2 * i]; k < to; k++) right[d * q + k] += from[i * q + k];
        else if (u === 0)
          for (let k = windows[2 * i]; k < to; k++) wrong[d * q + k] += from[i * q + k];
        else if (u > 0)
          for (let k = windows[2 * i]; k < to; k++) {
            right[d * q + k] += u * from[i * q + k];
            wrong[d * q + k] += (1 - u) * from[i * q + k];
          }
      }
    }
    fillScores(workspace, j, scores);
    for (let d = 0; d < count; d++)
      for (let x = 0; x < 4; x++) {
        if (active[x] === 0) continue;
        let sum = 0;
        for (let k = 0; k < q; k++)
          sum +=
            right[d * q + k] * scores.right[x * q + k] + wrong[d * q + k] * scores.wrong[x * q + k];
        results[d][x * all + j] = sum;
      }
  }
  return results;
}
