import { expect, test } from 'vitest';
import { accuracyGrid } from '../../../src/cli/asking/accuracy-grid.ts';
import { synthesisProgress } from '../../../src/cli/asking/synthesis-progress.ts';
import { cutToWidth, displayWidth } from '../../../src/cli/output/display-width.ts';
import { wrapped } from '../../../src/cli/output/live-block.ts';
import type { ProgressFacts } from '../../../src/workflow/synthesis/synthesis-watch.ts';
import { Screen } from '../screen.ts';

const NAMES = ['qwen', 'llama', 'glm'];
const PARTICIPANTS = NAMES.flatMap((generator) => [
  { generator, critic: null as string | null },
  ...NAMES.filter((name) => name !== generator).map((critic) => ({ generator, critic })),
]);
const TOTAL = 40;
const REPLY = { tokens: { prompt: 80, completion: 20, reasoning: 0 }, cost: 0.02 };

/** A synthesis of 40 calls for 8 items; each answer brings one final answer to the first participants. */
function runningSynthesis(more: Partial<ProgressFacts> = {}) {
  let done = 0;
  let at = 0;
  const facts: ProgressFacts = {
    run: 3,
    database: '/kept/store.db',
    participants: PARTICIPANTS,
    items: 8,
    tally: {
      count() {},
      calls: () => ({ kept: done, missing: TOTAL - done }),
      items: () => Math.floor(done / 5),
      finals: () =>
        PARTICIPANTS.map((_, p) => ({ right: p === 1 ? done : 0, answers: p < 3 ? done : 0 })),
    },
    retries: () => ({ 'rate-limit': 2 * done, timeout: 1, cut: 0 }),
    isStopping: () => false,
    ...more,
  };
  return {
    facts,
    now: () => at,
    answer(progress: ReturnType<typeof synthesisProgress>) {
      done++;
      at += 1000;
      progress.answered(REPLY);
    },
  };
}

test('on a terminal lines are rewritten in place: how far it is, and a grid of shares right', () => {
  const { facts, now, answer } = runningSynthesis({ title: 'pool 1 of 3' });
  const screen = new Screen(80, 12);
  const progress = synthesisProgress(facts, undefined, { stream: screen, now });
  for (let k = 0; k < 10; k++) answer(progress);
  progress.failed();
  const before = screen.text;
  expect(before.split('\n')).toEqual([
    'pool 1 of 3: 25%: 10 of 40 calls, 2 of 8 items, 1,000 tokens, $0.20,',
    '1.0 calls/s, retried 20 rate-limit + 1 timeout, 30s left',
    '% right   qwen  llama    glm',
    'qwen        0%   100%     0%',
    'llama        –      –      –',
    'glm          –      –      –',
  ]);
  answer(progress);
  expect(screen.text).toContain('27%: 11 of 40 calls');
  expect(screen.text).toContain('1 without an answer');
  // Nothing of what stood there before is left.
  expect(screen.text).not.toContain('25%');
  progress.stop();
  expect(screen.text).toBe('');
});

test('nothing scrolls or wraps, however small the terminal is', () => {
  for (const columns of [20, 26, 40, 200])
    for (const rows of [2, 4, 6, 7, 30]) {
      const { facts, now, answer } = runningSynthesis();
      const screen = new Screen(columns, rows);
      const progress = synthesisProgress(facts, undefined, { stream: screen, now });
      for (let k = 0; k < TOTAL; k++) answer(progress);
      for (const frame of screen.frames)
        for (const line of frame.split('\n')) expect(line.length).toBeLessThan(columns);
      expect(screen.text).toContain('100%: 40 of');
      progress.stop();
      expect(screen.text).toBe('');
    }
});

