import { PANELS_ZH } from './zh/panels.ts';
import { RATINGS_ZH } from './zh/ratings.ts';
import { SHELL_ZH } from './zh/shell.ts';

/** All of the dashboard in Chinese, by the English message. One file per part of the dashboard; a message stands in one of them. */
export const ZH = {
  ...PANELS_ZH,
  ...RATINGS_ZH,
  ...SHELL_ZH,
} as const;
