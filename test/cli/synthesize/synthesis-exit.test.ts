import { describe, expect, test } from 'vitest';
import type { SynthesisAsked } from '../../../src/cli/synthesize/ask-synthesis.ts';
import { synthesisExit } from '../../../src/cli/synthesize/synthesis-outcome.ts';

const asked = (missing: number, stopped: 'budget' | 'stopped' | null, isInterrupted = false) =>
  ({
    outcomes: [{ model: 'a', stopped, error: null }],
    isInterrupted,
    tally: { calls: () => ({ kept: 9, missing }) },
  }) as unknown as SynthesisAsked;

describe('how a synthesis ends', () => {
  test.each([
    ['nothing missing as the time was over', asked(0, 'budget'), 0],
    ['nothing missing as it was interrupted', asked(0, 'stopped', true), 0],
    ['something missing as the budget was spent', asked(1, 'budget'), 4],
    ['something missing as it was interrupted', asked(1, 'stopped', true), 130],
    ['calls without an answer', asked(1, null), 2],
  ])('%s', (_, all, code) => {
    expect(synthesisExit(all).code).toBe(code);
  });
});
