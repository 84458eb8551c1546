import { readAnswers } from './answer-reader.ts';
import { emptySlopes, itemSlopes } from './item-slopes.ts';
import { emptyScores, fillScores } from './score-tables.ts';
import type { Workspace } from './workspace.ts';

/**
 * The observed information of each item with all others held still: complete information minus Σ_i Var_i of its score,
 * the variance over examinee i's posterior. Coordinates log a, δ, logit c, logit d; the workspace must hold the
 * posteriors at the estimate and their counts.
 * @returns J × 16; the identity's row for a coordinate that is not estimated
 * @see Louis (1982), Journal of the Royal Statistical Society B 44, 226–233
 */
export function informationBlocks(workspace: Workspace): Float64Array {
  const { items: all, nodes: q, examinees } = workspace.size;
  const blocks = new Float64Array(16 * all);
  const slopes = emptySlopes();
  const scores = emptyScores(q);
  const answers = new Float64Array(examinees);
  for (let j = 0; j < all; j++) {
    itemSlopes(workspace, j, slopes);
    const block = blocks.subarray(16 * j, 16 * j + 16);
    block.set(slopes.observed);
    if (workspace.fixed[j] === 1) continue;
    fillScores(workspace, j, scores);
    readAnswers(workspace, j, answers);
    subtractVariances(workspace, answers, scores.right, scores.wrong, block);
  }
  return blocks;
}

const mean = new Float64Array(4);
const square = new Float64Array(16);

/** block −= Σ_i Var_i[u ∂log P + (1 − u) ∂log(1 − P)] over the examinees who answered. */
function subtractVariances(
  { size, posterior, windows, active }: Workspace,
  answers: Float64Array,
  right: Float64Array,
  wrong: Float64Array,
  block: Float64Array,
): void {
  const q = size.nodes;
  const score = new Float64Array(4);
  for (let i = 0; i < size.examinees; i++) {
    const u = answers[i];
    if (Number.isNaN(u)) continue;
    mean.fill(0);
    square.fill(0);
    for (let k = windows[2 * i]; k < windows[2 * i + 1]; k++) {
      const weight = posterior[i * q + k];
      if (weight === 0) continue;
      for (let x = 0; x < 4; x++) {
        if (active[x] === 0) continue;
        score[x] = u * right[x * q + k] + (1 - u) * wrong[x * q + k];
        mean[x] += weight * score[x];
        for (let y = 0; y <= x; y++) square[4 * x + y] += weight * score[x] * score[y];
      }
    }
    for (let x = 0; x < 4; x++)
      for (let y = 0; y <= x; y++) {
        const covariance = square[4 * x + y] - mean[x] * mean[y];
        block[4 * x + y] -= covariance;
        if (y < x) block[4 * y + x] -= covariance;
      }
  }
}
