import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestService, testService } from '../../server/service.ts';
import { addBank } from '../../server/sessions/session-case.ts';
import { python, WITHOUT_PYTHON } from './python.ts';

/** Whether the solver of `adaptive-test.py` is right. */
const right = (id: number) => (id * 5) % 7 < 4;

describe.skipIf(WITHOUT_PYTHON !== null)('the EarlyStopping for Inspect', () => {
  let service: TestService;
  // biome-ignore lint/suspicious/noExplicitAny: what the program prints
  let found: any;
  beforeAll(async () => {
    service = await testService();
    await addBank(service.parts.context.store);
    const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
    const env = { THETARANK_URL: url, THETARANK_KEY: await service.key('runner') };
    found = await python('adaptive-test.py', { env, stubs: 'stubs' });
  });
  afterAll(() => service.close());

  /** The answers that the service kept of an examinee, by item. */
  const answersOf = async (name: string) => {
    const kept = await service.parts.sessions.answers(found[name].metadata.session);
    return kept.map(({ item, score }) => [Number(item.slice('item-'.length)), score] as const);
  };

  test('has the methods of the protocol, with the same parameters', () => {
    expect(Object.keys(found.signatures)).toHaveLength(4);
    for (const [own, theirs] of Object.values<unknown[]>(found.signatures))
      expect(own).toEqual(theirs);
  });

  test('runs the samples that the service asks for, as many at once as its lag, and skips the others', async () => {
    const { plain } = found;
    expect(plain.ran).toHaveLength(12);
    expect(plain.stops).toBe(48);
    expect(plain.most).toBe(3);
    expect(plain.ran).toEqual(found.alone);
    expect(plain.manager).toBe(`thetarank session ${plain.metadata.session}`);
    expect(plain.reason).toMatch(/without this sample/);
    const kept = await answersOf('plain');
    expect(kept).toHaveLength(12);
    for (const [id, score] of kept) expect([id, score]).toEqual([id, Number(right(id))]);
    const key = await service.key('viewer');
    const { body } = await service.ask('GET', `/v1/sessions/${plain.metadata.session}/result`, key);
    expect(plain.metadata).toMatchObject({
      state: 'finished',
      answered: 12,
      score: body.standing.score,
      low: body.standing.low,
      high: body.standing.high,
    });
  });

  test('counts the mean of several epochs, and samples of an earlier log without running them', async () => {
    expect(found.epochs.ran).toHaveLength(12);
    expect(found.epochs.stops).toBe(96);
    for (const [, score] of await answersOf('epochs')) expect(score).toBe(0.5);
    // The same settings and answers ask the same items, whoever had answered them.
    const asked = (await answersOf('reused')).map(([id]) => id).sort((x, y) => x - y);
    expect(asked).toEqual(found.alone);
    expect(found.reused.stops).toBe(30 - asked.filter((id) => id >= 30).length);
  });

  test('goes on after a retry, and ends the test, counts 0 or lets the evaluation fail after an error', async () => {
    expect(found.retried.ran).toEqual(found.alone);
    expect(found.stopped).toMatchObject({ errors: 1, metadata: { state: 'ended' } });
    expect(found.stopped.metadata.answered).toBeLessThan(12);
    expect(found.stopped.metadata.note).toMatch(/ended early: the sample of item item-\d+ ended/);
    expect(found.wrong).toMatchObject({ errors: 1, metadata: { state: 'finished', answered: 12 } });
    const ran = new Set(found.wrong.ran);
    const [failed, ...more] = (await answersOf('wrong')).filter(([id]) => !ran.has(id));
    expect(failed[1]).toBe(0);
    expect(more).toEqual([]);
    expect(found.raised).toEqual({ error: 'RuntimeError', message: 'always' });
  });

  test('says what it needs', async () => {
    expect(found.two.message).toMatch(/several scorers \(a, b\)/);
    for (const [, score] of await answersOf('second')) expect(score).toBe(0);
    expect(found.odd.message).toMatch(/'maybe'; accepted: C, I, P, N/);
    expect(found.nan.metadata).toMatchObject({ state: 'ended', answered: 0, score: null });
    expect(found.narrow.message).toMatch(/max_samples is 20; .* --max-samples 60/);
    expect(found.unlimited.message).toMatch(/max_samples is None/);
    expect(found.unlogged.message).toMatch(/--no-log-samples/);
    expect(found.part.message).toMatch(/1 items of bank exam are no samples .*'item-0'/);
    expect(found.unknown).toMatchObject({ error: 'ServiceRefused' });
  });
});
