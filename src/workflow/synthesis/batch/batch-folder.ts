import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { STAGES } from '../../../../calibration/synthesize/calls.ts';
import { fail } from '../../../errors.ts';
import { systemReason } from '../../../text/system-reason.ts';

/** Where results are put, within the folder of a batch. */
export const RESULTS = 'results';

const REQUESTS = new RegExp(`^(\\d{3,6})-(?:${STAGES.join('|')})\\.[^.]+\\.\\d+\\.jsonl$`);
/** Files of requests that a killed command did not finish. */
const UNFINISHED = /^\.\d{3,6}-.*\.jsonl\.tmp$/;

/** What lies in the folder of a batch. */
export interface BatchFolder {
  readonly path: string;
  /** Files of requests and of results, by name, with their sizes in bytes. */
  readonly requests: readonly FileOfBatch[];
  readonly results: readonly FileOfBatch[];
  /** Other `.jsonl` files beside the requests: results that were put into the wrong place. */
  readonly others: readonly string[];
  /** The number that the next files of requests begin with. */
  readonly next: number;
}

export interface FileOfBatch {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Looks into a folder, and makes it with its folder of results if there is none.
 * @throws FILE_UNWRITABLE
 */
export function batchFolder(path: string): BatchFolder {
  try {
    mkdirSync(join(path, RESULTS), { recursive: true });
    const names = readdirSync(path).sort();
    const requests = names.filter((name) => REQUESTS.test(name));
    const written = requests.map((name) => Number(REQUESTS.exec(name)![1]));
    return {
      path,
      requests: requests.map((name) => fileOf(path, name)),
      results: readdirSync(join(path, RESULTS))
        .filter((name) => name.endsWith('.jsonl') && !name.startsWith('.'))
        .sort()
        .map((name) => fileOf(join(path, RESULTS), name)),
      others: names.filter(
        (name) => name.endsWith('.jsonl') && !name.startsWith('.') && !REQUESTS.test(name),
      ),
      next: Math.max(0, ...written) + 1,
    };
  } catch (error) {
    return fail('FILE_UNWRITABLE', { file: path, reason: systemReason(error) });
  }
}

/** Whether a folder has requests already; false if it is not there. */
export function hasRequests(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return false;
  return readdirSync(path).some((name) => REQUESTS.test(name));
}

/** Removes what a killed command did not finish. For who has claimed the run of the folder. */
export function removeUnfinished(path: string): void {
  for (const name of readdirSync(path)) if (UNFINISHED.test(name)) rmSync(join(path, name));
}

function fileOf(folder: string, name: string): FileOfBatch {
  const path = join(folder, name);
  return { path, bytes: statSync(path).size };
}
