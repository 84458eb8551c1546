import {
  blockCount,
  examineeSimulator,
  largestGroup,
} from '../../../../sim/monte-carlo/run/block.ts';
import { bankSize, isBankDrawn, type Study } from '../../../../sim/monte-carlo/run/replication.ts';
import { collectionOf, type MonteCarloReport } from '../../../../sim/monte-carlo/study.ts';
import { examineeCount } from '../../../../sim/monte-carlo/truth/abilities.ts';

/** Examinees that are tried to tell how long a study takes. */
const TRIED = 8;

/** What a study will take. */
export interface StudyPlan {
  readonly cells: number;
  readonly items: number;
  /** What banks are drawn from; null if that is no file. */
  readonly collection: MonteCarloReport['collection'];
  readonly replications: number;
  readonly examinees: number;
  readonly sessions: number;
  readonly blocks: number;
  readonly workers: number;
  /** Estimated seconds, from a few examinees that were tried in all cells. */
  readonly seconds: number;
}

/** Plans a study. @param now a clock in milliseconds */
export function studyPlan(study: Study, workers: number, now: () => number): StudyPlan {
  const { design } = study;
  const examinees = examineeCount(design);
  const tried = Math.min(TRIED, largestGroup(design));
  const simulate = examineeSimulator(study);
  const from = now();
  simulate(1, [0, tried]);
  const first = now();
  // The bank is prepared by then, and the code is warm.
  simulate(1, [0, tried]);
  const sessions = now() - first;
  const preparing = Math.max(0, first - from - sessions);
  const used = Math.min(workers, blockCount(design));
  const prepared = isBankDrawn(study) ? design.replications : used;
  const total = (sessions / tried) * examinees * design.replications + preparing * prepared;
  return {
    cells: design.cells.length,
    items: bankSize(study),
    collection: collectionOf(study),
    replications: design.replications,
    examinees,
    sessions: design.cells.length * design.replications * examinees,
    blocks: blockCount(design),
    workers: used,
    seconds: Math.ceil(total / used / 1000),
  };
}
