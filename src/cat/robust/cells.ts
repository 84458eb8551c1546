import type { ExamineePosterior } from './examinee-posterior.ts';
import type { ScoreModel } from './score-model.ts';

/** Cells of items that are in the same groups: an examinee's effects on them are the same. */
export interface Cells {
  readonly count: number;
  /** J: the cell of each item, from 0. */
  readonly of: Int32Array;
  /** Count × number of groupings: the coordinates of a cell's effects. */
  readonly effects: Int32Array;
}

const known = new WeakMap<ScoreModel, Cells>();

/** The cells of a model, made once for each. */
export function cellsOf({ model, firsts }: ExamineePosterior): Cells {
  const found = known.get(model) ?? makeCells(model, firsts);
  known.set(model, found);
  return found;
}

function makeCells({ items, groupings }: ScoreModel, firsts: readonly number[]): Cells {
  const of = new Int32Array(items);
  let count = 1;
  // Each grouping divides the cells of those before it.
  for (const { count: groups, of: own } of groupings) {
    const places = new Int32Array(count * groups).fill(-1);
    count = 0;
    for (let j = 0; j < items; j++) {
      const at = groups * of[j] + own[j];
      if (places[at] < 0) places[at] = count++;
      of[j] = places[at];
    }
  }
  const effects = new Int32Array(count * groupings.length);
  of.forEach((cell, j) => {
    groupings.forEach((grouping, g) => {
      effects[groupings.length * cell + g] = firsts[g] + grouping.of[j];
    });
  });
  return { count, of, effects };
}
