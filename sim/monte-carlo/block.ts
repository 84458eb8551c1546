import { information } from '../../src/irt/information.ts';
import { predictedScore } from '../../src/irt/predicted-score.ts';
import { examineeCount, trueAbility } from './abilities.ts';
import { abilityBins, type Bins } from './bins.ts';
import { CellSums } from './cell-sums.ts';
import type { Design } from './design.ts';
import {
  bankSize,
  isBankDrawn,
  prepareReplication,
  type Replication,
  type Study,
  type World,
} from './replication.ts';
import type { SessionKernel } from './session-kernel.ts';
import type { Tally } from './tally.ts';
import { drawAnswers } from './true-model.ts';

/** Blocks of a study: each is one group of examinees of one replication, with their tests in all cells. */
export function blockCount(design: Design): number {
  return design.replications * groupCount(design);
}

/** Groups of a replication. */
export function groupCount(design: Design): number {
  return Math.ceil(examineeCount(design) / design.group);
}

/**
 * A simulator of blocks, which keeps what the blocks of a replication share. A block depends on the study and its number alone:
 * neither on who simulates it, nor on what was simulated before.
 *
 * @returns for the number of a block, from 0, one tally a cell
 */
export function blockSimulator(study: Study): (block: number) => Tally[] {
  const { design } = study;
  const bins = abilityBins(design);
  const groups = groupCount(design);
  const all = examineeCount(design);
  const items = bankSize(study);
  const longest = design.cells.reduce((most, { length }) => Math.max(most, length), 0);
  let replication: Replication | null = null;
  return (block) => {
    const number = 1 + Math.floor(block / groups);
    const isSame = replication !== null && (!isBankDrawn(study) || replication.number === number);
    if (!isSame) replication = prepareReplication(study, number);
    const first = (block % groups) * design.group;
    const size = Math.min(design.group, all - first);
    return simulate(replication!, design, number, items, first, size, longest, bins);
  };
}

function simulate(
  { worlds }: Replication,
  design: Design,
  number: number,
  items: number,
  first: number,
  size: number,
  longest: number,
  bins: Bins,
): Tally[] {
  const truth = new Float64Array(size);
  const answers = new Uint8Array(items);
  const best = new Float64Array(Math.min(longest, items) + 1);
  const weights = new Float64Array(items).fill(1 / items);
  const sums = design.cells.map(() => new CellSums(items, bins, size));
  for (let k = 0; k < size; k++) {
    const examinee = first + k;
    const ability = trueAbility(design, number, examinee);
    truth[k] = ability;
    worlds.forEach((world, w) => {
      drawAnswers(world.model, ability, answers, design.seed, number, examinee);
      // Truths that leave the parameters as they are have the same best tests.
      if (w === 0 || world.trueIndex !== worlds[w - 1].trueIndex)
        bestInformation(world, ability, best);
      const score = answers.reduce((sum, u) => sum + u, 0) / items;
      for (const { cell, kernel } of world.tests) {
        kernel.run(`${design.seed}/${number}/${examinee}`, answers);
        const { ability: estimate, se, atBound } = kernel.estimate;
        const predicted = predictedScore(kernel.answers, kernel.estimate, weights).score;
        const possible = best[kernel.length];
        // Where no item tells anything, no test could do better.
        const ratio = possible > 0 ? informationAt(ability, kernel, world) / possible : 1;
        sums[cell].add(k, kernel, ability, estimate, se, atBound, ratio, predicted - score);
      }
    });
  }
  return sums.map((one) => one.tally(truth));
}

/** Writes into `best` the greatest information that k items can have at an ability, at k. */
function bestInformation({ trueIndex, model }: World, ability: number, best: Float64Array): void {
  const { a, b, c, d } = model.items;
  const order = new Int32Array(best.length - 1);
  trueIndex.find(ability, () => true, order);
  best[0] = 0;
  for (let k = 0; k < order.length; k++) {
    const j = order[k];
    best[k + 1] = best[k] + information(ability, a[j], b[j], c[j], d[j]);
  }
}

/** The information of a test about an ability, by the true parameters. */
function informationAt(
  ability: number,
  { index, length }: SessionKernel,
  { model }: World,
): number {
  const { a, b, c, d } = model.items;
  let sum = 0;
  for (let k = 0; k < length; k++) {
    const j = index[k];
    sum += information(ability, a[j], b[j], c[j], d[j]);
  }
  return sum;
}
