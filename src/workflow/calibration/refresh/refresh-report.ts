import type {
  RefreshRequest,
  RefreshResult,
} from '../../../../calibration/refresh/refresh-types.ts';
import type { ExamineeDoubt } from '../../../scoring/doubts/examinee-doubts.ts';
import type { AnswerCounts } from './collect-answers.ts';

/** The method of a refreshed calibration. */
export const REFRESH = 'refresh';

/** What a refresh changes, as it is kept with the calibration that it proposes: JSON. */
export interface RefreshReport
  extends Omit<RefreshResult, 'items' | 'parameters' | 'standardErrors'> {
  readonly version: 1;
  readonly bank: string;
  readonly bankVersion: number;
  /** The calibration that was refreshed. */
  readonly refreshed: number;
  readonly collected: AnswerCounts & {
    readonly models: number;
    readonly newModels: readonly string[];
    readonly items: number;
    /** Items that counted in no score: those with answers are calibrated like other new items. */
    readonly pretest: readonly string[];
    readonly digest: string;
  };
  /** Items whose old parameters do not count, because their key was corrected or because they are retired. */
  readonly changedItems: readonly string[];
  /** Models whose answers are doubtful. */
  readonly doubts: readonly ExamineeDoubt[];
  readonly settings: Pick<RefreshRequest, 'method' | 'alpha' | 'correction'>;
}
