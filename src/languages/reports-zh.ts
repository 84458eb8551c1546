import { AUDIT_ZH } from './zh/audit.ts';
import { BOARDS_ZH } from './zh/boards.ts';
import { COMMON_ZH } from './zh/common.ts';
import { COMPARE_ZH } from './zh/compare.ts';
import { DIAGNOSIS_ZH } from './zh/diagnosis.ts';
import { DIF_ZH } from './zh/dif.ts';
import { EVALUATE_ZH } from './zh/evaluate.ts';
import { HUMANS_ZH } from './zh/humans.ts';
import { JUDGES_ZH } from './zh/judges.ts';
import { NOISE_ZH } from './zh/noise.ts';
import { PATTERNS_ZH } from './zh/patterns.ts';
import { POST_HOC_ZH } from './zh/post-hoc.ts';
import { RANK_ZH } from './zh/rank.ts';
import { RATINGS_ZH } from './zh/ratings.ts';
import { SYNTHESIS_ZH } from './zh/synthesis.ts';

/** All of the reports in Chinese, by the English message. One file per kind of report; a message stands in one of them. */
export const REPORTS_ZH = {
  ...AUDIT_ZH,
  ...BOARDS_ZH,
  ...COMMON_ZH,
  ...COMPARE_ZH,
  ...DIAGNOSIS_ZH,
  ...DIF_ZH,
  ...EVALUATE_ZH,
  ...HUMANS_ZH,
  ...JUDGES_ZH,
  ...NOISE_ZH,
  ...PATTERNS_ZH,
  ...POST_HOC_ZH,
  ...RANK_ZH,
  ...RATINGS_ZH,
  ...SYNTHESIS_ZH,
} as const;
