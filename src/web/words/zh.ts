import { INVITE_ZH } from './zh/invite.ts';
import { PANELS_ZH } from './zh/panels.ts';
import { SHELL_ZH } from './zh/shell.ts';
import { TAKE_ZH } from './zh/take.ts';

/** All of the dashboard in Chinese, by the English message. One file per part of the dashboard; a message stands in one of them. */
export const ZH = {
  ...INVITE_ZH,
  ...PANELS_ZH,
  ...SHELL_ZH,
  ...TAKE_ZH,
} as const;
