import type { ResponseMatrix } from 'thetarank';
import { type SynthesisJob, type SynthesisMatrix, synthesisMatrix } from 'thetarank/study';
import type { Participant } from '../ask/trial-parts.ts';
import { type RecordedChoice, recordedAnswers } from '../protocol/trial-recorded.ts';
import type { TrialAnswers } from './trial-measures.ts';

/**
 * Items with a missing answer after all retries are left out everywhere, up to this share. One question that an endpoint never
 * answers must not spoil a trial; leaving out more could be a choice.
 */
export const MOST_LEFT_OUT = 0.01;

/** The participants of a pool that a calibration uses. */
export const OF_CALIBRATION = {
  synthesized: ({ critic, repeat }) => critic !== null || repeat === 0,
  pairs: ({ critic }) => critic !== null,
  naive: ({ critic }) => critic !== null,
  solos: ({ critic, repeat }) => critic === null && repeat === 0,
  samples: ({ critic }) => critic === null,
} as const satisfies Record<string, (participant: Participant) => boolean>;

/** Positions of the items for which every call of every part is kept. */
export function wholeItems(
  jobs: readonly Pick<SynthesisJob, 'kept' | 'needed' | 'design'>[],
): number[] {
  const whole: number[] = [];
  for (let item = 0; item < jobs[0].design.items; item++)
    if (jobs.every(({ kept, needed }) => needed(item).every((call) => kept.isKept(call, item))))
      whole.push(item);
  return whole;
}

/**
 * The answers of a trial to some items, for calibrations and for prediction.
 * @param items positions among the items of the trial
 */
export function trialAnswers(
  pools: readonly SynthesisJob[],
  heldOut: SynthesisJob,
  items: readonly number[],
  responses: ResponseMatrix,
  recorded: readonly RecordedChoice[],
): TrialAnswers {
  const ids = items.map((item) => heldOut.bank.ids[item]);
  return {
    pools: pools.map((job) => ({
      synthesized: matrixOf(job, items, OF_CALIBRATION.synthesized),
      samples: matrixOf(job, items, OF_CALIBRATION.samples),
    })),
    heldOut: matrixOf(heldOut, items, () => true).responses,
    recorded: recorded.map((choice) => recordedAnswers(responses, choice, ids)),
  };
}

function matrixOf(
  { plan, kept, bank }: SynthesisJob,
  items: readonly number[],
  has: (participant: Participant) => boolean,
): SynthesisMatrix {
  const rows = plan.participants.flatMap((participant, p) => (has(participant) ? [p] : []));
  function* answers() {
    for (const p of rows)
      for (const item of items) {
        const last = plan.callsOf[p].at(-1)!;
        const score = kept.score(last, item);
        yield { call: plan.participants[p].id, item: bank.ids[item], score };
      }
  }
  return synthesisMatrix(
    rows.map((p) => plan.participants[p]),
    items.map((item) => bank.ids[item]),
    answers(),
  );
}
