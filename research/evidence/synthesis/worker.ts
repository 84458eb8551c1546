import { serveTasks } from 'thetarank';
import { sharingSimulator } from './simulate-sharing.ts';

/** One thread of the evidence for synthesis. */
serveTasks(sharingSimulator);
