import { InvalidArgumentError } from 'commander';
import { type Judges, readJudges } from '../../files/judges/read-judges.ts';
import type { ModelArgs } from '../../operations/asking/model-args.ts';
import type { TaskArgs } from '../../operations/asking/task-args.ts';
import type { ConditionChoice } from '../../workflow/evaluation/evaluation-conditions.ts';
import { promptVariants } from '../../workflow/evaluation/prepare-models.ts';
import { type LiveOptions, readModels } from '../live/live-options.ts';
import type { DatabaseOptions } from '../options/database-option.ts';

/** The options of `evaluate`, as commander has them. */
export interface EvaluateOptions extends DatabaseOptions {
  readonly bank: string;
  readonly items?: number;
  readonly pool?: string;
  readonly stratify?: string;
  readonly seed: number;
  readonly model?: string[];
  readonly modelsFile?: string;
  readonly modelArg?: ModelArgs;
  readonly taskArg?: TaskArgs;
  readonly judge?: string[];
  readonly judgeArg?: ModelArgs;
  readonly pairwise?: boolean;
  /** Implies `pairwise`. */
  readonly baseline?: string;
  readonly temperatures?: readonly number[];
  readonly variants?: string[];
  readonly shotCounts?: readonly number[];
  readonly repeats: number;
  readonly budget?: readonly string[];
  readonly concurrency: number;
  readonly resume?: boolean;
  readonly dryRun?: boolean;
  readonly reuse?: boolean;
  /** Asks models that their endpoints do not list. */
  readonly unlisted?: boolean;
  readonly byTag?: boolean;
  readonly json?: boolean;
  readonly out?: string;
  /** With `out`: the texts of answers and judgements too. */
  readonly outputs?: boolean;
  readonly report?: string;
}

/** Who judges: those of the file that `-T judges` names, and those given by `--judge`; undefined without any. */
export function judgesOf(options: EvaluateOptions): Judges | undefined {
  const { judge, judgeArg, taskArg, concurrency } = options;
  const listed = taskArg?.judges === undefined ? undefined : readJudges(taskArg.judges);
  if (judge === undefined && listed === undefined) return undefined;
  const given =
    judge === undefined
      ? []
      : readModels({
          ...liveOptions(concurrency),
          model: judge,
          ...(judgeArg && { modelArg: judgeArg }),
        }).models;
  return { judges: [...given, ...(listed?.judges ?? [])], rubrics: listed?.rubrics ?? [] };
}

/** What `readModels` needs besides the models. */
export function liveOptions(concurrency: number): LiveOptions {
  return { concurrency, lag: 1, leaveOut: [] };
}

export function conditionChoice(options: EvaluateOptions): ConditionChoice {
  const { variants, shotCounts: shots, temperatures, repeats } = options;
  return {
    prompts: variants === undefined ? undefined : promptVariants(variants),
    ...{ shots, temperatures, repeats },
  };
}

/** Temperatures between commas. */
export function temperatures(text: string): number[] {
  return text.split(',').map((part) => {
    const value = part.trim() === '' ? Number.NaN : Number(part);
    if (!(value >= 0 && value <= 10))
      throw new InvalidArgumentError(
        'Accepted: numbers from 0 to 10 separated by commas, such as 0,0.2,0.6,1,1.5.',
      );
    return value;
  });
}
