import type { Store } from '../../store/store.ts';
import { standInExaminees } from '../live/stand-in-examinees.ts';
import type { EvaluationJob } from './evaluation-job.ts';

/** The models and judges of a run that the stand-in answered for, by name. */
export async function standInsOf(
  store: Pick<Store, 'origins'>,
  run: number,
  { plan, models, judges }: Pick<EvaluationJob, 'plan' | 'models' | 'judges'>,
): Promise<string[]> {
  const simulated = await standInExaminees(store, run);
  const names = plan.calls.flatMap(({ id, judge, model }) =>
    simulated.has(id) ? [judge === null ? models[model].name : judges[judge].name] : [],
  );
  return [...new Set(names)];
}
