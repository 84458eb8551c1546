import { afterEach, expect, test, vi } from 'vitest';
import { convergenceProgress, progressBar } from '../../../src/cli/output/progress.ts';

const written: string[] = [];
vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
afterEach(() => {
  vi.unstubAllEnvs();
  written.length = 0;
});
const lines = () => written.map((text) => JSON.parse(text));

test('a program that reads progress gets lines of JSON, about four a second, the first and last always', () => {
  vi.stubEnv('THETARANK_PROGRESS', 'json');
  let clock = 0;
  const progress = progressBar(() => clock);
  progress.start(100, 'calibrating');
  for (let k = 1; k <= 100; k++) {
    clock += 50;
    progress.advance(`step ${k}`);
  }
  progress.stop();
  const all = lines();
  expect(all[0]).toEqual({ done: 0, total: 100, doing: 'calibrating', secondsLeft: null });
  expect(all.at(-1)).toEqual({ done: 100, total: 100, doing: 'step 100', secondsLeft: 0 });
  // 5 seconds of work.
  expect(all).toHaveLength(21);
  expect(all[10]).toMatchObject({ done: 50, secondsLeft: 3 });
});

test('a fit tells its rounds, and the time left by the pace of its change', () => {
  vi.stubEnv('THETARANK_PROGRESS', 'json');
  let clock = 0;
  const progress = convergenceProgress(() => clock);
  for (let k = 1; k <= 3; k++) {
    progress.round({ iteration: k, change: 10 ** -k, logPosterior: -12.5 }, 1e-5, 500);
    clock += 1000;
  }
  const all = lines();
  expect(all).toHaveLength(3);
  expect(all[2]).toMatchObject({ done: 3, total: null, secondsLeft: 2 });
  expect(all[2].doing).toMatch(/ 3 .* 500, .* -12\.50, .* 1\.0e-3$/);
});

test('a fit whose change no longer falls tells no time left', () => {
  vi.stubEnv('THETARANK_PROGRESS', 'json');
  let clock = 0;
  const progress = convergenceProgress(() => clock);
  for (let k = 1; k <= 40; k++) {
    const change = k < 5 ? 10 ** -k : 2e-4;
    progress.round({ iteration: k, change, logPosterior: null }, 1e-5, 500);
    clock += 1000;
  }
  const all = lines();
  expect(all[3].secondsLeft).toBeGreaterThan(0);
  expect(all.at(-1)!.secondsLeft).toBeNull();
});

test('without it nothing changes', () => {
  const progress = progressBar(() => 0);
  const { isTTY } = process.stderr;
  process.stderr.isTTY = false;
  progress.start(2, 'calibrating');
  process.stderr.isTTY = isTTY;
  progress.stop();
  expect(written.join('')).not.toContain('{');
});
