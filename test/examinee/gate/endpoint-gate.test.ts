import { describe, expect, test } from 'vitest';
import {
  EndpointGate,
  type GateLimits,
  type Slot,
} from '../../../src/examinee/gate/endpoint-gate.ts';
import { endpointGates } from '../../../src/examinee/gate/endpoint-gates.ts';
import { FakeClock, settled } from '../fake-clock.ts';

const FREE: GateLimits = { concurrency: 1000, requestsPerMinute: null, tokensPerMinute: null };
const OVERLOADED = { as: 'overloaded', pause: 0 } as const;
const answered = (latency = 100, tokens: number | null = null) =>
  ({ as: 'answered', latency, tokens }) as const;

function gateOf(limits: Partial<GateLimits> = {}) {
  const clock = new FakeClock();
  const gate = new EndpointGate({ ...FREE, ...limits }, clock);
  const slots: Slot[] = [];
  const enter = (count: number, tokens = 1) => {
    for (let k = 0; k < count; k++) gate.enter(tokens).then((slot) => slots.push(slot));
    return settled();
  };
  /** Ends all requests in flight, oldest first. */
  const leave = (passage: Parameters<Slot['leave']>[0], count = slots.length) => {
    for (const slot of slots.splice(0, count)) slot.leave(passage);
    return settled();
  };
  return { clock, gate, slots, enter, leave };
}

describe('how many at a time', () => {
  test('begins with 8, and doubles each round up to the ceiling', async () => {
    const { gate, enter, leave } = gateOf({ concurrency: 100 });
    await enter(1000);
    const seen: number[] = [];
    for (let round = 0; round < 6; round++) {
      seen.push(gate.inFlight);
      await leave(answered());
    }
    expect(seen).toEqual([8, 16, 32, 64, 100, 100]);
    expect(gate.waiting).toBe(1000 - 8 - 16 - 32 - 64 - 100 - 100 - 100);
  });

  test('is never more than the ceiling', async () => {
    const { gate, enter, leave } = gateOf({ concurrency: 3 });
    await enter(50);
    for (let k = 0; k < 10; k++) {
      expect(gate.inFlight).toBe(3);
      await leave(answered());
    }
  });

  test('halves once for a burst of refusals, then grows by one a round', async () => {
    const { gate, enter, leave } = gateOf();
    await enter(5000);
    while (gate.inFlight < 64) await leave(answered());
    expect(gate.inFlight).toBe(64);
    await leave(OVERLOADED);
    expect(gate.limit).toBe(32);
    await leave(answered());
    expect(gate.limit).toBe(32);
    await leave(answered());
    expect(gate.limit).toBe(33);
    await leave(answered());
    expect(gate.limit).toBe(34);
  });

  test('falls to 1 and no further, and comes back', async () => {
    const { gate, enter, leave } = gateOf();
    await enter(200);
    for (let k = 0; k < 20; k++) await leave(OVERLOADED);
    expect(gate.limit).toBe(1);
    expect(gate.inFlight).toBe(1);
    for (let k = 0; k < 6; k++) await leave(answered());
    expect(gate.limit).toBeGreaterThanOrEqual(3);
  });

  test('other ends change nothing', async () => {
    const { gate, enter, leave } = gateOf();
    await enter(100);
    await leave({ as: 'other', pause: 0 });
    expect(gate.limit).toBe(8);
  });

  test('falls by a fifth when answers take more than three times as long as before', async () => {
    const { gate, enter, leave } = gateOf({ concurrency: 50 });
    await enter(5000);
    for (let k = 0; k < 10; k++) await leave(answered(100));
    expect(gate.limit).toBe(50);
    await leave(answered(250));
    await leave(answered(250));
    expect(gate.limit).toBe(50);
    await leave(answered(1000));
    expect(gate.limit).toBeLessThanOrEqual(41);
    expect(gate.limit).toBeGreaterThanOrEqual(40);
  });

  test('does not mind a few long answers', async () => {
    const { gate, enter, leave } = gateOf({ concurrency: 50 });
    await enter(5000);
    for (let k = 0; k < 10; k++) await leave(answered(100));
    await leave(answered(10_000), 2);
    await leave(answered(100));
    expect(gate.limit).toBe(50);
  });

  test('gets used to answers that stay slow', async () => {
    const { gate, enter, leave } = gateOf({ concurrency: 20 });
    await enter(20_000);
    for (let k = 0; k < 10; k++) await leave(answered(100));
    for (let k = 0; k < 200; k++) await leave(answered(1000));
    expect(gate.limit).toBe(20);
  });
});

