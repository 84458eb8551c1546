import fc from 'fast-check';
import { repetitions } from './repetitions.ts';

// Properties that do not state their number of runs have 100 with `npm run test:all`.
fc.configureGlobal({ numRuns: repetitions(100, 25) });
