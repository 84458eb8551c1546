import { withoutThinking } from '../../prompt/debate/without-thinking.ts';
import type { Grades } from '../../store/ratings/rating-types.ts';

/** An answer to an item as a run or a file has it. */
export interface SourceAnswer {
  readonly model: string;
  /** How it was asked for; empty as usual. */
  readonly condition: string;
  readonly item: string;
  /** Of the item that was asked; null if the source does not say, so that the item of today counts. */
  readonly itemHash: string | null;
  /** Of a case the JSON list of its outputs. */
  readonly output: string;
}

/** What a judging model said of an answer to a question, from 0. */
export interface SourceJudgement extends Pick<SourceAnswer, 'model' | 'condition' | 'item'> {
  readonly question: number;
  readonly judge: string;
  readonly grades: Grades;
}

/** Answers that experts could rate, with what judging models said of them. */
export interface AnswerSource {
  /** For messages: `run 12`, or the file. */
  readonly where: string;
  readonly bank: string;
  readonly run: number | null;
  readonly answers: readonly SourceAnswer[];
  readonly judgements: readonly SourceJudgement[];
}

/** What a model said to each question, without its thinking. @param isCase whether the output is a list */
export function saidToEach(output: string, isCase: boolean): string[] {
  return (isCase ? listOf(output) : [output]).map(withoutThinking);
}

function listOf(output: string): string[] {
  try {
    const list: unknown = JSON.parse(output);
    return Array.isArray(list) ? list.map(String) : [output];
  } catch {
    // A case whose only question was answered outside of a conversation.
    return [output];
  }
}
