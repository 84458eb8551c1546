import { workOnThread } from '../threads.ts';
import { paperSimulator } from './run-paper.ts';

/** One thread of the paper's study. */
workOnThread(paperSimulator);
