import type { SynthesisJob } from './synthesis-job.ts';

/** Final answers of a participant, and the sum of their scores. */
export interface AnswerSum {
  readonly right: number;
  readonly answers: number;
}

/** Progress of a synthesis: calls, items, and right final answers of each participant. */
export interface SynthesisTally {
  /** A call that was missing is kept. */
  count(call: number, item: number): void;
  calls(): { readonly kept: number; readonly missing: number };
  /** Items whose calls are all kept. */
  items(): number;
  /** Final answers of each participant so far. */
  finals(): readonly AnswerSum[];
}

/** Counts what is kept once, then adds answers as they arrive, so that showing the counts does not go through all answers. */
export function tallyOf({
  plan,
  design,
  kept,
  needed,
  calls,
}: Pick<SynthesisJob, 'plan' | 'design' | 'kept' | 'needed' | 'calls'>): SynthesisTally {
  const left = new Uint16Array(design.items);
  let done = 0;
  const sums = { kept: 0, missing: 0 };
  const finals = plan.callsOf.map((own) => own[own.length - 1]);
  const right = new Float64Array(calls.length);
  const answers = new Float64Array(calls.length);
  const score = (call: number, item: number) => {
    right[call] += kept.score(call, item);
    answers[call]++;
  };
  for (let item = 0; item < design.items; item++) {
    for (const call of needed(item)) {
      if (kept.isKept(call, item)) {
        score(call, item);
        sums.kept++;
      } else {
        left[item]++;
        sums.missing++;
      }
    }
    if (left[item] === 0) done++;
  }
  return {
    count(call, item) {
      score(call, item);
      sums.kept++;
      sums.missing--;
      if (--left[item] === 0) done++;
    },
    calls: () => ({ ...sums }),
    items: () => done,
    finals: () => finals.map((call) => ({ right: right[call], answers: answers[call] })),
  };
}
