import type { CategoryMatrix } from '../../src/irt/polytomous/category-matrix.ts';
import { blankItems, type MixedItems } from '../../src/irt/polytomous/mixed-items.ts';
import { UNIT_SD } from '../fit/marginal/priors/prior-unit.ts';
import {
  type AbilityNodes,
  type AnswerRows,
  answerRows,
  type ExamineeSums,
  expectedAnswers,
  tabulateItem,
} from './e-step.ts';
import { expectedSlope, type ItemSpace, type ItemTask, openItemSpace } from './m-step.ts';
import { ITEM_MODELS, type PolytomousModel } from './models/models.ts';
import { addPrior, type PolytomousPriors } from './priors.ts';

/** What is maximised. */
export interface Objective {
  readonly matrix: CategoryMatrix;
  readonly models: readonly PolytomousModel[];
  /** By item. */
  readonly priors: readonly PolytomousPriors[];
  /** True: lognormal priors of slopes are those of a × a unit that is estimated (see fit/marginal/priors/prior-unit.ts). */
  readonly hasFreeUnit: boolean;
  /** Answers that every item has beside the recorded ones: this many, spread evenly over its categories and as abilities are. */
  readonly pseudoAnswers: number;
  readonly grid: AbilityNodes;
}

/**
 * The marginal log-posterior of the items' coordinates on one grid of abilities, with its arrays. The coordinates of item j are those from
 * `starts[j]` to `starts[j + 1]`.
 */
export class MarginalObjective {
  readonly of: Objective;
  readonly items: MixedItems;
  readonly starts: Int32Array;
  readonly answers: AnswerRows;
  /** log P, and the expected number of answers, by item and category (a row) and node. */
  readonly table: Float64Array;
  readonly expected: Float64Array;
  readonly space: ItemSpace;
  logLikelihood = Number.NaN;
  /** Of the priors of slopes, at the last point whose log-posterior or gradient was asked for; null if it is not estimated. */
  unit: number | null = null;
  /** The priors of a in units of ability. */
  #priors: readonly PolytomousPriors[];

  constructor(of: Objective) {
    const { models, matrix, grid } = of;
    this.of = of;
    this.#priors = of.priors;
    this.items = blankItems(models, matrix.categories);
    this.starts = new Int32Array(models.length + 1);
    let largest = 0;
    models.forEach((model, j) => {
      const size = ITEM_MODELS[model].size(matrix.categories[j]);
      largest = Math.max(largest, size);
      this.starts[j + 1] = this.starts[j] + size;
    });
    this.answers = answerRows(matrix, this.items);
    const entries = this.items.scores.length * grid.nodes.length;
    this.table = new Float64Array(entries);
    this.expected = new Float64Array(entries);
    this.space = openItemSpace(this.items.mostCategories, largest);
  }

  task(j: number): ItemTask {
    const { models, grid } = this.of;
    return {
      model: ITEM_MODELS[models[j]],
      priors: this.#priors[j],
      items: this.items,
      j,
      nodes: grid.nodes,
      expected: this.expected,
    };
  }

  own(x: Float64Array, j: number): Float64Array {
    return x.subarray(this.starts[j], this.starts[j + 1]);
  }

  /** Tabulates the curves of item `j` at its coordinates. */
  place(x: Float64Array, j: number): void {
    const { model } = this.task(j);
    const { items, space, table, of } = this;
    model.pack(this.own(x, j), items.categories[j], items.values, items.first[j]);
    tabulateItem(items, j, of.grid.nodes, space.curves, table);
  }

  /** The E-step for curves that are placed. @returns the log-likelihood of all answers, with the imagined ones */
  expect(sums?: ExamineeSums): number {
    const { answers, table, expected, of } = this;
    this.logLikelihood = expectedAnswers(answers, table, of.grid, expected, sums);
    return this.logLikelihood + this.#addPseudoAnswers();
  }

  /** The log-posterior at x, with the E-step that belongs to it. */
  evaluate(x: Float64Array, sums?: ExamineeSums): number {
    for (let j = 0; j < this.items.count; j++) this.place(x, j);
    let value = this.expect(sums) + this.#putUnit(x);
    for (let j = 0; j < this.items.count; j++) value += this.#logPrior(x, j);
    return value;
  }

  /** Writes the gradient of the log-posterior at x into `out`, after the E-step there (Fisher's identity). */
  gradient(x: Float64Array, out: Float64Array): void {
    this.#putUnit(x);
    for (let j = 0; j < this.items.count; j++) {
      expectedSlope(this.task(j), this.own(x, j), this.space);
      const size = this.starts[j + 1] - this.starts[j];
      for (let m = 0; m < size; m++) out[this.starts[j] + m] = this.space.gradient[m];
    }
  }

  /** Sets the unit in which the priors fit the slopes of x best. @returns the term to add to their log-density to get that of a × unit */
  #putUnit(x: Float64Array): number {
    const { priors, hasFreeUnit } = this.of;
    if (!hasFreeUnit) return 0;
    let pull = 0;
    let weight = 1 / UNIT_SD ** 2;
    let slopes = 0;
    priors.forEach(({ slope }, j) => {
      if (slope.family !== 'lognormal') return;
      const variance = slope.sd ** 2;
      pull += (slope.mean - variance - Math.log(x[this.starts[j]])) / variance;
      weight += 1 / variance;
      slopes++;
    });
    const log = pull / weight;
    this.unit = Math.exp(log);
    this.#priors = priors.map((own) => {
      const { slope } = own;
      return slope.family === 'lognormal'
        ? { ...own, slope: { ...slope, mean: slope.mean - log } }
        : own;
    });
    return -slopes * log - 0.5 * (log / UNIT_SD) ** 2;
  }

  #logPrior(x: Float64Array, j: number): number {
    const { gradient, information } = this.space;
    const { model, priors, items } = this.task(j);
    return addPrior(model, priors, this.own(x, j), items.categories[j], gradient, information);
  }

  #addPseudoAnswers(): number {
    const { pseudoAnswers, grid } = this.of;
    if (pseudoAnswers === 0) return 0;
    const { items, table, expected } = this;
    const width = grid.nodes.length;
    let value = 0;
    for (let q = 0; q < width; q++) {
      const weight = pseudoAnswers * Math.exp(grid.logWeights[q]);
      for (let j = 0; j < items.count; j++) {
        const share = weight / items.categories[j];
        for (let row = items.scoresFrom[j]; row < items.scoresFrom[j + 1]; row++) {
          expected[row * width + q] += share;
          value += share * table[row * width + q];
        }
      }
    }
    return value;
  }
}
