import { expect, onTestFinished, test } from 'vitest';
import { LONGEST_READ } from '../../../../src/scoring/extract/visible-text.ts';
import { scoreOutput } from '../../../../src/scoring/score-output.ts';
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

const ANSWER = 'The answer is (B).';
const reasoning = 'Let us think about option C again. '.repeat(LONGEST_READ / 30);

test.each([
  ['thinking', `<think>${reasoning}</think>\n\n${ANSWER}`],
  ['reasoning', `${reasoning}${ANSWER}`],
])('an answer after %s of any length is read', (_, text) => {
  expect(scoreOutput(TIDE, text)).toMatchObject({ extracted: 'B', reason: null });
  const open = { ...TIDE, type: 'open' as const, key: ['(B).'] };
  expect(scoreOutput(open, text)).toMatchObject({ extracted: '(B).', score: 1 });
});

test('of a long text only the end is read, and one that was cut before an answer says so', () => {
  const early = `${ANSWER}${' '.repeat(LONGEST_READ)}`;
  expect(scoreOutput(TIDE, early)).toMatchObject({ extracted: null });
  for (const text of [early, reasoning, `<think>${reasoning}`])
    expect(scoreOutput(TIDE, text, { cut: [true] })).toMatchObject({
      ...{ extracted: null, reason: 'truncated', score: 0 },
    });
});
