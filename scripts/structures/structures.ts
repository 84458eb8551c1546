/**
 * Which score model should choose the items, and which should predict the score? Prints, for each structure that chooses and each
 * that predicts from the same answers, the mean absolute error in points and Kendall's τ-b: what docs/mathematics.md says of averages.
 *
 *     node scripts/structures/structures.ts                         the built-in banks of recorded models
 *     node scripts/structures/structures.ts NAME|FILE [TAGS] ...    built-in banks, or recorded answers with their items' tags
 *     SEEDS=2 node scripts/structures/structures.ts ikp             with so many repetitions
 *
 * Models are left out by whole families, five folds a bank. `average` weighs the predictions by their evidence. With SEEDS=0 it only prints
 * how much more probable the answers of left-out models to random items are (240, or 60% of a smaller bank) than under the first structure.
 */
import { ExamineePosterior } from '../../src/cat/robust/examinee-posterior.ts';
import { RobustSession } from '../../src/cat/robust/robust-session.ts';
import type { ScoreModel } from '../../src/cat/robust/score-model.ts';
import { randomStream } from '../../src/random.ts';
import { type RecordedBank, recordedExaminees } from '../../src/ranking/recorded-bank.ts';
import { randomShareFor } from '../../src/ranking/robust/choices.ts';
import { fitScoreModel } from '../../src/ranking/robust/fit-score-model.ts';
import { strataOf } from '../../src/ranking/robust/item-groups.ts';
import { answeredMost, fullScoreOf } from '../../src/ranking/robust/recorded-answers.ts';
import { stratifiedOrder } from '../../src/ranking/robust/stratified-order.ts';
import { kendall } from '../../src/statistics/kendall.ts';
import { mean } from '../../src/statistics/mean.ts';
import { meanWithError } from '../../src/statistics/mean-with-error.ts';
import { leftOutFolds, recordedBanks } from '../recorded-banks.ts';
import { evidenceWeights } from './evidence-weights.ts';

const FOLDS = 5;
const LENGTHS = [20, 50, 100, 243];

/** Numbers of abilities, and shares of the usual variances of effects. */
const STRUCTURES = [
  { name: '4 abilities, effects', dimensions: 4, effects: 1 },
  { name: '1 ability, effects', dimensions: 1, effects: 1 },
  { name: '1 ability, small effects', dimensions: 1, effects: 0.1 },
];

interface Prediction {
  readonly predicted: number;
  readonly actual: number;
}

/** Predictions by what chose and what predicted, then by length and repetition. */
type Predictions = Map<string, Prediction[][][]>;

function withEffects(model: ScoreModel, share: number): ScoreModel {
  const groupings = model.groupings.map((one) => ({ ...one, variance: share * one.variance }));
  return { ...model, groupings };
}

