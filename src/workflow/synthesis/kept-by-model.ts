import { STAGES, type Stage } from '../../../calibration/synthesize/calls.ts';
import { speakerOfCall } from '../../../calibration/synthesize/read-call-id.ts';
import type { RunAnswer } from '../../run/run-record.ts';

/** Calls of a model that are kept, and the sum of their scores; of a debate null: a criticism is no answer to be scored. */
export type KeptOfModel = { readonly model: string } & Readonly<
  Record<Stage, { readonly calls: number; readonly right: number | null }>
>;

/** What a synthesis that is not finished has of each model. @param models those of its pool, asked or not yet */
export async function keptByModel(
  models: readonly string[],
  answers: AsyncIterable<Pick<RunAnswer, 'examinee' | 'score'>>,
): Promise<KeptOfModel[]> {
  const none = () =>
    new Map(STAGES.map((stage) => [stage, { calls: 0, right: stage === 'debate' ? null : 0 }]));
  const kept = new Map(models.map((model) => [model, none()]));
  for await (const { examinee, score } of answers) {
    const { model, stage } = speakerOfCall(examinee);
    const own = kept.get(model) ?? none();
    kept.set(model, own);
    const sum = own.get(stage)!;
    sum.calls++;
    if (sum.right !== null) sum.right += score;
  }
  return [...kept].map(([model, own]) => ({
    model,
    ...(Object.fromEntries(own) as Record<Stage, { calls: number; right: number | null }>),
  }));
}
