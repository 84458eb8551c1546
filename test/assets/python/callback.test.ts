import { expect, test } from 'vitest';
import { temporaryFolder } from '../../files/temporary.ts';
import { serviceForTest } from '../../server/service.ts';
import { addBank } from '../../server/sessions/session-case.ts';
import { python, WITHOUT_PYTHON } from './python.ts';

const folder = temporaryFolder();

test.skipIf(WITHOUT_PYTHON !== null)(
  'callbacks mark and test the checkpoints of a training, which goes on if a test fails',
  async () => {
    const service = await serviceForTest();
    await addBank(service.parts.context.store);
    const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
    const env = { THETARANK_URL: url, THETARANK_KEY: await service.key('runner') };
    const found = await python('train.py', { env, stubs: 'stubs', args: [folder] });
    expect(found.marked).toEqual([
      'checkpoint-2/model.safetensors',
      'checkpoint-2/thetarank.ready',
      'checkpoint-4/model.safetensors',
      'checkpoint-4/thetarank.ready',
    ]);
    const [first, second] = found.log;
    expect(found.log).toHaveLength(2);
    expect(first).toMatchObject({ step: 2, examinee: 'night-2', answers: 30 });
    expect(second).toMatchObject({ step: 4, examinee: 'night-4', answers: 30 });
    // It knows 24 and then 48 of the 60 items: 40 and 80 points, which the intervals of 30 random items contain.
    expect(first.low).toBeLessThan(40);
    expect(first.high).toBeGreaterThan(40);
    expect(second.low).toBeLessThan(80);
    expect(second.high).toBeGreaterThan(80);
    expect(found.scores).toEqual({ 2: first.score, 4: second.score });
    const kept = await service.parts.sessions.answers(first.session);
    for (const { item, score } of kept)
      expect([item, score]).toEqual([item, Number(Number(item.slice('item-'.length)) < 24)]);
    expect(found.other).toEqual(['model.safetensors']);
    expect(found.lines).toBe(2);
    expect(found.own).toBe(30);
    expect(found['own mark']).toBe(true);
    expect([found.away, found.strict]).toEqual([null, true]);
  },
);
