import { reteller } from '../../languages/retell.ts';
import { DASHBOARD_TOLD } from '../../languages/told/dashboard.ts';
import { type ReportText, wordsIn } from '../../languages/words.ts';
import { COMMON_ZH as REPORTS_COMMON_ZH } from '../../languages/zh/common.ts';
import { PATTERNS_ZH } from '../../languages/zh/patterns.ts';
import { ANNOTATIONS_ZH } from './zh/annotations.ts';
import { BANKS_ZH } from './zh/banks.ts';
import { CALIBRATIONS_ZH } from './zh/calibrations.ts';
import { COMMON_ZH } from './zh/common.ts';
import { HUMANS_ZH } from './zh/humans.ts';
import { INVITE_ZH } from './zh/invite.ts';
import { JOBS_ZH } from './zh/jobs.ts';
import { LEADERBOARDS_ZH } from './zh/leaderboards.ts';
import { PANELS_ZH } from './zh/panels.ts';
import { RATINGS_ZH } from './zh/ratings.ts';
import { REVIEW_ZH } from './zh/review.ts';
import { SESSIONS_ZH } from './zh/sessions.ts';
import { SHELL_ZH } from './zh/shell.ts';
import { TAKE_ZH } from './zh/take.ts';
import { WRITING_ZH } from './zh/writing.ts';

/** All of the dashboard in Chinese, by the English message. One file per part of the dashboard; a message stands in one of them. */
export const ZH = {
  ...COMMON_ZH,
  ...BANKS_ZH,
  ...CALIBRATIONS_ZH,
  ...INVITE_ZH,
  ...JOBS_ZH,
  ...LEADERBOARDS_ZH,
  ...HUMANS_ZH,
  ...ANNOTATIONS_ZH,
  ...PANELS_ZH,
  ...REVIEW_ZH,
  ...SESSIONS_ZH,
  ...RATINGS_ZH,
  ...SHELL_ZH,
  ...TAKE_ZH,
  ...WRITING_ZH,
} as const;

/** Sentences of the service in Chinese; null for those that are not known. */
export const toldInChinese = reteller(DASHBOARD_TOLD);

/** The words of the only texts that the dashboard makes as reports do: what answers show of a prompt. */
export const PATTERN_WORDS = wordsIn('zh', {
  ...REPORTS_COMMON_ZH,
  ...PATTERNS_ZH,
} as Readonly<Record<ReportText, string>>);
