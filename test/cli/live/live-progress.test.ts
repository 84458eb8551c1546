import { expect, test } from 'vitest';
import { liveProgress } from '../../../src/cli/live/live-progress.ts';
import type { LiveTest } from '../../../src/ranking/live/live-test.ts';
import type { RunAnswer } from '../../../src/run/run-record.ts';
import { Screen } from '../screen.ts';

const ANSWER = {} as RunAnswer;
const testOf = (model: string): LiveTest => ({
  ...{ model, length: 10, asked: 0, isOver: false },
  ...{ next: () => [], record() {}, score: () => null },
});
const HINTS = { look: 'Look.', longer: 'allow more' };
const QUIET = { lines: () => [], showBy() {} };

/** What is written without a terminal. */
function linesOf(cost: number): string {
  let text = '';
  const stream = { write: (more: string) => (text += more) };
  const watch = liveProgress([testOf('a')], QUIET, HINTS, stream, () => 0);
  for (let k = 0; k < 10; k++) watch.answered(0, cost, ANSWER);
  watch.stop();
  return text;
}

test('without a known price no money is shown', () => {
  expect(linesOf(0)).toContain('100% (10 of 10 answers)\n');
  expect(linesOf(0)).not.toContain('$');
  expect(linesOf(0.02)).toContain('100% (10 of 10 answers), $0.20\n');
});

test('on a terminal: a line per model, and above them what is not well, until the end', () => {
  const screen = new Screen(80, 12);
  let at = 0;
  let redraw = () => {};
  const lines: string[] = [];
  const feedback = { lines: () => lines, showBy: (draw: () => void) => (redraw = draw) };
  const watch = liveProgress([testOf('strong'), testOf('weak')], feedback, HINTS, screen, () => at);
  expect(screen.text.split('\n')[1]).toMatch(/^weak\s+░{20} 0\/10$/);
  lines.push('weak: retry 1 of 6 in 4 s: HTTP 500.');
  redraw();
  expect(screen.text.split('\n')[0]).toBe(lines[0]);
  lines.pop();
  for (let k = 0; k < 5; k++) {
    at += 1000;
    watch.answered(0, 0.01, ANSWER);
  }
  expect(screen.text.split('\n')[0]).toMatch(
    /^strong {2}█{10}░{10} 5\/10 {2}\$0\.0500 {2}15s left$/,
  );
  watch.stop();
  redraw();
  expect(screen.text).toBe('');
});

test('a fault of all first answers is a line of its own, above the progress', () => {
  const empty = { pattern: 'unreadable', count: 5, of: 5, truncated: 0, empty: 5 } as const;
  const warning =
    'weak: WARNING: the first 5 answers could not be read and count as wrong, so the score says more about the prompt, the limit of tokens or the extraction than about the model; all were empty: check the chat template and the reasoning parser of the server. Look.\n';
  let text = '';
  const stream = { write: (more: string) => (text += more) };
  liveProgress([testOf('strong'), testOf('weak')], QUIET, HINTS, stream, () => 0).doubted(
    1,
    empty,
    '',
  );
  expect(text).toBe(warning);

  const screen = new Screen(300, 12);
  const watch = liveProgress([testOf('weak')], QUIET, HINTS, screen, () => 0);
  watch.doubted(0, empty, '');
  watch.stop();
  expect(screen.text).toBe(warning.trimEnd());
});
