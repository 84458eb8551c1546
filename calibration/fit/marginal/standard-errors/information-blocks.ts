import { readAnswers } from '../engine/answer-reader.ts';
import type { Workspace } from '../engine/workspace.ts';
import { emptySlopes, itemSlopes } from '../m-step/item-slopes.ts';
import { narrowWindows } from './narrow-windows.ts';
import { emptyScores, fillScores } from './score-tables.ts';

/**
 * The observed information of each item with all others fixed: complete information minus Σ_i Var_i of its score, the variance
 * over examinee i's posterior. Coordinates log a, δ, logit c, logit d; the workspace must hold the posteriors at the estimate
 * and their counts.
 * @returns J × 16; the identity's row for a coordinate that is not estimated
 * @see Louis (1982), Journal of the Royal Statistical Society B 44, 226–233
 */
export function informationBlocks(workspace: Workspace): Float64Array {
  const { items: all, nodes: q, examinees } = workspace.size;
  const blocks = new Float64Array(16 * all);
  const windows = narrowWindows(workspace);
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
    subtractVariances(workspace, windows, answers, scores.right, scores.wrong, block);
  }
  return blocks;
}

const mean = new Float64Array(4);
const square = new Float64Array(16);

/** block −= Σ_i Var_i[u ∂log P + (1 − u) ∂log(1 − P)] over the examinees who answered. */
function subtractVariances(
  { size, posterior, active }: Workspace,
  windows: Int32Array,
  answers: Float64Array,
  right: Float64Array,
  wrong: Float64Array,
  block: Float64Array,
): void {
  const q = size.nodes;
  const hasC = active[2] === 1;
  const hasD = active[3] === 1;
  // Slope in log a, δ, logit c and logit d of a fractional score, mixed again for each.
  const mixed = new Float64Array(4 * q);
  for (let i = 0; i < size.examinees; i++) {
    const u = answers[i];
    if (Number.isNaN(u)) continue;
    let scores = u === 1 ? right : wrong;
    const from = windows[2 * i];
    const to = windows[2 * i + 1];
    if (u !== 0 && u !== 1) {
      scores = mixed;
      for (let x = 0; x < 4; x++)
        for (let k = x * q + from; k < x * q + to; k++)
          mixed[k] = u * right[k] + (1 - u) * wrong[k];
    }
    let [mA, mD, mC, mU] = [0, 0, 0, 0];
    let [aa, ad, dd, ac, dc, cc] = [0, 0, 0, 0, 0, 0];
    let [au, du, cu, uu] = [0, 0, 0, 0];
    for (let k = from; k < to; k++) {
      const weight = posterior[i * q + k];
      const sA = scores[k];
      const sD = scores[q + k];
      const wA = weight * sA;
      const wD = weight * sD;
      mA += wA;
      mD += wD;
      aa += wA * sA;
      ad += wA * sD;
      dd += wD * sD;
      if (!hasC && !hasD) continue;
      const sC = scores[2 * q + k];
      const wC = weight * sC;
      mC += wC;
      ac += wC * sA;
      dc += wC * sD;
      cc += wC * sC;
      if (!hasD) continue;
      const sU = scores[3 * q + k];
      const wU = weight * sU;
      mU += wU;
      au += wU * sA;
      du += wU * sD;
      cu += wU * sC;
      uu += wU * sU;
    }
    mean[0] = mA;
    mean[1] = mD;
    mean[2] = mC;
    mean[3] = mU;
    square[0] = aa;
    square[4] = ad;
    square[5] = dd;
    square[8] = ac;
    square[9] = dc;
    square[10] = cc;
    square[12] = au;
    square[13] = du;
    square[14] = cu;
    square[15] = uu;
    for (let x = 0; x < 4; x++)
      for (let y = 0; y <= x; y++) {
        const covariance = square[4 * x + y] - mean[x] * mean[y];
        block[4 * x + y] -= covariance;
        if (y < x) block[4 * y + x] -= covariance;
      }
  }
}
