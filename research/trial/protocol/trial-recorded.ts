import {
  pickExaminees,
  pickItemAnswers,
  type ResponseMatrix,
  randomStream,
  shuffle,
} from 'thetarank';
import type { LiveBank } from 'thetarank/study';
import type { TrialConfiguration } from './trial-configuration.ts';
import { familyOf } from './trial-family.ts';

/**
 * Numbers of recorded models that calibrate, if available: 20, like one pool's pairs, and 45, which its calls would pay for.
 */
const SIZES = [20, 45];
/** Recorded models that lack answers to this share of the items are ignored. */
const LEAST_ANSWERED = 0.5;

/** The recorded answers of a bank, and the family of each model where it is known. */
type RecordedFamilies = Pick<LiveBank, 'families'> & {
  readonly recorded: Pick<LiveBank['recorded'], 'responses'>;
};

/** Recorded models that calibrate; part of the protocol. */
export interface RecordedChoice {
  /** Such as `recorded-20`. */
  readonly name: string;
  readonly examinees: readonly string[];
}

/**
 * Recorded models of the bank outside the held-out families, drawn by the seed; a smaller set is part of a larger one.
 * @param ids the items of the trial
 */
export function chooseRecorded(
  { recorded, families }: RecordedFamilies,
  ids: readonly string[],
  { heldOut, seed }: Pick<TrialConfiguration, 'heldOut' | 'seed'>,
): RecordedChoice[] {
  const { responses } = recorded;
  const own = new Set([
    ...heldOut.families,
    ...heldOut.synthesis.models.flatMap(({ name, model }) => [name, model]),
  ]);
  const isOther = (name: string, i: number) =>
    ![name, familyOf(name), families?.[i]?.toLowerCase()].some((of) => of && own.has(of));
  const scores = pickItemAnswers(responses, positionsOf(responses, ids)).scores;
  const answered = (i: number) =>
    scores.subarray(i * ids.length, (i + 1) * ids.length).filter((u) => !Number.isNaN(u)).length;
  const all = responses.examinees.flatMap((name, i) =>
    isOther(name, i) && answered(i) >= LEAST_ANSWERED * ids.length ? [i] : [],
  );
  const order = shuffle(Uint32Array.from(all), randomStream(seed, 'trial', 'recorded'));
  return SIZES.filter((size) => size <= order.length).map((size) => ({
    name: `recorded-${size}`,
    examinees: Array.from(order.subarray(0, size), (i) => responses.examinees[i]),
  }));
}

/** Their answers to some items, in the order of these. */
export function recordedAnswers(
  responses: ResponseMatrix,
  { name, examinees }: RecordedChoice,
  ids: readonly string[],
) {
  const rows = examinees.map((examinee) => responses.examinees.indexOf(examinee));
  const own = pickExaminees(responses, rows);
  return { name, responses: pickItemAnswers(own, positionsOf(own, ids)) };
}

function positionsOf({ items }: ResponseMatrix, ids: readonly string[]): number[] {
  const places = new Map(items.map((item, j) => [item, j]));
  return ids.map((id) => places.get(id)!);
}
