import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { timeText } from '../ranking/report-progress.ts';
import { digestOf, type StepDigests, StepStates } from './step-state.ts';
import type { Step } from './steps.ts';

/** Where and how steps are made. */
export interface StepRun {
  /** Folder of all kept results, and the key of the code that makes them, which names a folder in it. */
  readonly kept: string;
  readonly key: string;
  /** Folder of the pages. */
  readonly pages: string;
  /** Whether programs are told that folder; without, they also write what stands elsewhere, such as the README's part. */
  readonly isElsewhere: boolean;
  /** The key of the code as it is at this moment. */
  readonly codeNow: () => string;
  /** The files that a program of evidence is made of. */
  readonly filesOf: (program: string) => readonly string[];
  /** Runs `npm run research --` with these arguments. @returns null, or how it failed */
  readonly start: (args: readonly string[]) => Promise<string | null>;
  /** In seconds. */
  readonly clock: () => number;
  readonly say: (line: string) => void;
}

export type StepEnd = 'made' | 'kept' | 'failed' | 'not made';

/**
 * Makes the steps one after another, without those that are complete. One that fails does not keep the others from being made;
 * a change of the code does, because results of two versions must not be on one page.
 *
 * @returns how each ended, by name
 */
export async function runSteps(
  steps: readonly Step[],
  run: StepRun,
): Promise<Readonly<Record<string, StepEnd>>> {
  const ends: Record<string, StepEnd> = {};
  for (const [k, step] of steps.entries()) {
    const label = `${k + 1} of ${steps.length}: ${step.name} (${step.page})`;
    if (run.codeNow() !== run.key) {
      run.say(`${label}: the code has changed since the run began; start it again.`);
      for (const { name } of steps.slice(k)) ends[name] = 'not made';
      break;
    }
    const from = run.clock();
    let how: string | null;
    try {
      how = await runStep(step, run, label);
    } catch (error) {
      how = (error as Error).message;
    }
    const time = shortTime(run.clock() - from);
    if (how === null) run.say(`${label}: made in ${time}.`);
    else if (how !== KEPT) run.say(`${label}: failed after ${time}: ${how}`);
    ends[step.name] = how === null ? 'made' : how === KEPT ? 'kept' : 'failed';
  }
  return ends;
}

const KEPT = 'kept';

/** @returns null if it was made, KEPT if it was complete, or how it failed */
async function runStep(step: Step, run: StepRun, label: string): Promise<string | null> {
  const folder = join(run.kept, run.key);
  const states = new StepStates(folder);
  const { args, files } = step.input(join(folder, 'banks'));
  const missing = files.find((file) => !existsSync(file));
  if (missing !== undefined) return `${missing}: no such file. Check --data and --answer-keys.`;
  const digests: StepDigests = {
    input: digestOf(files),
    program: digestOf(run.filesOf(step.program)),
  };
  const page = join(run.pages, step.page);
  const kept = step.kept === null ? null : join(folder, step.kept.path);
  const before = states.of(step.name);
  if (states.isComplete(step.name, digests, page, kept)) {
    run.say(`${label}: complete, made before in ${shortTime(before!.seconds)}.`);
    return KEPT;
  }
  if (kept !== null && before !== null && before.input !== digests.input)
    return `its files are not those that results in ${folder} were made of; remove that folder, or name another one by --kept`;
  run.say(`${label}: being made.`);
  states.begin(step.name, digests);
  const from = run.clock();
  const failure = await run.start([
    step.program,
    ...args,
    ...(kept === null ? [] : [step.kept!.option, kept]),
    ...(run.isElsewhere ? ['--out', step.isFolder ? run.pages : page] : []),
  ]);
  if (failure === null) states.end(step.name, digests, page, run.clock() - from);
  return failure;
}

function shortTime(seconds: number): string {
  return seconds < 60 ? `${Math.round(seconds)} s` : timeText(1000 * seconds);
}
