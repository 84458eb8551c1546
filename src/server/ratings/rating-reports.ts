import type { Worker } from 'node:worker_threads';
import type { StoredPanel } from '../../store/panels/panels.ts';
import type { Store } from '../../store/store.ts';
import type { PanelRatings } from '../../workflow/ratings/grade-table.ts';
import type { RatingReport } from '../../workflow/ratings/rating-report.ts';
import { readRatings } from '../../workflow/ratings/read-ratings.ts';
import { onThread } from '../banks/thread.ts';

/** Reports that are kept for the next reader. */
const KEPT = 20;

/** Reports of panels, one after another on a thread; computed again only when ratings have changed. */
export function ratingReports(
  store: Pick<Store, 'ratings'>,
  closing: AbortSignal,
): (panel: StoredPanel) => Promise<RatingReport> {
  const threads = new Set<Worker>();
  const kept = new Map<string, { readonly mark: string; readonly report: Promise<RatingReport> }>();
  let last: Promise<unknown> = Promise.resolve();
  closing.addEventListener('abort', () => {
    for (const thread of threads) void thread.terminate();
  });
  return async (panel) => {
    const ratings = await readRatings(store, panel);
    const mark = markOf(ratings);
    const known = kept.get(panel.id);
    if (known?.mark === mark) return known.report;
    const before = last;
    const report = (async () => {
      await before;
      return onThread<RatingReport>('../ratings/report-worker', ratings, threads);
    })();
    last = report.catch(() => kept.delete(panel.id));
    kept.delete(panel.id);
    kept.set(panel.id, { mark, report });
    for (const [id] of kept) if (kept.size > KEPT) kept.delete(id);
    return report;
  };
}

/** Changes with every rating and every rater: revisions only grow. */
function markOf({ ratings, assignments }: PanelRatings): string {
  const revisions = ratings.reduce((sum, { revision }) => sum + revision, 0);
  return `${assignments.length} ${ratings.length} ${revisions}`;
}
