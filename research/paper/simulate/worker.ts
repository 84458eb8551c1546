import { serveTasks } from 'thetarank';
import { paperSimulator } from './run-paper.ts';

/** One thread of the paper's study. */
serveTasks(paperSimulator);
