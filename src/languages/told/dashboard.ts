import { AUDIT_TOLD } from './audit.ts';
import { DIAGNOSIS_TOLD } from './diagnosis.ts';
import { NOUNS_TOLD } from './nouns.ts';
import { REFRESH_TOLD } from './refresh.ts';
import { SERVICE_TOLD } from './service.ts';
import { STUDIES_TOLD } from './studies.ts';

/** What the dashboard tells again; pages of commands and errors are told where they are made. */
export const DASHBOARD_TOLD = {
  ...AUDIT_TOLD,
  ...DIAGNOSIS_TOLD,
  ...NOUNS_TOLD,
  ...REFRESH_TOLD,
  ...SERVICE_TOLD,
  ...STUDIES_TOLD,
} as const;
