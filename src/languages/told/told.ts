import { AUDIT_TOLD } from './audit.ts';
import { DIAGNOSIS_TOLD } from './diagnosis.ts';
import { NOUNS_TOLD } from './nouns.ts';
import { REFRESH_TOLD } from './refresh.ts';
import { SERVICE_TOLD } from './service.ts';
import { STUDIES_TOLD } from './studies.ts';

/** Everything that is told again in Chinese, by the English sentence. One file per part; a sentence stands in one of them. */
export const TOLD = {
  ...AUDIT_TOLD,
  ...DIAGNOSIS_TOLD,
  ...NOUNS_TOLD,
  ...REFRESH_TOLD,
  ...SERVICE_TOLD,
  ...STUDIES_TOLD,
} as const;
