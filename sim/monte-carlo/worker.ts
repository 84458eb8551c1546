import { workOnThread } from '../threads.ts';
import { blockSimulator } from './block.ts';

/** One thread of a study. */
workOnThread(blockSimulator);
