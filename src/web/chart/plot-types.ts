/** One series over the x values of its chart. Colour and shape follow its place among the series. */
export interface Series {
  readonly name: string;
  /** One per value of x; null if there is none. */
  readonly values: readonly (number | null)[];
  /** `line`, `points`, or `steps`: a line that keeps its value until the next. */
  readonly kind?: 'line' | 'points';
  /** Of points: their radius in CSS pixels, one each. */
  readonly sizes?: readonly number[];
  /** A band around it, such as an interval; of points, a bar at each. */
  readonly low?: readonly (number | null)[];
  readonly high?: readonly (number | null)[];
  /** What it is drawn like: series of equal look stand together. By default its own place. */
  readonly look?: number;
}

export interface Axis {
  /** With its unit. */
  readonly label: string;
  readonly format: (value: number) => string;
  /** The least that the axis shows. */
  readonly range?: readonly [number, number];
  /** Of counts: no ticks between whole numbers. */
  readonly whole?: boolean;
}

/** Names along the x axis, such as models at their abilities. */
export interface Mark {
  readonly name: string;
  readonly x: number;
}

/** As many looks as there are, one after another. */
export const LOOKS = 6;
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 2], [1, 4]];
export const lookOf = (series: Series, place: number) => (series.look ?? place) % LOOKS;

/** The dashes of a series: where colours begin again, dashes go on, so that no two of 36 series look alike. */
export function dashesOf(series: Series, place: number): readonly number[] {
  const look = series.look ?? place;
  return DASHES[(look + Math.floor(look / LOOKS)) % DASHES.length];
}