function testBank(bank: RecordedBank, seeds: number): Predictions {
  const found: Predictions = new Map();
  const add = (key: string, length: number, seed: number, one: Prediction) => {
    const all = found.get(key) ?? LENGTHS.map(() => Array.from({ length: seeds }, () => []));
    all[length][seed].push(one);
    found.set(key, all);
  };
  const recorded = recordedExaminees(bank).examinees;
  const tested = new Set(answeredMost(bank.responses));
  for (let seed = 0; seed < seeds; seed++)
    for (const { seen, unseen, tag } of leftOutFolds(bank, FOLDS, `structures/${seed}`)) {
      const request = { responses: seen, tag, optionCounts: bank.optionCounts };
      const models = STRUCTURES.map(({ dimensions, effects }) =>
        withEffects(fitScoreModel(request, dimensions), effects),
      );
      const stratum = strataOf(seen, tag);
      const randomShare = randomShareFor(seen.examinees.length);
      for (const i of unseen.filter((row) => tested.has(row))) {
        const { weights, scores } = recorded[i];
        const actual = fullScoreOf(bank.responses, weights, i);
        const random = randomStream('structures', seed, bank.responses.examinees[i]);
        const randomOrder = stratifiedOrder((j) => weights[j] > 0, stratum, random);
        models.forEach((choosing, c) => {
          const session = new RobustSession(choosing, { weights, randomOrder, randomShare });
          LENGTHS.filter((length) => length <= randomOrder.length).forEach((length, l) => {
            while (session.asked.count < length) {
              const j = session.next();
              session.record(j, scores[j]);
            }
            const { index, count } = session.asked;
            const predictions = models.map((model) => {
              const same = new RobustSession(model, { weights, randomOrder, randomShare: 1 });
              for (const j of index.subarray(0, count)) same.record(j, scores[j]);
              const { score } = same.predict();
              return { score, evidence: same.average.logEvidences()[0] };
            });
            predictions.forEach(({ score }, p) => {
              const key = `${STRUCTURES[c].name} → ${STRUCTURES[p].name}`;
              add(key, l, seed, { predicted: score, actual });
            });
            const shares = evidenceWeights(predictions.map(({ evidence }) => evidence));
            const average = predictions.reduce((sum, { score }, p) => sum + shares[p] * score, 0);
            add(`${STRUCTURES[c].name} → average`, l, seed, { predicted: average, actual });
          });
        });
      }
    }
  return found;
}

/** By structure: of each left-out model, the log evidence of answers to random items. */
function evidences(bank: RecordedBank): number[][] {
  const found: number[][] = STRUCTURES.map(() => []);
  const recorded = recordedExaminees(bank).examinees;
  const tested = new Set(answeredMost(bank.responses));
  for (const { seen, unseen, tag } of leftOutFolds(bank, FOLDS, 'structures/evidence')) {
    const request = { responses: seen, tag, optionCounts: bank.optionCounts };
    const stratum = strataOf(seen, tag);
    STRUCTURES.forEach(({ dimensions, effects }, s) => {
      const posterior = new ExamineePosterior(
        withEffects(fitScoreModel(request, dimensions), effects),
      );
      for (const i of unseen.filter((row) => tested.has(row))) {
        const { weights, scores } = recorded[i];
        const random = randomStream('structures', 'evidence', bank.responses.examinees[i]);
        const order = stratifiedOrder((j) => weights[j] > 0, stratum, random);
        const index = order.slice(0, Math.min(240, Math.floor(0.6 * order.length)));
        posterior.mean.fill(0);
        const answers = Float64Array.from(index, (j) => scores[j]);
        posterior.update({ index, scores: answers, count: index.length });
        found[s].push(posterior.logEvidence);
      }
    });
  }
  return found;
}

const seeds = Number(process.env.SEEDS ?? 1);
for (const bank of recordedBanks(process.argv.slice(2))) {
  console.log(`\n${bank.name}, ${seeds} repetitions: items: error in points, τ-b`);
  const [first, ...others] = evidences(bank);
  others.forEach((own, k) => {
    const differences = own.map((log, i) => log - first[i]);
    const { mean: each, se } = meanWithError(differences);
    console.log(
      `  ${STRUCTURES[k + 1].name}: ${each.toFixed(2)} ± ${se?.toFixed(2)} a model in log evidence, ${differences.length} models`,
    );
  });
  if (seeds === 0) continue;
  for (const [key, byLength] of testBank(bank, seeds)) {
    const cells = byLength.flatMap((bySeed, l) => {
      if (bySeed[0].length === 0) return [];
      const all = bySeed.flat();
      const error = mean(all.map(({ predicted, actual }) => Math.abs(predicted - actual)));
      const taus = bySeed.map(
        (own) =>
          kendall(
            own.map(({ predicted }) => predicted),
            own.map(({ actual }) => actual),
          ).value ?? Number.NaN,
      );
      return [`${LENGTHS[l]}: ${(100 * error).toFixed(2)}, ${mean(taus).toFixed(3)}`];
    });
    console.log(`  ${key.padEnd(52)} ${cells.join(' | ')}`);
  }
}
