import type { ResponseMatrix } from './responses.ts';

/** The share right of each item, half an answer of each kind added: never 0 or 1, and ½ where there is no answer. */
export function sharesRight({ examinees, items, scores }: ResponseMatrix): Float64Array {
  const width = items.length;
  return Float64Array.from({ length: width }, (_, j) => {
    let right = 0.5;
    let asked = 1;
    for (let i = 0; i < examinees.length; i++) {
      const u = scores[i * width + j];
      if (Number.isNaN(u)) continue;
      right += u;
      asked++;
    }
    return right / asked;
  });
}
