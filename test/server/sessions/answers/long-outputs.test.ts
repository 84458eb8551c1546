import { expect, onTestFinished, test } from 'vitest';
import { LONGEST_READ, scoreOutput } from '../../../../src/scoring/score-output.ts';
import { sessionEngine } from '../../../../src/server/sessions/engine/session-engine.ts';
import { TIDE } from '../../../prompt/items.ts';

test('long outputs are read on a thread, short ones at once, with the same result', async () => {
  const engine = sessionEngine();
  onTestFinished(() => engine.close());
  const short = 'The answer is (B).';
  const long = `${'Let us think about option C again. '.repeat(1000)}${short}`;
  expect(engine.read(TIDE, short)).toEqual(scoreOutput(TIDE, short));
  const read = engine.read(TIDE, long);
  expect(read).toBeInstanceOf(Promise);
  expect(await read).toEqual(scoreOutput(TIDE, long));
});

test('an output that is longer than the limit is not read, and says why', () => {
  const end = 'The answer is (B).';
  const text = `${' '.repeat(LONGEST_READ - end.length)}${end}`;
  expect(scoreOutput(TIDE, text).rule).not.toBe('too-long');
  expect(scoreOutput(TIDE, ` ${text}`)).toEqual({
    ...{ extracted: null, rule: 'too-long', reason: 'none', score: 0 },
  });
});
