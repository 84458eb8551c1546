/**
 * The score of an answer to a choice question: 1 if its letters are exactly those of the key, else 0; no answer is 0.
 *
 * With `isPartial` an answer that is a proper part of the key gets its share |answer| / |key|; one wrong letter makes
 * it 0, so that naming every option gains nothing. With a key of one letter both are the same.
 * @param answer distinct letters, or null
 * @param key distinct letters, at least one
 */
export function gradeChoice(answer: string | null, key: string, isPartial: boolean): number {
  if (answer === null || answer === '') return 0;
  if ([...answer].some((letter) => !key.includes(letter))) return 0;
  if (answer.length === key.length) return 1;
  return isPartial ? answer.length / key.length : 0;
}
