/** How numbers are printed for people; JSON and CSV keep them in full. */

/** 12,032 */
export function count(n: number): string {
  return n.toLocaleString('en-US');
}

/** With a fixed number of decimals, and a proper minus sign so that columns line up; a dash for NaN. */
export function decimal(value: number, places: number): string {
  if (Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  return value
    .toFixed(places)
    .replace(/^-(0\.?0*)$/, '$1')
    .replace('-', '−');
}

/** The words of a report, as far as numbers need them: see src/languages/words.ts. */
export type NumberWords = ((text: 'exact') => string) & { readonly language: string };

const IN_ENGLISH: NumberWords = Object.assign((text: 'exact') => text, { language: 'en' });

/** English leaves out the 0 before the point of what cannot pass 1; Chinese writes it. */
export function withoutZero(text: string, { language }: { readonly language: string }): string {
  return language === 'en' ? text.replace(/^(−?)0\./, '$1.') : text;
}

/** A correlation such as .918, or a dash if there is none. */
export function correlation(value: number | null, t: NumberWords = IN_ENGLISH): string {
  return value === null ? '–' : withoutZero(decimal(value, 3), t);
}

/** A probability of chance: `< .001`, `= .032`. */
export function chanceText(p: number, t: NumberWords = IN_ENGLISH): string {
  return p < 0.001
    ? `< ${withoutZero('0.001', t)}`
    : `= ${withoutZero(decimal(Math.min(1, p), 3), t)}`;
}

/** A value, or a dash if there is none. */
export function orDash(value: number | null, places: number): string {
  return value === null ? '–' : decimal(value, places);
}

/** A figure with its standard error, such as `1.25 ± .07`; a dash if there is none. */
export function figureText(
  { value, se }: { readonly value: number | null; readonly se: number | null },
  places: number,
  scale = 1,
  t: NumberWords = IN_ENGLISH,
): string {
  if (value === null) return '–';
  const own = decimal(scale * value, places);
  return se === null ? own : `${own} ± ${withoutZero(decimal(scale * se, places), t)}`;
}

/** 2.0% */
export function percent(share: number): string {
  return `${decimal(100 * share, share < 0.1 ? 1 : 0)}%`;
}

/** Bounds closer than this, in points, are one number: nothing was left to predict. */
const EXACT = 1e-9;

/** True if an interval has no width. */
export function isExact({ low, high }: { readonly low: number; readonly high: number }): boolean {
  return high - low <= EXACT;
}

/** The interval of a score in points: `45.0 – 55.0`, with ` ?` where it is unverified, or `exact`. */
export function intervalText(
  interval: { readonly low: number; readonly high: number },
  isVerified: boolean,
  t: NumberWords = IN_ENGLISH,
): string {
  if (isExact(interval)) return t('exact');
  return `${decimal(interval.low, 1)} – ${decimal(interval.high, 1)}${isVerified ? '' : ' ?'}`;
}

/** `1 seed`, `5 seeds`. */
export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

/** $1.20, $0.0031, $0.00001: however little it is, it is not shown as nothing. */
export function money2(dollars: number): string {
  if (!(dollars > 0 && dollars < 0.1)) return `$${decimal(dollars, 2)}`;
  const first = Math.ceil(-Math.log10(dollars));
  return `$${decimal(dollars, Math.min(20, Math.max(4, first)))}`;
}