describe('the order', () => {
  test('is first come, first served', async () => {
    const { gate, clock } = gateOf({ concurrency: 2, requestsPerMinute: 5 });
    const order: number[] = [];
    for (let k = 0; k < 20; k++)
      gate.enter(1).then(async (slot) => {
        order.push(k);
        await clock.sleep(10 * ((k * 7) % 5));
        slot.leave(answered());
      });
    await clock.advance(300_000);
    expect(order).toEqual(Array.from({ length: 20 }, (_, k) => k));
  });

  test('skips callers that gave up', async () => {
    const { gate, slots, enter, leave } = gateOf({ concurrency: 1 });
    await enter(1);
    const stop = new AbortController();
    const gone = gate.enter(1, stop.signal);
    await enter(1);
    stop.abort(new Error('enough'));
    await expect(gone).rejects.toThrow('enough');
    expect(gate.waiting).toBe(1);
    await leave(answered(), 1);
    expect(slots).toHaveLength(1);
    expect(gate.inFlight).toBe(1);
    await expect(gate.enter(1, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  });
});

describe('limits a minute', () => {
  test('of requests hold in every span of a minute', async () => {
    const { gate, clock } = gateOf({ requestsPerMinute: 10 });
    const times: number[] = [];
    const from = clock.now();
    const ask = async (after: number) => {
      await clock.sleep(after);
      const slot = await gate.enter(1);
      times.push(clock.now() - from);
      slot.leave(answered());
    };
    for (let k = 0; k < 40; k++) ask(k < 5 ? 30_000 : 45_000);
    await clock.advance(600_000);
    expect(times).toHaveLength(40);
    expect(times.slice(0, 10)).toEqual([...Array(5).fill(30_000), ...Array(5).fill(45_000)]);
    for (let k = 10; k < 40; k++) expect(times[k] - times[k - 10]).toBe(60_000);
  });

  test('of tokens go by what answers took, once that is known', async () => {
    const { gate, slots, clock, enter, leave } = gateOf({ tokensPerMinute: 100 });
    await enter(8, 40);
    expect(gate.inFlight).toBe(2);
    await leave(answered(100, 10));
    // 20 are taken: two more of 40 fit.
    expect(gate.inFlight).toBe(2);
    await leave(answered(100, null));
    // 100 are taken: the endpoint did not tell, so the estimate stands.
    expect(gate.inFlight).toBe(0);
    await clock.advance(59_999);
    expect(slots).toHaveLength(0);
    await clock.advance(1);
    expect(slots).toHaveLength(2);
  });

  test('let a request larger than the limit through once no other is running', async () => {
    const { slots, clock, enter } = gateOf({ tokensPerMinute: 100 });
    await enter(1, 50);
    await enter(1, 500);
    expect(slots).toHaveLength(1);
    await clock.advance(60_000);
    expect(slots).toHaveLength(2);
  });

  test('leave no timer behind when nobody waits any more', async () => {
    const { gate, clock, enter } = gateOf({ requestsPerMinute: 1 });
    await enter(1);
    const stop = new AbortController();
    const waiting = gate.enter(1, stop.signal);
    await settled();
    expect(clock.sleeping).toBe(1);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(clock.sleeping).toBe(0);
  });
});

test('a pause the endpoint asked for holds for everybody', async () => {
  const { slots, clock, enter, leave } = gateOf();
  await enter(20);
  await leave({ as: 'overloaded', pause: 5000 }, 1);
  await leave(answered());
  expect(slots).toHaveLength(0);
  await clock.advance(4999);
  expect(slots).toHaveLength(0);
  await clock.advance(1);
  expect(slots.length).toBeGreaterThan(0);
});

test('examinees of one address share a gate, under the lower limits', () => {
  const gates = endpointGates(new FakeClock());
  const here = { ...FREE, baseUrl: 'http://here/v1' };
  const gate = gates(here);
  expect(gates({ ...here, concurrency: 2 })).toBe(gate);
  expect(gate.limit).toBe(2);
  expect(gates({ ...here, concurrency: 100 }).limit).toBe(2);
  expect(gates({ ...FREE, baseUrl: 'http://there/v1' })).not.toBe(gate);
});
