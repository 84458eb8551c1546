import alea from 'seedrandom/lib/alea.js';

/** A stream of uniform numbers in [0, 1) with 53 random bits each. */
export type RandomStream = () => number;

/**
 * One seed a run, one stream a purpose: the path names the purpose (replication, examinee, use), so that
 * a result depends on neither the number of workers nor the order of work.
 *
 * @example randomStream(1, 'fold', 3, 'gpt-4')
 */
export function randomStream(seed: string | number, ...path: (string | number)[]): RandomStream {
  const generator = alea([seed, ...path].map((part) => encodeURIComponent(String(part))).join('/'));
  return () => generator.double();
}

/** An integer in 0 … below − 1. */
export function randomInteger(random: RandomStream, below: number): number {
  return Math.floor(random() * below);
}

/** A standard normal number (Box & Muller 1958, the cosine half). */
export function randomNormal(random: RandomStream): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}

/** Puts `values` into random order in place (Fisher & Yates) and returns it. */
export function shuffle<T extends { length: number; [index: number]: unknown }>(
  values: T,
  random: RandomStream,
): T {
  for (let i = values.length - 1; i > 0; i--) {
    const j = randomInteger(random, i + 1);
    const kept = values[i];
    values[i] = values[j];
    values[j] = kept;
  }
  return values;
}
