import type { ListedCalibration } from '../../../api/refreshes.ts';
import type { Text } from '../../words/t.ts';

/** What states of kept calibrations are called. */
export const STATE_WORDS: Readonly<Record<ListedCalibration['state'], Text>> = {
  'in force': 'in force',
  replaced: 'replaced',
  'rolled back': 'rolled back',
  proposal: 'proposal',
  outdated: 'outdated',
  kept: 'kept',
};
