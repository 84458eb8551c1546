import { Client } from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { postgresStores } from './postgres-stores.ts';

const postgres = await postgresStores();

describe.skipIf(postgres === null)('notices between processes', () => {
  async function heard(channel = 'events') {
    const [a, b] = await postgres!.stores(2);
    const texts: string[] = [];
    const gaps = vi.fn();
    const stop = await b.notices!.listen(channel, (text) => texts.push(text), gaps);
    return { a, b, texts, gaps, stop };
  }

  test('arrive in their order, whole, at those who listen to their channel, and not at their sender', async () => {
    const { a, b, texts, stop } = await heard();
    const own: string[] = [];
    await a.notices!.listen(
      'events',
      (text) => own.push(text),
      () => {},
    );
    const sent = Array.from({ length: 300 }, (_, k) => `${k} ${'ü"\n'.repeat(k % 200)}`);
    for (const text of sent) a.notices!.publish('events', text);
    a.notices!.publish('others', 'not for this channel');
    await expect.poll(() => texts).toHaveLength(sent.length);
    expect(texts).toEqual(sent);
    b.notices!.publish('events', 'back');
    await expect.poll(() => own).toEqual(['back']);
    expect(texts).toHaveLength(sent.length);
    stop();
    a.notices!.publish('events', 'after the end');
    b.notices!.publish('events', 'last');
    await expect.poll(() => own).toEqual(['back', 'last']);
    expect(texts).toHaveLength(sent.length);
  });

  test('that wait are sent when the store is closed', async () => {
    const { a, texts } = await heard();
    a.notices!.publish('events', 'last word');
    await a.close();
    await expect.poll(() => texts).toEqual(['last word']);
  });

  test('a cut connection is made again, and its listeners are told that notices may be missing', async () => {
    const { a, b, texts, gaps } = await heard();
    const url = new URL(b.location);
    url.password = encodeURIComponent(postgres!.server.password);
    const direct = new Client(url.href);
    await direct.connect();
    const cut = await direct.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'thetarank notices' and datname = current_database()`,
    );
    await direct.end();
    expect(cut.rowCount).toBe(1);
    expect(gaps).not.toHaveBeenCalled();
    await expect.poll(() => gaps).toHaveBeenCalledTimes(1);
    a.notices!.publish('events', 'after the cut');
    await expect.poll(() => texts).toEqual(['after the cut']);
  });

  test('more than can wait for a database become a gap', async () => {
    const { a, texts, gaps } = await heard();
    for (let k = 0; k <= 10_000; k++) a.notices!.publish('events', `${k}`);
    await expect.poll(() => texts).toEqual(['10000']);
    expect(gaps).toHaveBeenCalledTimes(1);
  });
});
