/**
 * Loaded before a program and into each of its threads (`node --import`): makes atomic operations stall at random, before or
 * after them, so that threads meet in every order that a loaded machine can bring about.
 *
 * STALL_AT names the points, such as `add-after notify-before`; without it each of them is one. STALL_SEED names the draws,
 * STALL_SHARE is the chance of a stall at a point, STALL_MS the longest one.
 */
import { threadId } from 'node:worker_threads';

const points = process.env.STALL_AT?.split(' ');
const share = Number(process.env.STALL_SHARE ?? 0.3);
const longest = Number(process.env.STALL_MS ?? 2);
let state = (Number(process.env.STALL_SEED ?? 1) * 7919 + threadId * 104_729) >>> 0 || 1;

/** Marsaglia's xorshift: a generator that calls nothing that stalls. */
function draw(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 2 ** 32;
}

const plainWait = Atomics.wait.bind(Atomics);
const nothing = new Int32Array(new SharedArrayBuffer(4));

function stall(point: string): void {
  if ((points?.includes(point) ?? true) && draw() < share)
    plainWait(nothing, 0, 0, longest * draw());
}

for (const name of ['load', 'store', 'add', 'compareExchange', 'wait', 'notify'] as const) {
  const plain = Atomics[name] as (...given: unknown[]) => unknown;
  Object.defineProperty(Atomics, name, {
    configurable: true,
    writable: true,
    value: (...given: unknown[]) => {
      stall(`${name}-before`);
      const result = plain.apply(Atomics, given);
      stall(`${name}-after`);
      return result;
    },
  });
}
