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

/** A benchmark: named by its file, run in a process of its own. */
export type Benchmark = () => Measured[];

/** One run: milliseconds by the clock, and of this thread's work, which a busy machine does not stretch. */
export interface Sample {
  readonly clock: number;
  readonly cpu: number;
}

export function time(run: () => void): Sample {
  const from = performance.now();
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return { clock: performance.now() - from, cpu: (user + system) / 1000 };
}

/** `count` runs, after `warm` that do not count. */
export function times(count: number, warm: number, run: (k: number) => void): Sample[] {
  for (let k = 0; k < warm; k++) run(k);
  return Array.from({ length: count }, (_, k) => time(() => run(k)));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((x, y) => x - y);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}

/** Sums up runs in milliseconds; `cpu` is the median of the thread's work. */
export function measuredTime(
  name: string,
  samples: readonly Sample[],
  target: number,
  bound: string,
  details: Readonly<Record<string, unknown>> = {},
): Measured {
  const cpu = median(samples.map((sample) => sample.cpu));
  const clock = samples.map((sample) => sample.clock);
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

/** Nanoseconds of one call of `evaluate` in a hot loop, the best of ten: what one of the sums' terms costs here. */
export function nanoseconds(evaluate: (x: number) => number): number {
  const CALLS = 200_000;
  let best = Number.POSITIVE_INFINITY;
  let sink = 0;
  for (let repeat = 0; repeat < 10; repeat++) {
    const { cpu } = time(() => {
      for (let k = 0; k < CALLS; k++) sink += evaluate((k % 1000) / 250 - 2);
    });
    best = Math.min(best, cpu);
  }
  if (Number.isNaN(sink)) throw new Error('not a number');
  return (1e6 * best) / CALLS;
}

/** A bound in words: how many evaluations, at how many nanoseconds, make how much. */
export function evaluations(count: number, of: string, each: number): string {
  const total = (count * each) / 1e6;
  return `${Math.round(count / 1000)}k ${of} × ${each.toFixed(0)} ns = ${Number(total.toPrecision(2))} ms`;
}
