import { randomStream, shuffle } from '../../../src/random.ts';
import { fitRidge, type Ridge } from '../ridge.ts';
import { shareRight } from '../share-right.ts';
import { type Fold, fromScore, oncePerFold, type Strategy } from '../strategy-test.ts';

/**
 * Random items, the same for all examinees of a fold (an examinee without an answer to one gets the next), and a ridge
 * regression of the calibration's full scores on their answers to these items. The standard error is the leave-one-out
 * residual's.
 *
 * @see Maia Polo et al. (2024), tinyBenchmarks, arXiv 2402.14992; Kipnis et al. (2024), metabench, arXiv 2407.12844
 */
export const regression: Strategy = (test) => {
  const { examinee, lengths } = test;
  const { order, ridgeOf } = regressionsOf(test);
  const answered = order.filter((j) => !Number.isNaN(examinee.scores[j]));
  return lengths.map((length) => {
    const items = answered.subarray(0, length);
    const ridge = ridgeOf(items);
    const score = ridge.predict(Float64Array.from(items, (j) => examinee.scores[j]));
    return fromScore(examinee, items, { score, se: ridge.residualSd });
  });
};

const regressionsOf = oncePerFold((fold) => {
  const count = fold.bank.responses.items.length;
  const order = shuffle(
    Int32Array.from({ length: count }, (_, j) => j),
    randomStream(fold.foldPath.join('/'), 'regression'),
  );
  const right = shareRight(fold.known.examinees, count);
  const made = new Map<string, Ridge>();
  return {
    order,
    ridgeOf(items: Int32Array): Ridge {
      const key = items.join();
      const ridge = made.get(key) ?? regress(fold, items, right);
      made.set(key, ridge);
      return ridge;
    },
  };
});

/** Missing answers of the calibration's examinees are replaced by the item's mean. */
function regress({ known }: Fold, items: Int32Array, right: Float64Array): Ridge {
  const x = new Float64Array(known.examinees.length * items.length);
  known.examinees.forEach(({ scores }, i) => {
    items.forEach((j, k) => {
      x[i * items.length + k] = Number.isNaN(scores[j]) ? right[j] : scores[j];
    });
  });
  return fitRidge(x, known.scores);
}
