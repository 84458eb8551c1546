import type { SynthesisMatrix } from '../../calibration/synthesize/fit/synthesis-matrix.ts';
import { pickExaminees } from '../../src/irt/responses.ts';

/** The participants that reflect, without the models alone. */
export function reflectedOf({ responses, speakers, absent }: SynthesisMatrix): SynthesisMatrix {
  const rows = speakers.flatMap(({ mode }, i) => (mode === 'reflected' ? [i] : []));
  return {
    responses: pickExaminees(responses, rows),
    speakers: rows.map((i) => speakers[i]),
    absent,
  };
}
