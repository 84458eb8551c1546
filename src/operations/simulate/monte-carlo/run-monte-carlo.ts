import { availableParallelism } from 'node:os';
import type { StudyDesign } from '../../../../sim/monte-carlo/design/study-design.ts';
import { FIRST_LOOK } from '../../../../sim/monte-carlo/measure/ratio.ts';
import type { Study } from '../../../../sim/monte-carlo/run/replication.ts';
import { firstReplications, type MonteCarloReport } from '../../../../sim/monte-carlo/study.ts';
import { fail } from '../../../errors.ts';
import { runStudy } from '../../../workflow/studies/monte-carlo/run-study.ts';
import { openStudyRows } from '../../../workflow/studies/monte-carlo/simulate-monte-carlo.ts';
import { openStudyFolder } from '../../../workflow/studies/monte-carlo/study-folder.ts';
import { type StudyPlan, studyPlan } from '../../../workflow/studies/monte-carlo/study-plan.ts';
import { openStudy } from '../../../workflow/studies/monte-carlo/study-source.ts';
import type { Context } from '../../operation.ts';
import { leftOutNote } from '../left-out-note.ts';
import { designFrom, requireLengths } from './design.ts';
import { MOST_MORE, type MonteCarloOptions } from './options.ts';

/** What was simulated; or the design alone, where that is asked for. */
export interface MonteCarloResult {
  readonly design: unknown;
  readonly report: MonteCarloReport | null;
}

export async function runMonteCarlo(
  options: MonteCarloOptions,
  context: Context,
): Promise<MonteCarloResult> {
  const { design, study } = await openDesign(options, context);
  if (options.printDesign) return { design, report: null };
  const most = mostReplications(study.design, options);
  const { out, resume } = options;
  const folder = out === undefined ? null : openStudyFolder(out, study, resume);
  const rows = options.rows ? openStudyRows(study, folder!) : null;
  const watch = { progress: context.steps, begin: context.keeps };
  const report = await context.workers(options, (workers) =>
    runStudy(study, { workers, folder, rows, most }, watch),
  );
  return { design, report };
}

/** What the study would take. */
export async function planMonteCarlo(
  options: MonteCarloOptions,
  context: Context,
): Promise<StudyPlan> {
  const { study } = await openDesign(options, context);
  const most = mostReplications(study.design, options);
  const replications =
    most === null ? study.design.replications : firstReplications(study.design, most);
  const planned = { ...study, design: { ...study.design, replications } };
  return studyPlan(planned, options.workers ?? availableParallelism(), () => performance.now());
}

async function openDesign(
  options: MonteCarloOptions,
  { note }: Context,
): Promise<{ design: unknown; study: Study }> {
  const { value, file } = designFrom(options);
  // Without lengths all else is checked with tests of one item, so that no mistake hides another.
  const isWhole = options.design !== undefined || options.lengths !== undefined;
  const checked = isWhole ? value : { ...(value as object), lengths: [1] };
  const study = await openStudy(checked, file, (flagged) => {
    const text = leftOutNote(flagged);
    if (text !== null) note(text);
  });
  requireLengths(options);
  return { design: value, study };
}

/** The most replications of a run that awaits precision; null of another. @throws OPTIONS_CONFLICT if precision cannot be awaited */
function mostReplications(
  { precision, replications }: StudyDesign,
  { untilPrecise, mostReplications: most }: MonteCarloOptions,
): number | null {
  if (!untilPrecise) return null;
  const conflict = (reason: string) =>
    fail('OPTIONS_CONFLICT', { options: 'untilPrecise', reason });
  if (Object.keys(precision).length === 0)
    conflict(
      'the design sets no precision to reach; add one, such as --precision bias=0.01,kendall=0.005.',
    );
  if (replications < 2)
    conflict(
      `the precision of one replication is not known; start with more, such as --replications ${FIRST_LOOK}.`,
    );
  return most ?? MOST_MORE * Math.max(replications, FIRST_LOOK);
}
