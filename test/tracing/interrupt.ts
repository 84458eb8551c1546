import { expect } from 'vitest';
import { start } from '../e2e/live/command.ts';

/** A study that lasts until it is interrupted. */
export const STUDY = [
  ...['simulate', 'monte-carlo', '--bank', 'generated', '--items', '200', '--lengths', '20'],
  ...['--estimators', 'eap', '--replications', '5000', '--workers', '1'],
];

/** The same as a design. */
export const LONG = {
  bank: { generate: { items: 200 } },
  abilities: { normal: { mean: 0, sd: 1, count: 1000 } },
  ...{ selectors: ['maximum-information'], estimators: ['eap'], lengths: [20] },
  replications: 5000,
};

/** Spans of a busy machine arrive however long it takes; without this, the end of a command waits for a second. */
export const PATIENT = { OTEL_EXPORTER_OTLP_TIMEOUT: '120000' };

/** Starts a study or another command, sends it a signal once `isReady` and some of it is done, and gives its exit code. */
export async function interrupt(
  signal: 'SIGINT' | 'SIGTERM',
  env: Readonly<Record<string, string>>,
  {
    args = STUDY,
    isReady = () => true,
  }: { args?: readonly string[]; isReady?: () => boolean } = {},
) {
  const running = start(args, { ...env, THETARANK_PROGRESS: 'json' });
  await expect.poll(running.stderr).toMatch(/"done":[1-9]/);
  await expect.poll(isReady).toBe(true);
  running.child.kill(signal);
  const { status } = await running.ended;
  return status;
}
