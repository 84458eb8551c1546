import { RobustSession } from '../../cat/robust/robust-session.ts';
import type { PredictedScore } from '../../irt/predicted-score.ts';
import type { RandomStream } from '../../random.ts';
import type { RecordedExaminee } from '../recorded-test.ts';
import { stratifiedOrder } from './item-groups.ts';
import type { RobustBank } from './prepare-robust.ts';

/** Where a robust test stood after some number of items. */
export interface RobustCheckpoint extends PredictedScore {
  /** Items used, and their positions in the order they were asked. */
  readonly items: number;
  readonly asked: Int32Array;
}

/**
 * A robust test on recorded answers, and what it predicts at each of `lengths` (ascending).
 */
export function robustTest(
  { model, stratum, randomShare }: Pick<RobustBank, 'model' | 'stratum' | 'randomShare'>,
  { scores, weights }: RecordedExaminee,
  lengths: readonly number[],
  random: RandomStream,
): RobustCheckpoint[] {
  const order = stratifiedOrder((j) => weights[j] > 0, stratum, random);
  const session = new RobustSession(model, { weights, randomOrder: order, randomShare });
  return lengths.map((length) => {
    while (session.asked.count < length) {
      const j = session.next();
      if (j < 0) break;
      session.record(j, scores[j]);
    }
    const { asked } = session;
    let least = 0;
    let answered = 0;
    for (let t = 0; t < asked.count; t++) {
      least += weights[asked.index[t]] * asked.scores[t];
      answered += weights[asked.index[t]];
    }
    const prediction = session.predict();
    return {
      ...prediction,
      least,
      most: least + Math.max(0, 1 - answered),
      items: asked.count,
      asked: asked.index.slice(0, asked.count),
    };
  });
}
