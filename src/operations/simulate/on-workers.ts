import type { Reading, Where } from '../operation.ts';

/** What a dry run adds where workers will compute: it measures this machine. */
export function onWorkersNote({ options: { on }, where }: Reading<Where>): string[] {
  return on === 'workers'
    ? [
        `With --on workers the time goes by the threads of all workers instead: thetarank worker list${where}`,
      ]
    : [];
}
