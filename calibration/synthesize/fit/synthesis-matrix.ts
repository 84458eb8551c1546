import { fail } from '../../../src/errors.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { callId, type Setting } from '../call-id.ts';
import type { Participant } from '../participants.ts';

/** A scored answer from the record of a run. */
export interface KeptAnswer {
  /** The id of the call that gave it. */
  readonly call: string;
  readonly item: string;
  /** In [0, 1]. */
  readonly score: number;
}

/** `solo`: a model alone, as ranked models answer. `reflected`: after the criticism of another. */
export type Mode = 'solo' | 'reflected';

/** The models and settings that a participant's answers depend on. */
export interface Speaker {
  readonly id: string;
  readonly generator: string;
  /** The id of the generation: participants of one generator may share it, or have their own. */
  readonly generation: string;
  /** Null for a solo. */
  readonly critic: string | null;
  readonly mode: Mode;
}

/** Participants as the examinees of a calibration. */
export interface SynthesisMatrix {
  readonly responses: ResponseMatrix;
  /** One entry per examinee. */
  readonly speakers: readonly Speaker[];
  /** Ids of participants without any answer, which are not among the examinees. */
  readonly absent: readonly string[];
}

/**
 * The final answers of participants, as a matrix in their order and that of the items. Answers of other calls (criticisms, and
 * generations of models that are not participants by themselves) are ignored.
 * @throws ITEM_UNKNOWN; OPTION_INVALID for a score outside [0, 1] and for a second answer of a participant to an item
 */
export function synthesisMatrix(
  participants: readonly Spoken[],
  items: readonly string[],
  answers: Iterable<KeptAnswer>,
): SynthesisMatrix {
  const rows = new Map(participants.map(({ id }, i) => [id, i]));
  const columns = new Map(items.map((item, j) => [item, j]));
  const width = items.length;
  const all = new Float32Array(participants.length * width).fill(Number.NaN);
  const counts = new Int32Array(participants.length);
  for (const { call, item, score } of answers) {
    const i = rows.get(call);
    if (i === undefined) continue;
    const j = columns.get(item);
    if (j === undefined) fail('ITEM_UNKNOWN', { item, where: 'the items of the synthesis' });
    const option = `the answer of ${call} to ${item}`;
    if (!(score >= 0 && score <= 1))
      fail('OPTION_INVALID', { option, found: String(score), accepted: 'a score in [0, 1]' });
    if (!Number.isNaN(all[i * width + j]))
      fail('OPTION_INVALID', { option, found: 'a second answer', accepted: 'one answer' });
    all[i * width + j] = score;
    counts[i]++;
  }
  const present = participants.flatMap((_, i) => (counts[i] > 0 ? [i] : []));
  const scores = new Float32Array(present.length * width);
  present.forEach((i, k) => {
    scores.set(all.subarray(i * width, (i + 1) * width), k * width);
  });
  return {
    responses: { examinees: present.map((i) => participants[i].id), items, scores },
    speakers: present.map((i) => speakerOf(participants[i])),
    absent: participants.flatMap(({ id }, i) => (counts[i] > 0 ? [] : [id])),
  };
}

/** The participant of these answers, and its settings. */
export type Spoken = Pick<Participant, 'id' | 'generator' | 'critic'> & Partial<Setting>;

export function speakerOf({ id, generator, critic, ...setting }: Spoken): Speaker {
  const { temperature = null, variant = 'cot', repeat = 0 } = setting;
  const generation = callId([generator], { temperature, variant, repeat });
  return { id, generator, generation, critic, mode: critic === null ? 'solo' : 'reflected' };
}
