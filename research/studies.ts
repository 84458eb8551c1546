import type { Study } from './study.ts';

/** The studies by name, in the order in which `all` makes them. */
const STUDIES: Readonly<Record<string, () => Promise<Study>>> = {
  ranking: async () => (await import('./evidence/ranking/ranking.ts')).ranking,
  strange: async () => (await import('./evidence/strange/strange.ts')).strange,
  when: async () => (await import('./evidence/when/when.ts')).when,
  orders: async () => (await import('./evidence/orders/orders.ts')).orders,
  paper: async () => (await import('./evidence/paper/paper.ts')).paper,
  costs: async () => (await import('./evidence/costs/costs.ts')).costs,
  endpoints: async () => (await import('./evidence/endpoints/endpoints.ts')).endpoints,
  audit: async () => (await import('./evidence/audit/audit.ts')).audit,
  agreement: async () => (await import('./evidence/agreement/agreement.ts')).agreement,
  fractions: async () => (await import('./evidence/fractions/fractions.ts')).fractions,
  graded: async () => (await import('./evidence/graded/graded.ts')).graded,
  'graded-tests': async () => (await import('./evidence/graded-tests/graded-tests.ts')).gradedTests,
  likelihoods: async () => (await import('./evidence/likelihoods/likelihoods.ts')).likelihoods,
  calibration: async () => (await import('./evidence/calibration/calibration.ts')).calibration,
  abilities: async () => (await import('./evidence/abilities/abilities.ts')).abilities,
  flags: async () => (await import('./evidence/flags/flags.ts')).flags,
  judges: async () => (await import('./evidence/judges/judges.ts')).judges,
  humans: async () => (await import('./evidence/humans/humans.ts')).humans,
  people: async () => (await import('./evidence/people/people.ts')).people,
  raters: async () => (await import('./evidence/raters/raters.ts')).raters,
  dif: async () => (await import('./evidence/dif/dif.ts')).dif,
  noise: async () => (await import('./evidence/noise/noise.ts')).noise,
  bounds: async () => (await import('./evidence/bounds/bounds.ts')).bounds,
  warnings: async () => (await import('./evidence/warnings/warnings.ts')).warnings,
  pretest: async () => (await import('./evidence/pretest/pretest.ts')).pretest,
  refresh: async () => (await import('./evidence/refresh/refresh.ts')).refresh,
  compare: async () => (await import('./evidence/compare/compare.ts')).compare,
  series: async () => (await import('./evidence/series/series.ts')).series,
  watch: async () => (await import('./evidence/watch/watch.ts')).watch,
  stress: async () => (await import('./evidence/stress/stress.ts')).stress,
  synthesis: async () => (await import('./evidence/synthesis/synthesis.ts')).synthesis,
  'synthesis-record': async () =>
    (await import('./evidence/synthesis-record/synthesis-record.ts')).synthesisRecord,
};
export const STUDY_NAMES = Object.keys(STUDIES);

export async function loadStudy(name: string): Promise<Study> {
  return STUDIES[name]();
}
