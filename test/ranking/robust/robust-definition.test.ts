import { expect, test } from 'vitest';
import { pickExaminees } from '../../../src/irt/responses.ts';
import { randomStream } from '../../../src/random.ts';
import { conformalFactor } from '../../../src/ranking/conformal.ts';
import { dimensionsFor, randomShareFor } from '../../../src/ranking/robust/choices.ts';
import { fitScoreModel } from '../../../src/ranking/robust/fit-score-model.ts';
import { strataOf } from '../../../src/ranking/robust/item-groups.ts';
import { prepareRobust } from '../../../src/ranking/robust/prepare-robust.ts';
import { robustTest } from '../../../src/ranking/robust/robust-test.ts';
import { dealFolds } from '../../../src/statistics/deal-folds.ts';
import { fixtureBank } from '../../fixtures/bank/bank.ts';

const ITEMS = 40;
const LENGTH = 12;
const SEED = 'definition';

test('a robust preparation is the model of all examinees, and the errors of tests of each family by a model of the others', () => {
  const { responses, tags, families } = fixtureBank(ITEMS);
  const tag = tags.topic;
  const count = responses.examinees.length;
  const weights = new Float64Array(ITEMS).fill(1 / ITEMS);
  const prepared = prepareRobust({
    ...{ responses, tag, families: families!, lengths: [LENGTH], seed: SEED },
    weights: responses.examinees.map(() => weights),
  });
  const dimensions = dimensionsFor(count);
  expect(prepared.model).toEqual(fitScoreModel({ responses, tag }, dimensions));

  const scoresOf = (i: number) =>
    Float64Array.from(responses.scores.subarray(i * ITEMS, (i + 1) * ITEMS));
  const shareOf = (i: number) => scoresOf(i).reduce((sum, u) => sum + u, 0) / ITEMS;
  const fold = dealFolds(families!, 4, randomStream(SEED, 'robust', 'folds'));
  const ratios: number[] = [];
  for (let k = 0; k < 4; k++) {
    const all = Array.from({ length: count }, (_, i) => i);
    const others = all.filter((i) => fold[i] !== k);
    // No sister of a tested examinee is among the others.
    for (const i of all)
      if (fold[i] === k)
        expect(others.map((other) => families![other])).not.toContain(families![i]);
    const seen = pickExaminees(responses, others);
    const shares = others.map(shareOf);
    const bank = {
      ...{ model: fitScoreModel({ responses: seen, tag }, dimensions), flagged: null },
      ...{ stratum: strataOf(seen, tag), randomShare: randomShareFor(count) },
      range: { lowest: Math.min(...shares), highest: Math.max(...shares) },
    };
    for (const i of all) {
      if (fold[i] !== k) continue;
      const random = randomStream(SEED, 'robust', 'trial', responses.examinees[i]);
      const [{ score, se }] = robustTest(bank, { scores: scoresOf(i), weights }, [LENGTH], random);
      ratios.push(Math.abs(score - shareOf(i)) / se);
    }
  }
  const [{ factor, verified }] = prepared.factors;
  expect(ratios).toHaveLength(count);
  expect(factor).toBeCloseTo(conformalFactor(ratios).factor, 9);
  expect(verified).toBe(false);
});
