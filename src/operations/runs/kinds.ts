import type { RunSummary } from '../../run/run-record.ts';
import { ANNOTATION_FORMAT } from '../../workflow/annotation/annotation-job.ts';
import { EVALUATION_FORMAT } from '../../workflow/evaluation/evaluation-run.ts';
import { SERIES_FORMAT } from '../../workflow/series/kept-series.ts';
import { STRESS_FORMAT } from '../../workflow/stress/stress-job.ts';
import { SYNTHESIS_FORMAT, TRIAL_FORMAT } from '../../workflow/synthesis/synthesis-run.ts';
import { WRITING_FORMAT } from '../../workflow/writing/round-job.ts';

const OF_FORMAT = {
  [ANNOTATION_FORMAT]: 'annotation',
  [EVALUATION_FORMAT]: 'evaluation',
  [SERIES_FORMAT]: 'series',
  [STRESS_FORMAT]: 'stress test',
  [SYNTHESIS_FORMAT]: 'synthesis',
  [TRIAL_FORMAT]: 'trial',
  [WRITING_FORMAT]: 'writing',
} as const;

/** What a run is for. */
export type RunKind = (typeof OF_FORMAT)[keyof typeof OF_FORMAT] | 'comparison' | 'ranking';

export function kindOf({ configuration: { format, comparison } }: RunSummary): RunKind {
  const usual = comparison === undefined ? 'ranking' : 'comparison';
  return OF_FORMAT[format as keyof typeof OF_FORMAT] ?? usual;
}
