import type { AnswerOrigin } from '../../run/run-record.ts';

/** Answers of a run with replies that earlier runs were given. */
export interface ReusedAnswers {
  readonly answers: number;
  /** When the oldest and the newest of these replies were given, ISO 8601. */
  readonly oldest: string;
  readonly newest: string;
}

/** All reused answers of a run; null if there are none. */
export function reusedAnswers(origins: readonly AnswerOrigin[]): ReusedAnswers | null {
  const reused = origins.filter((origin) => origin.reused !== null);
  if (reused.length === 0) return null;
  const times = reused.flatMap((origin) => [origin.reused!.oldest, origin.reused!.newest]).sort();
  return {
    answers: reused.reduce((sum, { answers }) => sum + answers, 0),
    oldest: times[0],
    newest: times[times.length - 1],
  };
}
