import { median } from '../src/statistics/median.ts';

/** One line of the report: a figure over repeated runs, and what it is held against. */
export interface Measured {
  readonly name: string;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly unit: string;
  /** The median is to be at most this. */
  readonly target: number;
  readonly met: boolean;
  /** What bounds the figure on this machine, in words with numbers. */
  readonly bound: string;
  readonly [detail: string]: unknown;
}

export interface BenchmarkOptions {
  /** A smaller run, where the whole one takes minutes. */
  readonly isQuick: boolean;
}

/** A benchmark: named by its file, run in a process of its own. */
export type Benchmark = (options: BenchmarkOptions) => Measured[] | Promise<Measured[]>;

/** Runs in milliseconds. */
export interface Runs {
  /** Of each run, by the clock. */
  readonly clock: readonly number[];
  /** Of this thread's work, the mean of the runs: a busy machine does not stretch it. It ticks too slowly for one. */
  readonly cpu: number;
}

/** `count` runs, after `warm` that do not count. */
export function times(count: number, warm: number, run: (k: number) => void): Runs {
  for (let k = 0; k < warm; k++) run(k);
  const before = process.threadCpuUsage();
  const clock = Array.from({ length: count }, (_, k) => {
    const from = performance.now();
    run(k);
    return performance.now() - from;
  });
  const { user, system } = process.threadCpuUsage(before);
  return { clock, cpu: (user + system) / 1000 / count };
}

/** Sums up runs in milliseconds. */
export function measuredTime(
  name: string,
  { clock, cpu }: Runs,
  target: number,
  bound: string,
  details: Readonly<Record<string, unknown>> = {},
): Measured {
  return measured(name, clock, 'ms', target, bound, { cpu, ...details });
}

/** Sums up the samples of one figure. */
export function measured(
  name: string,
  samples: readonly number[],
  unit: string,
  target: number,
  bound: string,
  details: Readonly<Record<string, unknown>> = {},
): Measured {
  const middle = median(samples);
  return {
    name,
    median: middle,
    min: Math.min(...samples),
    max: Math.max(...samples),
    unit,
    target,
    met: middle <= target,
    bound,
    ...details,
  };
}

/** Nanoseconds of one exponential and of one logarithm here, the best of fifty loops: nothing is faster than these. */
export function transcendentals(): { readonly exp: number; readonly log: number } {
  const CALLS = 20_000;
  let sink = 0;
  const best = (run: () => void) => (1e6 * Math.min(...times(50, 5, run).clock)) / CALLS;
  const exp = best(() => {
    for (let k = 1; k <= CALLS; k++) sink += Math.exp(-k / 5000);
  });
  const log = best(() => {
    for (let k = 1; k <= CALLS; k++) sink += Math.log(k / 5000);
  });
  if (Number.isNaN(sink)) throw new Error('not a number');
  return { exp, log };
}

/** A bound in words: how many evaluations, at how many nanoseconds, make how much. */
export function evaluations(count: number, of: string, each: number): string {
  const total = (count * each) / 1e6;
  return `${Math.round(count / 1000)}k ${of} × ${each.toFixed(0)} ns = ${Number(total.toPrecision(2))} ms`;
}
