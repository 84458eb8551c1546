import { describe, expect, test } from 'vitest';
import { isCut } from '../../src/store/access/store-failure.ts';
import { throughCuts } from '../../src/store/postgres/cuts.ts';

const coded = (code: string) => Object.assign(new Error('x'), { code });

describe('cut transactions', () => {
  test('are told from other errors', () => {
    for (const code of ['08006', '57P01', '57P03', '53300', '25006', 'ECONNRESET', 'EPIPE'])
      expect(isCut(coded(code)), code).toBe(true);
    expect(isCut(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isCut(new Error('timeout exceeded when trying to connect'))).toBe(true);
    for (const code of ['23503', '28P01', '3D000', 'ENOENT', 'ENOTFOUND'])
      expect(isCut(coded(code)), code).toBe(false);
    expect(isCut(new Error('x is not a function'))).toBe(false);
  });

  test('are tried again, each with a longer wait, until the patience ends', async () => {
    const begun: boolean[] = [];
    const failing = throughCuts(1000, async (isRepeat) => {
      begun.push(isRepeat);
      throw coded('ECONNRESET');
    });
    await expect(failing).rejects.toThrow('x');
    // After 0, 50, 150, 350 and 750 ms at the earliest; the next one would come after 1550.
    expect(begun.length).toBeLessThanOrEqual(5);
    expect(begun[0]).toBe(false);
    expect(begun.slice(1)).not.toContain(false);
  });

  test('are not tried again after success, or another error', async () => {
    let attempts = 0;
    const healed = throughCuts(300_000, async () => {
      if (++attempts === 1) throw coded('ECONNRESET');
      return 'done';
    });
    expect([await healed, attempts]).toEqual(['done', 2]);
    const defect = throughCuts(300_000, async () => {
      attempts++;
      throw coded('23503');
    });
    await expect(defect).rejects.toThrow('x');
    expect(attempts).toBe(3);
  });
});
