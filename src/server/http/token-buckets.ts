/** The most buckets; the fullest are dropped first, because they carry no information. */
const MOST_BUCKETS = 100_000;

interface Bucket {
  tokens: number;
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
}

/**
 * One bucket per name, which holds the requests of one minute and fills at a constant rate.
 * @param perMinute tokens that come in each minute, and the most that a bucket holds; above 0
 * @param now in ms, never going back
 */
export function tokenBuckets(perMinute: number, now: () => number): TokenBuckets {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;

  const counted = (name: string): Bucket => {
    const time = now();
    let bucket = buckets.get(name);
    if (bucket === undefined) {
      if (buckets.size >= MOST_BUCKETS) forgetFull(time);
      bucket = { tokens: perMinute, at: time };
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
      if (bucket.tokens < 1) return seconds(bucket);
      bucket.tokens -= 1;
      return 0;
    },
    giveBack(name) {
      const bucket = counted(name);
      bucket.tokens = Math.min(perMinute, bucket.tokens + 1);
    },
  };
}
