import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { FORGIVEN, openQueue, TRIES } from '../../src/queue/queue.ts';
import { describeOnPostgres } from '../store/postgres-of-run.ts';
import { hurry } from './fleet.ts';

/** The one part of `npm test` that needs a PostgreSQL: no other database has a queue. */
await describeOnPostgres('a queue in PostgreSQL', ({ database }) => {
  test('gives each message to one of those that take at once, by priority, until it is done', async () => {
    const address = await database();
    const queues = await Promise.all([1, 2, 3].map(() => openQueue(address, ['one'])));
    onTestFinished(async () => {
      for (const queue of queues) await queue.close();
    });
    const [sender] = queues;
    const ids = Array.from({ length: 24 }, randomUUID);
    const messages = ids.map((id, k) => ({ id, data: { k: `${k}` }, priority: k === 23 ? 1 : 0 }));
    await sender.send('one', messages);
    // Sent again after a lost reply.
    await sender.send('one', messages.slice(0, 3));

    const [first] = await sender.take('one', 1);
    expect(first).toEqual({ id: ids[23], queue: 'one', data: { k: '23' }, retryCount: 0 });
    const taken = (await Promise.all(queues.map((queue) => queue.take('one', 10)))).flat();
    expect([first, ...taken].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(await sender.take('one', 10)).toEqual([]);

    expect(await sender.hold(taken)).toEqual([]);
    await sender.failed(taken[0], 'broken');
    for (const message of [first, ...taken.slice(1)]) await sender.done(message);
    // Only what failed comes again, after its pause.
    await hurry(address);
    expect(await sender.take('one', 10)).toEqual([{ ...taken[0], retryCount: 1 }]);
    expect(await sender.missing('one', ids)).toHaveLength(23);
  });

  test('the first tries that were lost do not count; a message that is lost each time is set aside', async () => {
    const address = await database();
    const queue = await openQueue(address, ['two']);
    onTestFinished(() => queue.close());
    const [id, other] = [randomUUID(), randomUUID()];
    await queue.send('two', [{ id, data: {}, priority: 0 }]);
    const attempt = async () => {
      await hurry(address);
      const [message] = await queue.take('two', 1);
      return message;
    };
    for (let k = 0; k < FORGIVEN; k++) await queue.forgiven(await attempt(), 'away');
    for (let k = 1; k < TRIES; k++) await queue.failed(await attempt(), 'broken');
    expect(await queue.setAside()).toEqual([]);
    await queue.failed(await attempt(), 'broken');
    expect(await queue.setAside()).toMatchObject([{ of: id, error: 'broken' }]);
    await queue.send('two', [{ id: other, data: {}, priority: 0 }]);
    for (let k = 0; k < FORGIVEN + TRIES; k++) await queue.forgiven(await attempt(), 'stalled');
    expect((await queue.setAside()).map(({ of }) => of)).toEqual([id, other]);
  });
});
