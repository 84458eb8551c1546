/**
 * Operations that services do as jobs for whoever may measure. They read recorded answers of a bank, and change nothing that is there. Apart from the
 * operations, because pages read these names.
 */
export const ANALYSES = [
  'calibrate fit',
  'rank',
  'compare',
  'order',
  'simulate post-hoc',
  'simulate ordering',
] as const;
export type Analysis = (typeof ANALYSES)[number];
