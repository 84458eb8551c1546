import { beforeAll, describe, expect, test } from 'vitest';
import { addPersonBank, fitting, invite } from '../sessions/person/person-case.ts';
import { twoServices } from './two-services.ts';

const MINUTE = 60_000;
const both = await twoServices();

describe.skipIf(both === null)('the test of a person at two instances', () => {
  beforeAll(() => addPersonBank(both!.a.parts.context.store));

  test('has one clock, in answers, breaks, extra time and at its end', async () => {
    const { a, b } = both!;
    const { id, key } = await invite(a, { timeLimit: 10, feedback: 'result' });
    const runner = await a.key('runner', { banks: ['exam'] });
    const url = `/v1/sessions/${id}`;
    const left = async (service: typeof a) =>
      (await service.ask('GET', `${url}/test`, key)).body.secondsLeft;
    /** The clocks of both machines go on. */
    const pass = (ms: number) => [a, b].map((service) => service.pass(ms));
    const { body: begun } = await a.ask('POST', `${url}/begin`, key);
    pass(4 * MINUTE);
    expect([await left(a), await left(b)]).toEqual([360, 360]);
    // Begun at one instance, answered at the other one, and the question after it is the same at both.
    const answer = fitting(begun.question);
    const { body: next } = await b.ask('POST', `${url}/responses`, key, answer);
    expect((await a.ask('GET', `${url}/test`, key)).body.question).toEqual(next.question);
    // A break at one instance stops the clock at the other one.
    await b.ask('POST', `${url}/break`, key);
    pass(30 * MINUTE);
    expect((await a.ask('GET', `${url}/test`, key)).body).toMatchObject({
      ...{ onBreak: true, secondsLeft: 360, question: null },
    });
    await a.ask('POST', `${url}/continue`, key);
    await b.ask('POST', `${url}/extra-time`, runner, { minutes: 2 });
    pass(5 * MINUTE);
    expect([await left(a), await left(b)]).toEqual([180, 180]);
    pass(4 * MINUTE);
    const late = fitting(next.question);
    const refusals = [a, b].map((service) => service.ask('POST', `${url}/responses`, key, late));
    for (const { status, body } of await Promise.all(refusals))
      expect([status, body.detail]).toEqual([409, expect.stringContaining('time is over')]);
    const reports = [a, b].map((service) => service.ask('GET', `${url}/report`, key));
    const [first, second] = await Promise.all(reports);
    expect(first.body).toMatchObject({ timeOver: true, standing: null, few: { answers: 1 } });
    expect(second.body).toEqual(first.body);
  });

  test('takes one of two answers to a question that come at once', async () => {
    const { a, b } = both!;
    const { id, key } = await invite(a, { strategy: 'fixed', items: 5 });
    const url = `/v1/sessions/${id}`;
    const { body: begun } = await a.ask('POST', `${url}/begin`, key);
    expect(begun.question.type).toBe('single');
    const { place } = begun.question;
    const replies = await Promise.all([
      a.ask('POST', `${url}/responses`, key, { place, choice: ['A'] }),
      b.ask('POST', `${url}/responses`, key, { place, choice: ['B'] }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await b.ask('GET', `${url}/test`, key)).body.answered).toBe(1);
  });
});
