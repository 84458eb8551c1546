import { availableParallelism } from 'node:os';
import { groupsOfBlock, largestGroup } from '../../../../sim/monte-carlo/run/block.ts';
import type { Study } from '../../../../sim/monte-carlo/run/replication.ts';
import type { MonteCarloReport } from '../../../../sim/monte-carlo/study.ts';
import { examineeCount } from '../../../../sim/monte-carlo/truth/abilities.ts';
import type { StudyWatch } from '../study-watch.ts';
import { openRowsFolder, type RowsFolder } from './rows-folder.ts';
import { runStudy } from './run-study.ts';
import { openStudyFolder, type StudyFolder } from './study-folder.ts';
import { openStudy } from './study-source.ts';

/** How a study is simulated; results depend on `most` alone. */
export interface MonteCarloOptions {
  /** What errors call the design; paths in it are relative to the folder of this name. */
  readonly file?: string;
  /** Threads; as many as there are processors by default. */
  readonly workers?: number;
  /** Keeps finished blocks there. */
  readonly folder?: string;
  /** Continues with the study in the folder. */
  readonly resume?: boolean;
  /** Also writes every test as a row of `rows.parquet` in the folder. */
  readonly rows?: boolean;
  /** Adds replications until the precision of the design is reached, up to this number. */
  readonly most?: number | null;
  readonly watch?: StudyWatch;
}

/**
 * Simulates adaptive tests of examinees of known ability in all cells of a design, and measures precision, exposure and
 * order. The same design and seed give the same report, whatever the number of workers.
 *
 * @param design the fields of docs/simulation.md, as an object
 * @throws FILE_INVALID for a design that is not right; OPTIONS_CONFLICT where the folder has another study
 */
export async function simulateMonteCarlo(
  design: object,
  {
    file = 'design',
    workers = availableParallelism(),
    folder: path,
    resume = false,
    rows: wantsRows = false,
    most = null,
    watch,
  }: MonteCarloOptions = {},
): Promise<MonteCarloReport> {
  const study = await openStudy(design, file);
  const folder = path === undefined ? null : openStudyFolder(path, study, resume);
  const rows = folder === null || !wantsRows ? null : openStudyRows(study, folder);
  return runStudy(study, { workers, folder, rows, most }, watch);
}

/** Opens where the rows of a study are kept, in its folder. @throws OPTIONS_CONFLICT if a block has too many */
export function openStudyRows({ design }: Study, { path, fingerprint }: StudyFolder): RowsFolder {
  const examinees = Math.min(largestGroup(design) * groupsOfBlock(design), examineeCount(design));
  return openRowsFolder(path, fingerprint, design, examinees * design.cells.length);
}
