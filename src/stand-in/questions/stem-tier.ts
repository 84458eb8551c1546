const BASE = 0x01000193;
/** Bits of the first look: a window that is none of the stems' is told by it in 98 of 100 cases at 20,000 stems. */
const LOOK_BITS = 20;
const SPREAD = 0x9e3779b1;

/** The hash of `length` characters of `text` from the first on: a polynomial modulo 2³². */
function hashOf(text: string, length: number): number {
  let hash = 0;
  for (let k = 0; k < length; k++) hash = (Math.imul(hash, BASE) + text.charCodeAt(k)) | 0;
  return hash;
}

/**
 * Stems of at least `window` characters, by the hash of their first `window` characters. A message is searched for all of
 * them at once, by a hash that rolls over it (Karp & Rabin 1987).
 */
export class StemTier<T> {
  readonly window: number;

  private readonly dropped: number;
  private readonly looks = new Uint8Array(2 ** (LOOK_BITS - 3));
  private readonly stems = new Map<number, Map<string, T>>();

  constructor(window: number) {
    this.window = window;
    let power = 1;
    for (let k = 0; k < window; k++) power = Math.imul(power, BASE);
    this.dropped = power;
  }

  /** Stems, without those whose hash they share. */
  get size(): number {
    return this.stems.size;
  }

  /** What is kept of a stem, made where it is new. */
  entry(stem: string, make: () => T): T {
    const hash = hashOf(stem, this.window);
    const look = Math.imul(hash, SPREAD) >>> (32 - LOOK_BITS);
    this.looks[look >>> 3] |= 1 << (look & 7);
    let bucket = this.stems.get(hash);
    if (bucket === undefined) {
      bucket = new Map();
      this.stems.set(hash, bucket);
    }
    let found = bucket.get(stem);
    if (found === undefined) {
      found = make();
      bucket.set(stem, found);
    }
    return found;
  }

  /** Calls `found` for every stem that stands in `message`, wherever it stands. `codes` are its UTF-16 code units. */
  search(
    message: string,
    codes: Uint16Array,
    found: (stem: string, start: number, entry: T) => void,
  ): void {
    const { window, dropped, looks, stems } = this;
    const length = message.length;
    if (length < window) return;
    let hash = hashOf(message, window);
    for (let start = 0; ; start++) {
      const look = Math.imul(hash, SPREAD) >>> (32 - LOOK_BITS);
      if ((looks[look >>> 3] & (1 << (look & 7))) !== 0) {
        for (const [stem, entry] of stems.get(hash) ?? [])
          if (message.startsWith(stem, start)) found(stem, start, entry);
      }
      const next = start + window;
      if (next >= length) return;
      hash = (Math.imul(hash, BASE) + codes[next] - Math.imul(codes[start], dropped)) | 0;
    }
  }
}
