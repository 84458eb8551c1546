/**
 * `replaced`: accepted, and a later one was accepted since. `proposal`: a refresh of the one in force that nobody has decided about;
 * `outdated`: of another one. `kept`: none of these.
 */
export const CALIBRATION_STATES = [
  'in force',
  'replaced',
  'rolled back',
  'proposal',
  'outdated',
  'kept',
] as const;
