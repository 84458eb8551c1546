import { synthesisPlan } from '../../../calibration/synthesize/calls.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { configurationHash } from '../../../src/run/configuration-hash.ts';
import { KeptCalls } from '../../../src/run/kept-calls.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { participantResults } from '../../../src/workflow/synthesis/synthesis-result.ts';
import { aloneOf, pairsOf } from '../../calibration/synthesize/pool.ts';
import { AT, answerOf, BANK, clock, itemsOf } from '../../store/store-case.ts';

export const POOL = ['alpha', 'beta', 'gamma', 'delta'];
export const ITEMS = 120;
/** 4 generations, 12 debates, 12 reflections. */
export const CALLS = 28;

/** Who is right: recorded models and the pool answer by one set of curves. */
function curves(seed: string) {
  const random = randomStream(seed, 'curves');
  const b = Array.from({ length: ITEMS }, () => 1.2 * randomNormal(random));
  const isRight = (model: string, ability: number, j: number) =>
    randomStream(seed, model, j)() < 1 / (1 + Math.exp(-1.2 * (ability - b[j])));
  return { b, isRight };
}

/**
 * Keeps a bank `exam`, recorded models, and a synthesis of POOL on it: a reflection takes over the critic's answer every third time.
 * @returns the difficulties, and the number of the run
 */
export async function keepSynthesis(
  database: string,
  { isFinished = true, recorded = 8 }: { isFinished?: boolean; recorded?: number } = {},
): Promise<{ b: readonly number[]; run: number }> {
  const { b, isRight } = curves('kept synthesis');
  const abilities = new Map(POOL.map((name, k) => [name, 1.2 - 0.8 * k]));
  const plan = synthesisPlan(participantsOf([pairsOf(POOL), aloneOf(POOL)]));
  const kept = new KeptCalls(plan.calls.length, ITEMS);
  const items = itemsOf(0, ITEMS);
  const answers = items.flatMap((item, j) => {
    const letters: string[] = [];
    const right = String(item.key[0]);
    const wrong = right === 'A' ? 'B' : 'A';
    return plan.calls.map(({ id, stage, model }, k) => {
      const [own, critics] = plan.before[k];
      const isTaken = randomStream('taken', id, j)() < 1 / 3;
      letters[k] =
        stage === 'reflect'
          ? letters[isTaken ? critics : own]
          : isRight(model, abilities.get(model)!, j)
            ? right
            : wrong;
      const extracted = letters[k];
      const score = extracted === right ? 1 : 0;
      kept.keep(k, j, { score, extracted });
      return answerOf(id, j + 1, { item: item.id, extracted, score });
    });
  });
  const store = await openStore(database, { clock });
  try {
    await store.addItems(BANK, items, AT);
    if (recorded > 0) {
      const examinees = Array.from({ length: recorded }, (_, i) => `known-${i}`);
      const scores = examinees.flatMap((name, i) =>
        items.map((_, j) => Number(isRight(name, -1.5 + (3 * i) / (recorded - 1), j))),
      );
      const matrix = {
        examinees,
        items: items.map(({ id }) => id),
        scores: Float32Array.from(scores),
      };
      await store.putResponses(
        BANK.name,
        matrix,
        examinees.map((_, i) => `family-${i % 4}`),
        AT,
      );
    }
    const configuration = {
      fingerprint: (await store.bank(BANK.name))?.fingerprint,
      format: 'thetarank-synthesis',
      bank: BANK.name,
      items: ITEMS,
      wording: ['en-1-1'],
      prompt: {},
      mode: 'default',
      reading: 1,
      pool: POOL.map((name) => ({ name, model: `org/${name}-7b`, baseUrl: 'http://x/v1' })),
    };
    const run = await store.createRun(configuration, configurationHash(configuration), AT);
    await store.append(run, isFinished ? answers : answers.slice(0, answers.length / 2));
    const result = {
      version: 'synthesis-1',
      bank: BANK.name,
      items: ITEMS,
      run,
      complete: true,
      design: 'complete',
      seed: 1,
      calls: { kept: answers.length, missing: 0 },
      cost: 0,
      participants: participantResults(plan, kept, ITEMS),
    };
    if (isFinished) await store.finishRun(run, result, AT);
    return { b, run };
  } finally {
    await store.close();
  }
}
