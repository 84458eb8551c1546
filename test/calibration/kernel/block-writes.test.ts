import { describe, expect, test } from 'vitest';
import { likelihoodBlock } from '../../../calibration/fit/marginal/e-step/likelihood-block.ts';
import { PLAIN_PRODUCTS } from '../../../calibration/fit/marginal/engine/products.ts';
import type { Workspace } from '../../../calibration/fit/marginal/engine/workspace.ts';
import { fitMarginal } from '../../../calibration/fit/marginal/fit-marginal.ts';
import { maximiseBlock } from '../../../calibration/fit/marginal/m-step/maximise-block.ts';
import { optionsOf } from '../fit/marginal/golden.ts';
import { simulate } from '../simulated.ts';

/** Blocks run at once on several threads: what one writes, no other may read or write. */
const HALVES = { likelihood: likelihoodBlock, maximise: maximiseBlock };
const ARRAYS = ['table', 'wrong', 'parts', 'to', 'variances', 'covariances', 'slopes'] as const;

describe.each([0, 0.1])('with a share of %d missing', (missing) => {
  const { matrix } = simulate('block writes', 61, 37, { missing });
  const { workspace } = fitMarginal(matrix, { ...optionsOf('3PL', 'full'), maxIterations: 2 });

  test.each(Object.entries(HALVES))('%s: no place is written by two blocks', (_, run) => {
    const writers = new Map<string, number>();
    const shared: string[] = [];
    for (let block = 0; block < workspace.size.blocks; block++) {
      const watched: Record<string, unknown> = { ...workspace };
      for (const name of ARRAYS)
        watched[name] = watch(workspace[name], 0, (at) => {
          const place = `${name} ${at}`;
          const other = writers.get(place);
          if (other !== undefined && other !== block) shared.push(place);
          writers.set(place, block);
        });
      run(watched as unknown as Workspace, block, PLAIN_PRODUCTS);
    }
    expect(writers.size).toBeGreaterThan(0);
    expect(shared).toEqual([]);
  });
});

/** The array, with every place that is written told. */
function watch(values: Float64Array, offset: number, wrote: (at: number) => void): Float64Array {
  return new Proxy(values, {
    get(array, key) {
      if (key === 'subarray')
        return (from = 0, to = array.length) =>
          watch(array.subarray(from, to), offset + from, wrote);
      if (key === 'fill')
        return (value: number, from = 0, to = array.length) => {
          for (let at = from; at < to; at++) wrote(offset + at);
          return array.fill(value, from, to);
        };
      const own = Reflect.get(array, key, array);
      return typeof own === 'function' ? own.bind(array) : own;
    },
    set(array, key, value) {
      wrote(offset + Number(key));
      array[Number(key)] = value;
      return true;
    },
  });
}
