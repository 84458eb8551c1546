/**
 * Who may do what. `administrator` everything; `runner` reads banks with their text, makes and answers sessions, starts jobs
 * of measurement; `examinee` the one session of its key: items to answer, and answers; `viewer` reads results, leaderboards,
 * parameters and plots, and no question text, answer keys or outputs; `expert` only the work of its one panel: answers to rate,
 * labels or questions to review; `link` only one leaderboard, at an address that contains the key.
 */
export const ROLES = ['administrator', 'runner', 'examinee', 'viewer', 'expert', 'link'] as const;
export type Role = (typeof ROLES)[number];
