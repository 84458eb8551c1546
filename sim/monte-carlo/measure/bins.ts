import type { StudyDesign } from '../design/study-design.ts';

/** Up to this many points of a grid or a list have one bin each. */
const MOST_POINTS = 40;

/** A group of true abilities with its own measures. */
export interface Bin {
  /** As it is printed: `−1.5 to −1`, or the point. */
  readonly name: string;
  /** Its position on an axis. */
  readonly middle: number;
}

/** Bins of true ability, and the bin of an ability. */
export interface Bins {
  readonly list: readonly Bin[];
  of(ability: number): number;
}

/** One bin per point if abilities are few and given; otherwise intervals, with the first and last open. */
export function abilityBins({ abilities, bins }: Pick<StudyDesign, 'abilities' | 'bins'>): Bins {
  const { grid, list } = abilities;
  if (grid !== undefined) {
    const count = Math.floor((grid.high - grid.low) / grid.step + 1e-9) + 1;
    if (count <= MOST_POINTS)
      return pointBins(Array.from({ length: count }, (_, k) => grid.low + k * grid.step));
  }
  const points = [...new Set(list)].sort((x, y) => x - y);
  if (points.length > 0 && points.length <= MOST_POINTS) return pointBins(points);
  const { low, high, count } = bins;
  const width = (high - low) / count;
  return {
    list: Array.from({ length: count }, (_, k) => {
      const [left, right] = [shown(low + k * width), shown(low + (k + 1) * width)];
      const middle = low + (k + 0.5) * width;
      if (count === 1) return { name: 'all', middle };
      if (k === 0) return { name: `below ${right}`, middle };
      return { name: k === count - 1 ? `from ${left}` : `${left} to ${right}`, middle };
    }),
    of: (ability) => Math.min(count - 1, Math.max(0, Math.floor((ability - low) / width))),
  };
}

function pointBins(points: readonly number[]): Bins {
  const place = new Map(points.map((point, k) => [point, k]));
  return {
    list: points.map((point) => ({ name: shown(point), middle: point })),
    of: (ability) => place.get(ability)!,
  };
}

function shown(value: number): string {
  return String(Math.round(1000 * value) / 1000).replace('-', '−');
}
