/** A round that changes no probability by more than this is the last. */
const SETTLED = 1e-7;
const MOST_ROUNDS = 20_000;

/**
 * How probable each hypothesis is of an examinee that is not known yet: the probabilities that make the evidences of all examinees
 * most probable, by EM from equal ones. Banks count equally, however many examinees they have.
 *
 * @param banks by bank and examinee, the log evidence of each of H hypotheses; −∞ for those that its bank does not have
 * @returns H probabilities, adding up to 1
 */
export function learnOdds(banks: readonly (readonly Float64Array[])[]): Float64Array {
  const answered = banks.filter((examinees) => examinees.length > 0);
  const count = answered[0]?.[0].length ?? 0;
  // As shares of the largest one: logs are far below the smallest number.
  const evidences = answered.map((examinees) =>
    examinees.map((logs) => {
      const most = logs.reduce((top, log) => Math.max(top, log), Number.NEGATIVE_INFINITY);
      return logs.map((log) => Math.exp(log - most));
    }),
  );
  let odds = new Float64Array(count).fill(1 / count);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const next = new Float64Array(count);
    for (const examinees of evidences) {
      for (const own of examinees) {
        const total = own.reduce((sum, evidence, h) => sum + odds[h] * evidence, 0);
        const share = 1 / (evidences.length * examinees.length * total);
        for (let h = 0; h < count; h++) next[h] += share * odds[h] * own[h];
      }
    }
    const isSettled = next.every((p, h) => Math.abs(p - odds[h]) <= SETTLED);
    odds = next;
    if (isSettled) break;
  }
  return odds;
}
