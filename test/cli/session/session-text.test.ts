import { expect, test } from 'vitest';
import type { SessionResult } from '../../../src/api/sessions.ts';
import { resultText } from '../../../src/cli/session/session-text.ts';

test('too few answers of a person are told without a score, an ability or a place', () => {
  const standing = {
    ...{ answers: 4, right: 3, score: 75, low: 30, high: 95, ability: 0.8, se: 0.6 },
    ...{ verified: false, unverified: 'too-few', alarm: null, misfit: null },
  };
  const session = {
    ...{ id: 's1', examinee: 'P-1', bank: 'exam', state: 'ended', reason: 'its time is over' },
    ...{ answered: 4, length: 20 },
  };
  const result = { session, standing, place: 2, bestPlace: 1, worstPlace: 9, recorded: 9 };
  const text = resultText(result as unknown as SessionResult);
  expect(text).toMatch(/^s1 {2}P-1 .* 4 of 20 .* 3 of 4 /);
  expect(text).not.toMatch(/75|30|95|0\.8|place/);
});
