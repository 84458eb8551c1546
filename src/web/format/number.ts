import { currentLocale, t } from '../words/t.ts';

/** The text for a missing number. */
export const NONE = '–';

/** With a fixed number of decimals, thousands set apart, and a true minus sign. */
export function fixed(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  const text = value.toLocaleString(currentLocale(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  // A value that rounds to zero has no sign.
  return /^-[0.]*$/.test(text) ? text.slice(1) : text.replace('-', '−');
}

/** Percentage points of a score. */
export const points = (value: number | null | undefined) => fixed(value, 1);

/** An ability, its standard error, or an item parameter. */
export const ability = (value: number | null | undefined) => fixed(value, 2);

/** An estimate with its standard error; NONE if there is none, and without the error where that is not known. */
export function measured(value: number | null | undefined, se: number | null | undefined): string {
  const error = ability(se);
  return value === null || value === undefined || error === NONE
    ? ability(value)
    : `${ability(value)} ± ${error}`;
}

/** A count. */
export const count = (value: number | null | undefined) => fixed(value, 0);

/** A share from 0 to 1, in percent. */
export const percent = (share: number | null | undefined) =>
  share === null || share === undefined || !Number.isFinite(share)
    ? NONE
    : `${fixed(100 * share, 0)}%`;

/** A share that is in percent already. */
export const inPercent = (value: number | null | undefined) =>
  value === null || value === undefined ? NONE : `${points(value)}%`;

/** A difference: always with its sign. */
export function difference(value: number | null | undefined): string {
  const text = points(value);
  return text === NONE || text.startsWith('−') || /^[0.]*$/.test(text) ? text : `+${text}`;
}

/** Dollars: cents, or more digits where it is less than a cent. */
export function dollars(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  return `$${fixed(value, value > 0 && value < 0.01 ? 4 : 2)}`;
}

/** From low to high. */
export function interval(
  low: number | null | undefined,
  high: number | null | undefined,
  format: (value: number | null | undefined) => string = points,
): string {
  if (low === null || low === undefined || high === null || high === undefined) return NONE;
  return t('{low} to {high}', { low: format(low), high: format(high) });
}

/** A probability: certain only where it is exactly 0 or 1. */
export function probability(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  if (value > 0.99 && value < 1) return '>99%';
  if (value < 0.01 && value > 0) return '<1%';
  return percent(value);
}

/** The probability of an estimate: never shown as 0 or 1. */
export const unsure = (value: number | null | undefined) =>
  probability(
    value === null || value === undefined ? value : Math.min(1 - 1e-9, Math.max(1e-9, value)),
  );

/** A p value: three decimals, or an upper bound if it is smaller. */
export function pValue(value: number | null | undefined): string {
  if (value === null || value === undefined) return NONE;
  return value < 0.001 ? '< 0.001' : fixed(value, 3);
}

/** A number of unknown kind: whole ones as they are, others with four significant digits. */
export function compact(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NONE;
  if (Number.isInteger(value)) return fixed(value, 0);
  const digits = Math.ceil(Math.log10(Math.abs(value)));
  return fixed(value, Math.min(6, Math.max(0, 4 - Math.max(digits, 0))))
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}
