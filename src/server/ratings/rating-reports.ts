import type { Worker } from 'node:worker_threads';
import type { StoredPanel } from '../../store/panels/panels.ts';
import type { Store } from '../../store/store.ts';
import type { PanelRatings } from '../../workflow/ratings/grade-table.ts';
import type { RatingReport } from '../../workflow/ratings/rating-report.ts';
import { readRatings } from '../../workflow/ratings/read-ratings.ts';
import { onThread } from '../banks/thread.ts';

/** Reports that are kept for the next reader. */
const KEPT = 20;

type Compute = (ratings: PanelRatings) => Promise<RatingReport>;

/**
 * Reports of panels, one after another on a thread; computed again only when ratings have changed. Of a panel at most one report waits: whoever asks meanwhile gets that one, with the ratings
 * that are there when it begins. So raters at work and readers who come and go make no queue.
 */
export function ratingReports(
  store: Pick<Store, 'ratings'>,
  closing: AbortSignal,
  compute: Compute = onThreads(closing),
): (panel: StoredPanel) => Promise<RatingReport> {
  const kept = new Map<string, { readonly mark: string; readonly report: Promise<RatingReport> }>();
  const waiting = new Map<string, Promise<RatingReport>>();
  let last: Promise<unknown> = Promise.resolve();

  const next = async (panel: StoredPanel, before: Promise<unknown>): Promise<RatingReport> => {
    await before;
    // From here on it is in work, and the next reader waits for another one.
    waiting.delete(panel.id);
    const ratings = await readRatings(store, panel);
    const mark = markOf(ratings);
    const known = kept.get(panel.id);
    if (known?.mark === mark) return known.report;
    const report = compute(ratings);
    kept.delete(panel.id);
    kept.set(panel.id, { mark, report });
    for (const [id] of kept) if (kept.size > KEPT) kept.delete(id);
    report.catch(() => kept.delete(panel.id));
    return report;
  };

  return async (panel) => {
    const known = kept.get(panel.id);
    if (known !== undefined && known.mark === markOf(await readRatings(store, panel)))
      return known.report;
    const own = waiting.get(panel.id) ?? next(panel, last);
    if (!waiting.has(panel.id)) {
      waiting.set(panel.id, own);
      last = own.catch(() => {});
    }
    return own;
  };
}

function onThreads(closing: AbortSignal): Compute {
  const threads = new Set<Worker>();
  closing.addEventListener('abort', () => {
    for (const thread of threads) void thread.terminate();
  });
  return (ratings) => onThread<RatingReport>('../ratings/report-worker', ratings, threads);
}

/** Changes with every rating and every rater: revisions only grow. */
function markOf({ ratings, assignments }: PanelRatings): string {
  const revisions = ratings.reduce((sum, { revision }) => sum + revision, 0);
  return `${assignments.length} ${ratings.length} ${revisions}`;
}
