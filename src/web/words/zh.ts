import { PANELS_ZH } from './zh/panels.ts';
import { SHELL_ZH } from './zh/shell.ts';
import { WRITING_ZH } from './zh/writing.ts';

/** All of the dashboard in Chinese, by the English message. One file per part of the dashboard; a message stands in one of them. */
export const ZH = {
  ...PANELS_ZH,
  ...SHELL_ZH,
  ...WRITING_ZH,
} as const;
