import { parentPort, workerData } from 'node:worker_threads';
import type { PanelRatings } from '../../workflow/ratings/grade-table.ts';
import { ratingReport } from '../../workflow/ratings/rating-report.ts';

/** Draws the intervals of a report, which may take seconds. */
parentPort!.postMessage(ratingReport(workerData as PanelRatings));
