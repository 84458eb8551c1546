import { setTimeout as pause } from 'node:timers/promises';
import type { Ask } from './persist.ts';

/** What came of jobs that were run while something failed. */
export interface JobFindings {
  readonly jobs: number;
  /** Jobs that did not end as `done`. */
  readonly jobsFailed: number;
  /** Calibrations above one for each model: what a job that was run again has kept twice. */
  readonly keptTwice: number;
  /** Models whose calibration, made once more without interruptions, is another one. */
  readonly otherCalibrations: number;
}

/** Models that are calibrated in turn. */
const MODELS = ['rasch', '2pl', '3pl'] as const;
/** Between two looks at a job, in ms. */
const LOOKS = 200;

/** Jobs of a bank that has recorded answers and no calibration: calibrations and audits in turn, each awaited. */
export function jobLoad(ask: Ask, bank: string) {
  let count = 0;
  let failed = 0;
  /** Models with a calibration. */
  const done = new Set<string>();
  const ended = async (url: string, body?: object) => {
    const { id } = await ask('POST', url, body);
    for (;;) {
      const job = await ask('GET', `/v1/jobs/${id}`);
      if (job.finishedAt !== null) return job;
      await pause(LOOKS);
    }
  };
  const calibrate = (model: string) =>
    ended('/v1/jobs', {
      operation: 'calibrate fit',
      options: { bank, irtModel: model, method: 'marginal' },
    });
  return {
    async run(): Promise<void> {
      const k = count++;
      const model = k % 4 === 3 ? null : MODELS[k % MODELS.length];
      const job = await (model === null ? ended(`/v1/banks/${bank}/audits`) : calibrate(model));
      if (job.state === 'done') {
        if (model !== null) done.add(model);
        return;
      }
      failed++;
      process.stderr.write(`${JSON.stringify(job)}\n`);
    },
    async check(): Promise<JobFindings> {
      const list = async () => (await ask('GET', `/v1/banks/${bank}/calibrations`)).items;
      const before = await list();
      let other = 0;
      for (const model of done) {
        const { result } = await calibrate(model);
        if (!before.some(({ id }: { id: number }) => id === result?.result.calibration)) other++;
      }
      return {
        jobs: count,
        jobsFailed: failed,
        keptTwice: before.length - done.size,
        otherCalibrations: other,
      };
    },
  };
}
