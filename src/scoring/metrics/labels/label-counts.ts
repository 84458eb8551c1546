import { labelF1, labelSet } from './label-sets.ts';

/**
 * Counts for `f1Average`, for each answer in turn and each label that any of them names or has as a reference: 1 where both name it,
 * where the answer names it, where the reference has it. With several references the one of greatest F1 counts, the first of
 * equal ones.
 */
export function labelCounts(
  answers: readonly { readonly answer: string; readonly references: readonly string[] }[],
): { width: number; rows: { places: number[]; amounts: number[] }[] } {
  const places = new Map<string, number>();
  const placeOf = (label: string) => {
    const place = places.get(label) ?? places.size;
    places.set(label, place);
    return place;
  };
  const rows = answers.map(({ answer, references }) => {
    const given = labelSet(answer);
    let wanted = labelSet(references[0]);
    for (const reference of references.slice(1)) {
      const other = labelSet(reference);
      if (labelF1(given, other) > labelF1(given, wanted)) wanted = other;
    }
    const at: number[] = [];
    for (const label of given) at.push(3 * placeOf(label) + 1);
    for (const label of wanted) {
      at.push(3 * placeOf(label) + 2);
      if (given.has(label)) at.push(3 * placeOf(label));
    }
    return { places: at, amounts: at.map(() => 1) };
  });
  return { width: 3 * places.size, rows };
}
