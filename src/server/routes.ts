import { annotationRoutes } from './annotations/annotation-routes.ts';
import { bankRoutes } from './banks/bank-routes.ts';
import { calibrationRoutes } from './banks/calibration-routes.ts';
import { reviewRoutes } from './banks/review-routes.ts';
import { boardRoutes } from './boards/board-routes.ts';
import { healthRoutes } from './health/health-routes.ts';
import { humansRoutes } from './humans/humans-routes.ts';
import { jobRoutes } from './jobs/job-routes.ts';
import { startRoutes } from './jobs/start-routes.ts';
import { keyRoutes } from './keys/key-routes.ts';
import { liveRoutes } from './live-routes.ts';
import { modelRoutes } from './models/model-routes.ts';
import type { Parts } from './parts.ts';
import { ratingExpertRoutes } from './ratings/expert-routes.ts';
import { ratingRoutes } from './ratings/rating-routes.ts';
import { refreshRoutes } from './refreshes/refresh-routes.ts';
import type { Route } from './route.ts';
import { personRoutes } from './sessions/person/person-routes.ts';
import { sessionRoutes } from './sessions/session-routes.ts';
import { studyRoutes } from './studies/study-routes.ts';
import { workerRoutes } from './workers/worker-routes.ts';
import { writingRoutes } from './writing/writing-routes.ts';

/** Every route of the service, in the order of its description. */
export function serviceRoutes(parts: Parts): Route[] {
  return [
    ...bankRoutes(parts),
    ...humansRoutes(parts),
    ...reviewRoutes(parts),
    ...annotationRoutes(parts),
    ...calibrationRoutes(parts),
    ...refreshRoutes(parts),
    ...writingRoutes(parts),
    ...sessionRoutes(parts),
    ...personRoutes(parts),
    ...modelRoutes(parts),
    ...boardRoutes(parts),
    ...jobRoutes(parts),
    ...startRoutes(parts),
    ...ratingRoutes(parts),
    ...ratingExpertRoutes(parts),
    ...keyRoutes(parts),
    ...studyRoutes(parts),
    ...workerRoutes(parts),
    ...liveRoutes(parts),
    ...healthRoutes(parts),
  ];
}
