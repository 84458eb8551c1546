import { DASHBOARD_TOLD } from './dashboard.ts';
import { ERRORS_TOLD } from './errors.ts';

/** Everything that is told again in Chinese, by the English sentence. One file per part; a sentence stands in one of them. */
export const TOLD = {
  ...DASHBOARD_TOLD,
  ...ERRORS_TOLD,
} as const;