test('without a terminal, a line after each tenth with the shares, and one every 15 seconds', () => {
  const written: string[] = [];
  const { facts, now, answer } = runningSynthesis();
  const stream = { write: (text: string) => void written.push(text) };
  const progress = synthesisProgress(facts, undefined, { stream, now });
  for (let k = 0; k < TOTAL; k++) answer(progress);
  progress.stop();
  expect(written).toHaveLength(10);
  expect(written[0]).toBe(
    [
      '10%: 4 of 40 calls, 0 of 8 items, 400 tokens, $0.0800, 1.0 calls/s, retried 8 rate-limit + 1 timeout, 36s left',
      '  % right   qwen  llama    glm',
      '  qwen        0%   100%     0%',
      '  llama        –      –      –',
      '  glm          –      –      –',
      '',
    ].join('\n'),
  );
  expect(written.join('')).not.toContain('\x1b');
});

test('says that it waits for the open calls', () => {
  const { facts, now, answer } = runningSynthesis({ isStopping: () => true });
  const screen = new Screen(200, 20);
  const progress = synthesisProgress(facts, undefined, { stream: screen, now });
  answer(progress);
  progress.stop();
  expect(screen.frames.join()).toContain('stopping: ');
});

test('of many models as many are shown as fit, by numbers', () => {
  const names = Array.from({ length: 12 }, (_, k) => `a-model-with-a-long-name-${k}`);
  const participants = names.flatMap((generator) =>
    names.map((critic) => ({ generator, critic: critic === generator ? null : critic })),
  );
  const sums = participants.map(() => ({ right: 1, answers: 2 }));
  const grid = accuracyGrid(participants, sums, { columns: 60, rows: 20 });
  expect(grid[0]).toBe(`% right${' '.repeat(13)}     1     2     3     4     5     6`);
  expect(grid[1]).toBe('1 a-model-with-a-lo…   50%   50%   50%   50%   50%   50%');
  expect(grid).toHaveLength(8);
  expect(grid[7]).toBe('… 6 more models');
  expect(accuracyGrid(participants, sums, { columns: 200, rows: 5 })).toHaveLength(5);
  expect(accuracyGrid(participants, sums, { columns: 200, rows: 5 })[4]).toBe('… 9 more models');
  expect(accuracyGrid(participants, sums, { columns: 20, rows: 20 })).toEqual([]);
});

test('repeats of one pair are taken together; without critics there is a list', () => {
  const pair = { generator: '通义千问', critic: 'b' };
  const grid = accuracyGrid(
    [pair, pair, { generator: 'b', critic: null }],
    [
      { right: 1, answers: 1 },
      { right: 0, answers: 3 },
      { right: 1, answers: 1 },
    ],
    { columns: 80, rows: 20 },
  );
  expect(grid).toEqual([
    '% right     通义千问         b',
    '通义千问                   25%',
    'b                         100%',
  ]);
  const alone = ['a', 'b'].map((generator) => ({ generator, critic: null }));
  const one = { right: 1, answers: 2 };
  expect(accuracyGrid(alone, [one, one], { columns: 80, rows: 2 })).toEqual(['a 50%, b 50%']);
});

test('widths are those of a terminal', () => {
  expect(displayWidth('答案 b')).toBe(6);
  expect(displayWidth('e\u0301')).toBe(1);
  expect(cutToWidth('答案是', 4)).toBe('答…');
  expect(cutToWidth('abc', 3)).toBe('abc');
  expect(cutToWidth('abc', 0)).toBe('');
  expect(wrapped(['aa', 'bb', 'cc'], 8)).toEqual(['aa, bb,', 'cc']);
});

test('a fault of all first answers of a model is told of at once', () => {
  const { facts, now } = runningSynthesis();
  let text = '';
  const stream = { write: (more: string) => (text += more) };
  const progress = synthesisProgress(facts, undefined, { stream, now });
  progress.doubted!(
    'glm',
    { pattern: 'unreadable', count: 5, of: 5, truncated: 5, empty: 0 },
    'Let me',
  );
  progress.stop();
  expect(text).toMatch(
    /^glm: WARNING: .* 5 .*maxTokens .*"Let me"\. .* answers 3 --outputs --database \/kept\/store\.db .*\n$/,
  );
});
