/** The most buckets; the fullest are dropped first, because they carry no information. */
const MOST_BUCKETS = 100_000;

interface Bucket {
  tokens: number;
  /** Taken since the last `drain`. */
  used: number;
  /** When they were counted, in ms. */
  at: number;
}

export interface TokenBuckets {
  /**
   * Takes one token of the bucket of `name`.
   * @returns 0, or the seconds until a token is available
   */
  take(name: string): number;
  /** Gives one back that was taken. */
  giveBack(name: string): void;
  /** What was taken since the last time, by the names that were asked for; below 0 if more was given back. */
  drain(): Map<string, number>;
  /** Counts again what was drained. */
  restore(name: string, used: number): void;
  /** Sets what a bucket held when it was drained last. */
  set(name: string, tokens: number): void;
}

/**
 * One bucket per name, which holds the requests of one minute and fills at a constant rate.
 * @param perMinute tokens that come in each minute, and the most that a bucket holds; above 0
 * @param now in ms, never going back
 */
export function tokenBuckets(perMinute: number, now: () => number): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;
  const inUse = new Set<string>();

  const counted = (name: string): Bucket => {
    const time = now();
    let bucket = buckets.get(name);
    if (bucket === undefined) {
      if (buckets.size >= MOST_BUCKETS) forgetFull(time);
      bucket = { tokens: perMinute, used: 0, at: time };
      buckets.set(name, bucket);
    }
    bucket.tokens = Math.min(perMinute, bucket.tokens + (time - bucket.at) * perMs);
    bucket.at = time;
    return bucket;
  };
  /** Buckets that are full again; the oldest half if there are none. */
  const forgetFull = (time: number) => {
    for (const [name, { tokens, at }] of buckets)
      if (tokens + (time - at) * perMs >= perMinute) buckets.delete(name);
    if (buckets.size < MOST_BUCKETS) return;
    let left = MOST_BUCKETS / 2;
    for (const name of buckets.keys()) {
      if (left-- <= 0) break;
      buckets.delete(name);
    }
  };
  const seconds = ({ tokens }: Bucket) => Math.max(1, Math.ceil((1 - tokens) / perMs / 1000));

  return {
    take(name) {
      const bucket = counted(name);
      inUse.add(name);
      if (bucket.tokens < 1) return seconds(bucket);
      bucket.tokens -= 1;
      bucket.used += 1;
      return 0;
    },
    giveBack(name) {
      const bucket = counted(name);
      bucket.tokens = Math.min(perMinute, bucket.tokens + 1);
      bucket.used -= 1;
      inUse.add(name);
    },
    drain() {
      const taken = new Map<string, number>();
      for (const name of inUse) {
        const bucket = buckets.get(name);
        if (bucket === undefined) continue;
        taken.set(name, bucket.used);
        bucket.used = 0;
      }
      inUse.clear();
      return taken;
    },
    restore(name, used) {
      counted(name).used += used;
      inUse.add(name);
    },
    set(name, tokens) {
      const bucket = counted(name);
      bucket.tokens = Math.min(perMinute, tokens - bucket.used);
    },
  };
}
