import { parentPort, workerData } from 'node:worker_threads';
import { type RescoreInput, scoreAgain } from '../../workflow/calibration/rescore.ts';

/** Scores many models on the items of a calibration, which may take seconds. */
parentPort!.postMessage(scoreAgain(workerData as RescoreInput));
