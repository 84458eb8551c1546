import { expect, test } from 'vitest';
import { synthesisPlan } from '../../../calibration/synthesize/calls.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import { responseLines } from '../../../src/operations/synthesize/files.ts';
import { KeptCalls } from '../../../src/run/kept-calls.ts';
import { aloneOf } from '../../calibration/synthesize/pool.ts';

test('shares of a case are written as they were scored, to the last digit', () => {
  const plan = synthesisPlan(participantsOf([aloneOf(['a', 'b'])]));
  const kept = new KeptCalls(plan.calls.length, 2);
  kept.keep(0, 0, { score: 2 / 3, extracted: '["x","y"]' });
  kept.keep(0, 1, { score: 1, extracted: 'A' });
  kept.keep(1, 1, { score: 0, extracted: null });
  expect([...responseLines(plan, { ids: ['case', 'choice'] }, kept)].join('')).toBe(
    'examinee,family,case,choice\na,a,0.6666666666666666,1\nb,b,,0\n',
  );
});
