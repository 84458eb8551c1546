import { availableParallelism } from 'node:os';
import type { LengthReport } from '../../../../sim/test-length/length-report.ts';
import type { Context } from '../../operation.ts';
import { readBank } from '../../recorded-bank.ts';
import { leftOutNote } from '../left-out-note.ts';
import { type LengthPlan, lengthPlan } from './length-plan.ts';
import { type LengthSource, readLengthSource } from './length-source.ts';
import type { LengthOptions } from './options.ts';
import { openReplications } from './replication-folder.ts';
import { runLengthSource } from './run-length-source.ts';

/** The shortest test, and what was studied. */
export type LengthResult = LengthReport &
  ReturnType<typeof lengthTestOf> & {
    readonly bank: string;
    readonly items: number;
    readonly examinees: number;
    readonly simulated: boolean;
    /** Whether the bank has recorded answers of real models. */
    readonly hasRealAnswers: boolean;
    readonly seed: number;
  };

export async function runTestLength(
  options: LengthOptions,
  context: Context,
): Promise<LengthResult> {
  const source = await sourceFor(options, context);
  const { out: folder = null, resume } = options;
  const head = {
    ...{ target: options.goal, seed: source.study.seed, bank: source.bank },
    ...lengthTestOf(source),
  };
  const kept = folder === null ? null : openReplications(folder, source.study, head, resume);
  const report = await context.workers(options, (workers) =>
    runLengthSource(source, { kept, folder, workers }, context),
  );
  return resultOf(report, source);
}

/** The time that the study would take. */
export async function planTestLength(
  options: LengthOptions,
  context: Context,
): Promise<LengthPlan> {
  const source = await sourceFor(options, context);
  context.steps.start(1, 'trying one replication');
  return lengthPlan(source, options.workers ?? availableParallelism(), () => performance.now());
}

function sourceFor(options: LengthOptions, context: Context): Promise<LengthSource> {
  return readLengthSource(options, {
    readRecorded: () => readBank(options, context),
    note(flagged) {
      const text = leftOutNote(flagged);
      if (text !== null) context.note(text);
    },
    fit: context.fit,
  });
}

function resultOf(
  report: LengthReport,
  { study, bank, items, examinees, hasRealAnswers }: LengthSource,
): LengthResult {
  const { status, length, interval, target, curve, ...rest } = report;
  const { seed, kind } = study;
  return {
    ...{ status, length, interval, target, bank, items, examinees },
    ...{ simulated: kind === 'simulated', hasRealAnswers },
    ...lengthTestOf({ study }),
    ...{ seed, ...rest, curve },
  };
}

/** How examinees are tested, in fields named like the options. */
function lengthTestOf({ study }: Pick<LengthSource, 'study'>) {
  return study.kind === 'recorded'
    ? ({ strategy: study.strategy, folds: study.folds } as const)
    : ({
        abilities: study.abilities.kind === 'models' ? 'models' : study.abilities,
        estimator: study.estimator,
        selector: study.select,
        calibratedOn: study.calibratedOn,
      } as const);
}
