import { NO_PROGRESS, type Progress } from '../progress.ts';

/** The progress of a study, for interrupts. */
export interface StudyState {
  /** Where finished blocks are kept; null if they are not. */
  readonly folder: string | null;
  /** Blocks that are finished, those of an earlier run among them, and how many there are to be; null if it is not known. */
  readonly done: number;
  readonly total: number | null;
  /** What a block is called, in the singular. */
  readonly unit: string;
}

/** Callbacks for the progress of a study. */
export interface StudyWatch {
  readonly progress: Progress;
  /**
   * Called when simulating begins. Kept data are complete at any time, so the process may be ended.
   * @returns a function to call when simulating has ended
   */
  begin(state: () => StudyState): () => void;
}

/** Reports nothing. */
export const NO_STUDY_WATCH: StudyWatch = { progress: NO_PROGRESS, begin: () => () => {} };
