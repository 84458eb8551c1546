import { blocksOfReplication } from '../../../../sim/monte-carlo/run/block.ts';
import type { Study } from '../../../../sim/monte-carlo/run/replication.ts';
import { runBlocks } from '../../../../sim/monte-carlo/run/run-blocks.ts';
import {
  firstReplications,
  type MonteCarloReport,
  nextReplications,
  StudySums,
} from '../../../../sim/monte-carlo/study.ts';
import { plural } from '../../../numbers.ts';
import type { Workers } from '../../../threads/thread-pool.ts';
import { span } from '../../../tracing/span.ts';
import type { Progress } from '../../progress.ts';
import { NO_STUDY_WATCH, type StudyWatch } from '../study-watch.ts';
import type { RowsFolder } from './rows-folder.ts';
import type { StudyFolder } from './study-folder.ts';

/** How a study is run; no setting changes its blocks. */
export interface StudyRun {
  readonly workers: Workers;
  /** Where blocks are kept; null if they are not. */
  readonly folder: StudyFolder | null;
  /** Where rows are kept; null if they are not wanted. */
  readonly rows: RowsFolder | null;
  /** Replications at most, until the precision of the design is reached; null if that is not to be awaited. */
  readonly most: number | null;
}

/**
 * Simulates missing blocks. If a precision is requested, whole replications follow; their number is decided from all earlier
 * replications, so it depends on neither workers nor interruptions.
 */
export async function runStudy(
  study: Study,
  run: StudyRun,
  watch: StudyWatch = NO_STUDY_WATCH,
): Promise<MonteCarloReport> {
  const { design } = study;
  const sums = new StudySums(study);
  const each = blocksOfReplication(design);
  const { most } = run;
  let replications = most === null ? design.replications : firstReplications(design, most);
  for (let from = 0; ; ) {
    const end = replications * each;
    await span('simulate', { 'thetarank.blocks': end - from }, () =>
      simulateBlocks(study, sums, run, [from, end], watch),
    );
    const { needed } = sums;
    if (most === null || needed === null || needed <= replications || replications >= most) break;
    from = replications * each;
    replications = nextReplications(replications, needed, most);
  }
  const { rows } = run;
  if (rows !== null)
    await span('combine rows', {}, () => mergeRows(rows, replications * each, watch.progress));
  return span('aggregate', {}, () => sums.report());
}

async function simulateBlocks(
  study: Study,
  sums: StudySums,
  { workers, folder, rows }: StudyRun,
  [from, end]: readonly [number, number],
  { progress, begin }: StudyWatch,
): Promise<void> {
  const kept = new Set(
    folder?.blocks.filter((block) => block >= from && block < end && (rows?.has(block) ?? true)),
  );
  progress.start(
    end - from,
    from === 0 ? 'simulating' : `simulating until the precision is reached`,
  );
  let done = from + kept.size;
  const release = begin(() => ({
    folder: folder?.path ?? null,
    done,
    total: end,
    unit: 'block',
  }));
  try {
    const left: number[] = [];
    for (let block = from; block < end; block++) if (!kept.has(block)) left.push(block);
    // Kept blocks are read when their turn comes, to save memory.
    let next = from;
    const readOn = () => {
      for (; kept.has(next); next++) {
        sums.add(next, folder!.read(next));
        progress.advance(undefined, true);
      }
    };
    readOn();
    const early = new Set<number>();
    await runBlocks(
      study,
      left,
      workers,
      (block, groups, own) => {
        // Rows first, so that a kept block always has its rows.
        if (own !== null) rows?.keep(block, own);
        folder?.keep(block, groups);
        done++;
        sums.add(block, groups);
        progress.advance();
        early.add(block);
        while (early.delete(next)) {
          next++;
          readOn();
        }
      },
      rows !== null,
    );
  } finally {
    release();
    progress.stop();
  }
}

async function mergeRows(rows: RowsFolder, blocks: number, progress: Progress): Promise<void> {
  progress.start(blocks, `combining the rows of ${plural(blocks, 'block')}`);
  try {
    await rows.merge(blocks, () => progress.advance());
  } finally {
    progress.stop();
  }
}
