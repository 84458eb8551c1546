import { describe, expect, test } from 'vitest';
import { limitsLeft } from '../../../../../scripts/research/trial/ask/ask-trial.ts';
import { canReport } from '../../../../../scripts/research/trial/ask/run-trial.ts';
import { wholeItems } from '../../../../../scripts/research/trial/measure/trial-answers.ts';
import { PRIMARY } from '../../../../../scripts/research/trial/measure/trial-comparison.ts';
import type { TrialOutcome } from '../../../../../scripts/research/trial/measure/trial-result.ts';
import {
  blocksMarkdown,
  blocksText,
} from '../../../../../scripts/research/trial/report/report-blocks.ts';
import { canSay, verdict } from '../../../../../scripts/research/trial/report/trial-verdict.ts';
import { trialExit } from '../../../../../scripts/research/trial/trial-exit.ts';
import { seedInterval } from '../../../../../sim/synthesis/seed-interval.ts';

const outcomeOf = (...differences: number[]) => {
  const interval = seedInterval(differences);
  const none = seedInterval([]);
  const measures = { difficulty: none, error: none, tau: none, logLikelihood: interval };
  const pools = differences.map((logLikelihood) => ({
    difficulty: null,
    error: null,
    tau: null,
    logLikelihood,
  }));
  const comparisons = [{ beside: 'samples', over: measures, pools }];
  const heldOut = { models: ['x', 'y', 'z'] };
  return { comparisons, pools, heldOut, primary: PRIMARY } as unknown as TrialOutcome;
};

describe('the verdict is chosen by the interval of the primary comparison alone', () => {
  test.each<[string, number[], string]>([
    ['above 0', [0.01, 0.012, 0.011], 'calibrate better than samples'],
    ['below 0', [-0.01, -0.012, -0.011], 'calibrate worse than samples'],
    ['around 0', [0.01, -0.012, 0.02], 'shows neither that synthesis helps nor that it does not'],
    // All of them above 0, and no more is known with 2 degrees of freedom.
    ['wide', [0.01, 0.001, 0.02], 'shows neither that synthesis helps nor that it does not'],
    ['none', [0.01, 0.012], 'no interval and no decision'],
  ])('%s', (_, differences, words) => {
    expect(verdict(outcomeOf(...differences))).toContain(words);
  });

  test('few degrees of freedom are said', () => {
    expect(canSay(outcomeOf(1, 2, 3))[0]).toContain(
      '3 pools leave 2 degrees of freedom, so only a large difference can be detected.',
    );
    expect(canSay(outcomeOf(1, 2, 3, 4))[0]).toContain('3 degrees of freedom.');
  });
});

describe('figures come when all is asked', () => {
  const part = (stopped: string | null, missing = 0) =>
    ({
      outcomes: [{ model: 'm', stopped, error: null }],
      isInterrupted: stopped === 'stopped',
      tally: { calls: () => ({ kept: 1, missing }) },
    }) as unknown as Parameters<typeof trialExit>[0]['parts'][number];

  test('and not while a part is missing, was ended early, or lacks too much', () => {
    const parts = [part(null), part(null, 1)];
    expect(canReport({ parts }, 2, 1)).toBe(true);
    expect(canReport({ parts }, 2, 0.99)).toBe(true);
    expect(canReport({ parts }, 2, 0.98)).toBe(false);
    expect(canReport({ parts }, 3, 1)).toBe(false);
    for (const stopped of ['budget', 'stopped', 'failed'])
      expect(canReport({ parts: [part(null), part(stopped, 1)] }, 2, 1)).toBe(false);
    expect(trialExit({ parts }, true).code).toBe(0);
    expect(trialExit({ parts }, false).code).toBe(6);
    expect(trialExit({ parts: [part(null), part('budget', 1)] }, false).code).toBe(4);
    expect(trialExit({ parts: [part('stopped', 1)] }, false).code).toBe(130);
  });

  test('an item counts if every part has all its answers', () => {
    const job = (...lacks: number[]) =>
      ({
        design: { items: 4 },
        needed: () => [0, 1],
        kept: { isKept: (call: number, item: number) => call === 0 || !lacks.includes(item) },
      }) as unknown as Parameters<typeof wholeItems>[0][number];
    expect(wholeItems([job(), job(2), job(0, 2)])).toEqual([1, 3]);
  });
});

test('the rest of a budget is the amount the other parts have not spent', () => {
  const others = { dollars: 3, tokens: 500 };
  expect(limitsLeft({ money: 10, tokens: 400, time: 1000 }, others, 300)).toEqual({
    money: 7,
    tokens: 0,
    time: 700,
  });
  expect(limitsLeft({ money: null, tokens: null, time: null }, others, 300)).toEqual({
    money: null,
    tokens: null,
    time: null,
  });
});

test('a report is the same in print and in Markdown, for any characters in names', () => {
  const blocks = [
    { heading: 'Pool a|b' },
    { text: 'By *c*\nd' },
    { heads: ['name', 'n'], rows: [['<i>x', '1']] },
  ];
  expect(blocksMarkdown('T', blocks)).toBe(
    '# T\n\n## Pool a\\|b\n\nBy \\*c\\*\uFFFDd\n\n| name | n |\n|---|---:|\n| \\<i\\>x | 1 |\n',
  );
  expect(blocksText(blocks).split('\n\n')).toHaveLength(3);
});
