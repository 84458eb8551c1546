import { ABSENT_KINDS, absentKind, shownKinds } from '../scoring/absent.ts';

/** What became of an answer: never asked or not answered, read, not there, or not graded by any judge. */
const ANSWER_STATES = ['missing', 'read', ...ABSENT_KINDS, 'ungraded'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];
/** `tooLong` is absent without any. */
export type StateCounts = Readonly<Record<Exclude<AnswerState, 'tooLong'>, number>> & {
  readonly tooLong?: number;
};
/** The states of answers without a score of their own, in the order of the columns of reports. */
const LACKING_STATES = [...ABSENT_KINDS, 'ungraded', 'missing'] as const;

/** Those that a report shows. */
export function lackingStates(counts: readonly StateCounts[]): (typeof LACKING_STATES)[number][] {
  return shownKinds(LACKING_STATES, counts);
}

/** What is needed of an answer of the record. */
export interface TableAnswer {
  readonly score: number;
  readonly extracted: string | null;
  readonly reason: string | null;
  readonly refused: string | null;
}

/**
 * The scores of answers by call and item, 9 bytes each, and the judgements of those that judges grade, 10 bytes per judge more. Answers
 * that could not be read, and refused ones, score 0. The score of a graded answer is the mean over the judges who graded all of its
 * questions; without such a judge it is missing.
 */
export class AnswerTable {
  readonly answers: number;
  readonly items: number;
  readonly judges: number;
  readonly #graded: ArrayLike<number>;
  readonly #scores: Float64Array;
  readonly #states: Uint8Array;
  readonly #sums: Float64Array;
  readonly #counts: Uint16Array;

  /** @param graded graded questions of each item; 0 where no judge is needed */
  constructor(answers: number, judges: number, graded: ArrayLike<number>) {
    this.answers = answers;
    this.items = graded.length;
    this.judges = judges;
    this.#graded = graded;
    this.#scores = new Float64Array(answers * this.items).fill(Number.NaN);
    this.#states = new Uint8Array(answers * this.items);
    const judgements = answers * this.items * judges;
    this.#sums = new Float64Array(judgements);
    this.#counts = new Uint16Array(judgements);
  }

  note(answer: number, item: number, own: TableAnswer): void {
    const at = answer * this.items + item;
    this.#scores[at] = own.score;
    const state: AnswerState = absentKind(own) ?? 'read';
    this.#states[at] = ANSWER_STATES.indexOf(state);
  }

  /** A judgement that could be read. */
  noteJudgement(answer: number, judge: number, item: number, score: number): void {
    const at = this.#judgementAt(answer, judge, item);
    this.#sums[at] += score;
    this.#counts[at]++;
  }

  state(answer: number, item: number): AnswerState {
    const own = ANSWER_STATES[this.#states[answer * this.items + item]];
    if (own !== 'read' || this.#graded[item] === 0) return own;
    return Number.isNaN(this.#judged(answer, item)) ? 'ungraded' : 'read';
  }

  /** In [0, 1]; NaN if it is missing. */
  score(answer: number, item: number): number {
    const at = answer * this.items + item;
    const isRead = ANSWER_STATES[this.#states[at]] === 'read';
    if (this.#graded[item] === 0 || !isRead) return this.#scores[at];
    return this.#judged(answer, item);
  }

  /** The score that one judge gave, the mean over the questions; NaN if it did not grade all of them. */
  judgeScore(answer: number, judge: number, item: number): number {
    const at = this.#judgementAt(answer, judge, item);
    const questions = this.#graded[item];
    const isWhole = questions > 0 && this.#counts[at] === questions;
    return isWhole ? this.#sums[at] / questions : Number.NaN;
  }

  #judged(answer: number, item: number): number {
    let [sum, count] = [0, 0];
    for (let judge = 0; judge < this.judges; judge++) {
      const score = this.judgeScore(answer, judge, item);
      if (Number.isNaN(score)) continue;
      sum += score;
      count++;
    }
    return count === 0 ? Number.NaN : sum / count;
  }

  #judgementAt(answer: number, judge: number, item: number): number {
    return (answer * this.items + item) * this.judges + judge;
  }
}

/** How many answers are in each state. */
export function stateCounts(
  table: Pick<AnswerTable, 'items' | 'state'>,
  answers: readonly number[],
): StateCounts {
  const { tooLong: _, ...none } = Object.fromEntries(
    ANSWER_STATES.map((state) => [state, 0]),
  ) as Record<AnswerState, number>;
  const counts: { -readonly [K in keyof StateCounts]: StateCounts[K] } = none;
  for (const answer of answers)
    for (let item = 0; item < table.items; item++) {
      const state = table.state(answer, item);
      counts[state] = (counts[state] ?? 0) + 1;
    }
  return counts;
}

/** Whether an answer counts. */
export type Counts = (answer: number, item: number) => boolean;

/**
 * The score of each item, the mean over some answers to it such as repeats; NaN where there is none.
 * @param counts which answers count; by default all that are not missing
 */
export function itemScores(
  table: Pick<AnswerTable, 'items' | 'score'>,
  answers: readonly number[],
  counts: Counts = () => true,
): Float64Array {
  const scores = new Float64Array(table.items);
  for (let item = 0; item < table.items; item++) {
    let [sum, count] = [0, 0];
    for (const answer of answers) {
      const score = table.score(answer, item);
      if (Number.isNaN(score) || !counts(answer, item)) continue;
      sum += score;
      count++;
    }
    scores[item] = count === 0 ? Number.NaN : sum / count;
  }
  return scores;
}
