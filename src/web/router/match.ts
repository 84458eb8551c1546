/** The pages, by the pattern of their path; `:name` stands for one part. */
const PAGES = {
  start: 'start',
  leaderboards: 'leaderboards',
  leaderboard: 'leaderboards/:id',
  compare: 'compare',
  sessions: 'sessions',
  newSession: 'sessions/new',
  invite: 'sessions/invite',
  session: 'sessions/:id',
  banks: 'banks',
  bank: 'banks/:bank',
  review: 'banks/:bank/review',
  lineage: 'banks/:bank/calibrations',
  item: 'banks/:bank/items/:item',
  annotations: 'annotations',
  annotation: 'annotations/:id',
  calibrations: 'calibrations',
  calibration: 'calibrations/:id',
  jobs: 'jobs',
  newJob: 'jobs/new',
  job: 'jobs/:id',
  ratings: 'ratings',
  newRating: 'ratings/new',
  rating: 'ratings/:id',
  studies: 'studies',
  study: 'studies/:name',
  writing: 'writing',
  writingPanel: 'writing/:panel',
  workers: 'workers',
  keys: 'keys',
} as const;
/** `home`: no path; it leads to one of the others. */
export type PageName = keyof typeof PAGES | 'home';

/** Which page a path is, and its parameters; null if there is none. The first pattern that fits counts. */
export function matchPage(
  path: readonly string[],
): { readonly page: PageName; readonly params: Readonly<Record<string, string>> } | null {
  if (path.length === 0) return { page: 'home', params: {} };
  for (const [page, pattern] of Object.entries(PAGES)) {
    const params = fit(pattern.split('/'), path);
    if (params !== null) return { page: page as PageName, params };
  }
  return null;
}

function fit(pattern: readonly string[], path: readonly string[]): Record<string, string> | null {
  if (pattern.length !== path.length) return null;
  const params: Record<string, string> = {};
  for (const [k, part] of pattern.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = path[k];
    else if (part !== path[k]) return null;
  }
  return params;
}
