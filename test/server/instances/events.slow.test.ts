import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { LiveEvent } from '../../../src/api/jobs.ts';
import { addBank, begin, play } from '../sessions/session-case.ts';
import { twoServices } from './two-services.ts';

const both = await twoServices();

describe.skipIf(both === null)('events at several instances', () => {
  let url: string;
  let key: string;
  beforeAll(async () => {
    await addBank(both!.a.parts.context.store);
    await both!.b.app.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(both!.b.app.server.address() as AddressInfo).port}/v1/events`;
    key = await both!.a.key('runner');
  });

  /** A stream of the second instance: what has come so far, and whether it has ended. */
  async function stream(own = key) {
    const gone = new AbortController();
    onTestFinished(() => gone.abort());
    const reply = await fetch(url, {
      headers: { authorization: `Bearer ${own}` },
      signal: gone.signal,
    });
    const heard = { text: '', hasEnded: false };
    const read = async () => {
      for await (const part of reply.body!.pipeThrough(new TextDecoderStream())) heard.text += part;
      heard.hasEnded = true;
    };
    void read().catch(() => {});
    const events = (): LiveEvent[] =>
      [...heard.text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data));
    return { heard, events };
  }

  test('a stream at one shows what changes at the other, each event once', async () => {
    const { events } = await stream();
    const id = await begin(both!.a, key);
    await play(both!.a, key, id);
    const ends = (type: string) => events().filter((event) => event.type === type);
    await expect.poll(() => ends('leaderboard').length).toBeGreaterThan(0);
    const states = ends('session').map((event) => 'state' in event && [event.session, event.state]);
    expect(states[0]).toEqual([id, 'open']);
    expect(states.filter((state) => state && state[1] === 'finished')).toEqual([[id, 'finished']]);
    expect(ends('leaderboard')).toHaveLength(1);
  });

  test('the stream of a key that is revoked at the other instance ends at once', async () => {
    const text = await both!.a.key('viewer');
    const { id } = await both!.a.parts.keys.check(text);
    const { heard } = await stream(text);
    const { heard: others } = await stream();
    await expect.poll(() => heard.text).not.toBe('');
    await both!.a.parts.keys.revoke(id);
    // The heartbeat, which looks for the key too, comes after fifteen.
    await expect.poll(() => heard.hasEnded, { interval: 10 }).toBe(true);
    expect(heard.text).not.toContain('still here');
    expect(others.hasEnded).toBe(false);
  });

  test('a stream ends when events may have been lost, so that its reader requests all anew', async () => {
    const { heard } = await stream();
    const address = new URL(both!.b.parts.context.store.location);
    address.password = encodeURIComponent(both!.server.password);
    const direct = new Client(address.href);
    await direct.connect();
    await direct.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'thetarank notices' and datname = current_database()`,
    );
    await direct.end();
    await expect.poll(() => heard.hasEnded).toBe(true);
    const again = await stream();
    const id = await begin(both!.a, key);
    // Events of sessions before may still arrive.
    await expect
      .poll(() => again.events())
      .toContainEqual(expect.objectContaining({ type: 'session', session: id }));
  });
});
