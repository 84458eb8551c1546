import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RUN_FOLDER } from './once-per-run.ts';

/** Makes the folder for what test files of one run share. @returns what removes it */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-run-'));
  process.env[RUN_FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
