import type { MetricOf } from '../../../item-bank/items/metric/metric.ts';
import { type FoundNumber, readNumbers } from '../../../item-bank/items/metric/read-numbers.ts';

/** A fraction and its decimal form, or a percentage and its share, are the same number up to some steps of a double. */
const ROUNDING = 1e-12;

/**
 * 1 if the number of an answer is that of the reference r up to a tolerance, |x − r| ≤ max(absolute, relative · |r|), else 0.
 * An answer or a reference without a number scores 0. Numbers are read by `readNumbers`; units are not compared.
 *
 * - `which`: the only number of the answer (several different ones: 0), its first or its last one. Of a reference the same
 * - `percent`: 45% is 0.45 (`value`), or 45, as if % were a unit (`unit`)
 */
export function numericMatch(
  answer: string,
  reference: string,
  options: Omit<MetricOf<'numeric-match'>, 'name'>,
): number {
  const given = numberOf(answer, options);
  const wanted = numberOf(reference, options);
  if (given === null || wanted === null) return 0;
  const { absolute, relative } = options;
  const tolerance = Math.max(absolute, Math.max(relative, ROUNDING) * Math.abs(wanted));
  return Math.abs(given - wanted) <= tolerance ? 1 : 0;
}

function numberOf(
  text: string,
  { which, percent }: Pick<MetricOf<'numeric-match'>, 'which' | 'percent'>,
): number | null {
  const values = readNumbers(text).map(({ value, divisor }: FoundNumber) =>
    percent === 'unit' ? value : value / divisor,
  );
  if (values.length === 0) return null;
  if (which === 'last') return values[values.length - 1];
  return which === 'first' || values.every((value) => value === values[0]) ? values[0] : null;
}
