import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { ResponseMatrix } from '../../irt/responses.ts';
import type { ServiceContext } from '../service-context.ts';
import { keepCalibration, readKept } from './kept-calibration.ts';
import type { RecordedCalibration } from './recorded-calibration.ts';

/** Calibrations as files; if they take too much space, the least recently used are removed. */
export interface CalibrationFiles {
  /** Null if there is none. */
  read(key: string, answers: ResponseMatrix): RecordedCalibration | null;
  keep(key: string, calibration: RecordedCalibration): void;
}

/** @param most bytes of all files together; the newest one always stays */
export function calibrationFiles(
  context: Pick<ServiceContext, 'log'>,
  folder: string,
  most: number,
): CalibrationFiles {
  const pathOf = (key: string) => join(folder, `${key}.json`);
  return {
    read(key, answers) {
      const found = readKept(pathOf(key), answers);
      if (found !== null) touch(pathOf(key));
      return found;
    },
    keep(key, calibration) {
      keepCalibration(pathOf(key), calibration, context);
      let bytes = 0;
      for (const { path, size } of newestFirst(folder)) {
        bytes += size;
        if (bytes > most && path !== pathOf(key)) rmSync(path, { force: true });
      }
    },
  };
}

/** The time of the last use is stored as the time of the last change. */
function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The folder is not writable, so nothing is removed either.
  }
}

function newestFirst(folder: string) {
  try {
    return readdirSync(folder)
      .map((name) => join(folder, name))
      .flatMap((path) => {
        const stats = statSync(path, { throwIfNoEntry: false });
        return stats?.isFile() ? [{ path, size: stats.size, at: stats.mtimeMs }] : [];
      })
      .sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}
