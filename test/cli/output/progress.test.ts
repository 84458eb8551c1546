import { afterEach, expect, test, vi } from 'vitest';
import { progressBar, timeLeft } from '../../../src/cli/output/progress.ts';
import type { Progress } from '../../../src/workflow/progress.ts';

const written: string[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  written.length = 0;
});

/** The lines of `steps` steps of `milliseconds` each, the first of them `kept` before, where standard error is no terminal. */
function lines(
  steps: number,
  milliseconds: number,
  kept = 0,
  before: (progress: Progress, step: number) => void = () => {},
): string[] {
  const isTerminal = process.stderr.isTTY;
  process.stderr.isTTY = false;
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  let clock = 0;
  try {
    const progress = progressBar(() => clock);
    progress.start(steps, 'calibrating');
    before(progress, 0);
    for (let k = 1; k <= steps; k++) {
      before(progress, k);
      clock += k > kept ? milliseconds : 1;
      progress.advance(`step ${k}`, k <= kept);
    }
    progress.stop();
  } finally {
    process.stderr.isTTY = isTerminal;
  }
  return written;
}

test('without a terminal, a line every tenth of the work, with the time left', () => {
  const all = lines(200, 100);
  expect(all).toHaveLength(11);
  expect(all[0]).toBe('0% (0 of 200): calibrating\n');
  expect(all[1]).toBe('10% (20 of 200), 18s left: step 20\n');
  expect(all[10]).toBe('100% (200 of 200): step 200\n');
});

test('and one every 15 seconds, without an estimate before a twentieth is done', () => {
  const all = lines(100, 10_000);
  expect(all[1]).toBe('2% (2 of 100): step 2\n');
  expect(all[3]).toBe('6% (6 of 100), 15m40s left: step 6\n');
  expect(all).toHaveLength(51);
});

test('the time left is at the pace so far', () => {
  expect(timeLeft(0, 1, 0)).toBe('');
  expect(timeLeft(4, 100, 1000)).toBe('');
  expect(timeLeft(50, 100, 7_200_000)).toBe('2h0m');
});

test('earlier results do not count for the time left', () => {
  const all = lines(100, 1000, 50);
  expect(all).toContain('60% (60 of 100), 40s left: step 60\n');
});

test('a total that is a bound or an estimate is called one', () => {
  const all = lines(100, 100, 0, (progress, step) => {
    if (step === 0) progress.expect(200, 'most');
    if (step === 60) progress.expect(100, 'about');
  });
  expect(all).toContain('20 of at most 200, at most 18s left: step 20\n');
  expect(all).toContain('70% (70 of about 100), about 3s left: step 70\n');
});
