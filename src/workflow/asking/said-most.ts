import type { SaidMost } from '../../report/said-text.ts';
import type { Store } from '../../store/store.ts';
import { SaidCounts } from './said-counts.ts';

/**
 * What some models of a run said most often, from its kept texts.
 * @param modelOf the model that an examinee of the run stands for; null for answers that are not meant
 */
export async function saidMost(
  store: Store,
  run: number,
  modelOf: (examinee: string) => string | null,
): Promise<SaidMost[]> {
  const byModel = new Map<string, { answers: number; outputs: SaidCounts; refusals: SaidCounts }>();
  for await (const { examinee, output, refused } of store.answers(run)) {
    const model = modelOf(examinee);
    if (model === null) continue;
    const own = byModel.get(model) ?? {
      ...{ answers: 0, outputs: new SaidCounts(), refusals: new SaidCounts() },
    };
    byModel.set(model, own);
    if (refused === null) {
      own.answers++;
      own.outputs.add(output);
    } else own.refusals.add(refused);
  }
  return [...byModel].map(([model, { answers, outputs, refusals }]) => ({
    ...{ model, answers },
    outputs: outputs.most(),
    refusals: refusals.most(),
  }));
}
