import { expect, test } from 'vitest';
import {
  preparationQueue,
  requireWanted,
  SERVICE_REQUEST,
} from '../../../../src/server/sessions/preparation/preparation-queue.ts';

const request = (by: string, isWanted = () => true) => ({ by, isWanted });

test('limits preparations per key and in total; a request that was given up frees its place', async () => {
  const all = preparationQueue();
  let end = () => {};
  const until = new Promise<void>((resolve) => {
    end = resolve;
  });
  let isThere = true;
  const begin = (key: string, by: string) =>
    all.make(
      key,
      request(by, () => isThere),
      () => until,
    );
  const made = Array.from({ length: 8 }, (_, k) => begin(`a${k}`, 'a'));
  const full = { code: 'PREPARATIONS_WAITING', status: 429 };
  await expect(begin('more', 'a')).rejects.toMatchObject(full);
  for (const by of ['b', 'c', 'd']) for (let k = 0; k < 8; k++) made.push(begin(by + k, by));
  await expect(begin('more', 'e')).rejects.toMatchObject(full);
  // The service itself has room: its sessions are there already.
  made.push(all.make('own', SERVICE_REQUEST, () => until));
  isThere = false;
  made.push(begin('more', 'a'));
  end();
  await Promise.all(made);
  isThere = true;
  await begin('later', 'a');
});

test('what several want is made as long as one of them waits', async () => {
  const all = preparationQueue();
  let isThere = true;
  const making = all.make(
    'x',
    request('a', () => false),
    async (isWanted) => {
      all.join(
        'x',
        request('b', () => isThere),
      );
      requireWanted(isWanted);
      isThere = false;
      requireWanted(isWanted);
    },
  );
  await expect(making).rejects.toMatchObject({ code: 'CLIENT_GONE' });
  expect(isThere).toBe(false);
});
