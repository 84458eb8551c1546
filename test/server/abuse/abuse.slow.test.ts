import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AbuseCase, abuseCase, SECRETS } from './abuse-case.ts';
import { operationsOf, plainRequestsTo, requestsTo } from './fuzzed-requests.ts';
import { judge, send } from './judge.ts';

/** Requests to each route by each sender; `bench/abuse.ts` sends thousands. */
const REQUESTS = 3;

let abuse: AbuseCase;
beforeAll(async () => {
  abuse = await abuseCase();
});
afterAll(() => abuse.service.close());

// First: later requests end the sessions.
test('each role reads only the data meant for it', async () => {
  const { service, senders, known } = abuse;
  const operations = operationsOf((await service.ask('GET', '/openapi.json')).body);
  const found: string[] = [];
  const seen = new Map<string, string>();
  for (const sender of senders)
    for (const operation of operations)
      for (const request of plainRequestsTo(operation, known)) {
        const reply = await send(abuse, sender, request);
        found.push(...judge(abuse, sender, request, reply));
        seen.set(sender.name, `${seen.get(sender.name) ?? ''}${reply.text}`);
      }
  expect(found).toEqual([]);
  // Whoever has a link, with a key or without.
  for (const sender of senders) expect(seen.get(sender.name)).toContain('Leaderboard of other');
  // All of it is to be had: a secret that nobody gets to see proves nothing.
  for (const secret of Object.values(SECRETS)) expect(seen.get('administrator')).toContain(secret);
  for (const name of ['examinee', 'person']) expect(seen.get(name)).toContain(SECRETS.question);
  expect(seen.get('runner of one bank')).toContain(SECRETS.question);
  expect(seen.get('viewer of one bank')).toContain(SECRETS.parameter);
});

test('no request breaks a route or reads data of another role', async () => {
  const { service, senders, known } = abuse;
  const operations = operationsOf((await service.ask('GET', '/openapi.json')).body);
  expect(operations.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const [k, operation] of operations.entries())
    for (const [j, sender] of senders.entries()) {
      // Of a refused key one is enough: nothing of the request is looked at.
      const numRuns = sender.isRefused ? 1 : REQUESTS;
      const seed = 1000 * k + j;
      for (const request of fc.sample(requestsTo(operation, known), { seed, numRuns }))
        found.push(...judge(abuse, sender, request, await send(abuse, sender, request)));
    }
  expect(found).toEqual([]);
});
