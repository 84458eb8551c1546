/**
 * The answer most repeats gave. Repeats without an answer have no vote; of answers with as many votes the one that was
 * given first counts, as in CMB's evaluation. Null if no repeat has an answer.
 */
export function majorityAnswer(answers: Iterable<string | null>): string | null {
  const votes = new Map<string, number>();
  for (const answer of answers)
    if (answer !== null) votes.set(answer, (votes.get(answer) ?? 0) + 1);
  let best: string | null = null;
  for (const [answer, n] of votes) if (best === null || n > votes.get(best)!) best = answer;
  return best;
}
