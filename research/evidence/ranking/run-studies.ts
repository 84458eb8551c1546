import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { PostHocReport } from 'thetarank';
import type { PostHocTests } from 'thetarank/study';
import type { Study } from './studies.ts';

export interface StudyResult {
  readonly study: Study;
  readonly report: PostHocReport;
  readonly tests: PostHocTests;
}

/** Progress of a study: finished steps, all steps and the current one. */
export interface StudyStep {
  readonly done: number;
  readonly steps: number;
  readonly doing: string;
}

export interface Running {
  /** The folder in which results are kept for the next run. */
  readonly folder: string;
  /** Names the code that makes the figures. */
  readonly key: string;
  /** Number of studies at a time. */
  readonly parallel: number;
  /** The program that runs a study; for tests. */
  readonly program?: string;
  readonly onStep?: (study: Study, step: StudyStep) => void;
}

const PROGRAM = fileURLToPath(new URL('run-study.ts', import.meta.url));

/** Where the result of a study by some code is kept. */
export function resultFile({ name, seeds }: Study, folder: string, key: string): string {
  return join(folder, key, `${name}-${seeds}.json`);
}

/**
 * Runs the studies without a result, each in its own process, and returns all results in order. If one fails, rejects after the
 * other running studies have ended and written their results.
 */
export async function runStudies(
  studies: readonly Study[],
  { folder, key, parallel, program = PROGRAM, onStep = () => {} }: Running,
): Promise<StudyResult[]> {
  const waiting = studies.filter((study) => !existsSync(resultFile(study, folder, key)));
  let failure: Error | undefined;
  const worker = async () => {
    for (let study = waiting.shift(); study !== undefined; study = waiting.shift()) {
      try {
        await runOne(program, study, resultFile(study, folder, key), key, onStep);
      } catch (error) {
        failure ??= error as Error;
        waiting.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  if (failure !== undefined) throw failure;
  return studies.map(
    (study) => JSON.parse(readFileSync(resultFile(study, folder, key), 'utf8')) as StudyResult,
  );
}

function runOne(
  program: string,
  study: Study,
  file: string,
  key: string,
  onStep: NonNullable<Running['onStep']>,
): Promise<void> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, program, JSON.stringify(study), file, key],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  createInterface({ input: child.stdout }).on('line', (line) => {
    onStep(study, JSON.parse(line) as StudyStep);
  });
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) => {
      if (code === 0) done();
      else failed(new Error(`${study.name}: ended with ${signal ?? `exit code ${code}`}`));
    });
  });
}
