import { describe } from 'vitest';
import { describeOnPostgres } from '../store/postgres-of-run.ts';
import { annotationReviewsContract } from './annotation-reviews-contract.ts';
import { nextRoundContract } from './writing/next-round-contract.ts';

await describeOnPostgres('a service on PostgreSQL', (databases) => {
  describe('reviews of labels', () => annotationReviewsContract(databases));
  describe('the next round', () => nextRoundContract(databases));
});
