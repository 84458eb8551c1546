import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import type { ModelArgs } from '../../operations/asking/model-args.ts';
import type { TaskArgs } from '../../operations/asking/task-args.ts';
import type { BankOptions } from '../options/bank-source.ts';

/** Of a new series. */
export const USUAL_SEED = 1;

export const USUAL_TARGET: ScoreTarget = 'expected';

/** The option of a next step that keeps the target; nothing where it is the usual one. */
export function targetWords(target: ScoreTarget): string[] {
  return target === USUAL_TARGET ? [] : [`--target ${target}`];
}

export interface SeriesOptions extends BankOptions {
  readonly answers?: string;
  readonly stepFrom?: string;
  readonly model?: string;
  readonly step?: number;
  readonly replace?: boolean;
  readonly items?: number;
  readonly anchors?: number;
  readonly seed?: number;
  readonly target: ScoreTarget;
  readonly leaveOut: string[];
  readonly modelArg?: ModelArgs;
  readonly taskArg?: TaskArgs;
  readonly budget?: string;
  readonly concurrency: number;
  readonly dryRun?: boolean;
  readonly unlisted?: boolean;
  readonly json?: boolean;
  readonly csv?: string;
  readonly report?: string;
}
