import { expect, test } from 'vitest';
import type { Job } from '../../../src/api/jobs.ts';
import { makeParquet } from '../../item-bank/import/make-parquet.ts';
import { serviceForTest } from '../service.ts';

test.each(['', '?format=parquet'])(
  'questions as Parquet, uploaded to a server that listens%s',
  async (query) => {
    const service = await serviceForTest();
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: `Bearer ${await service.key('administrator')}` };
    const rows = [
      {
        id: 'q1',
        question: 'Which is right?',
        options: ['one', 'two'],
        answer: 'B',
        subject: 'sky',
      },
      { id: 'q2', question: '哪一项正确？', options: ['一', '二'], answer: 'A', subject: 'sea' },
      {
        id: 'q3',
        question: 'Which is missing?',
        options: ['one', 'two'],
        answer: 'C',
        subject: '',
      },
    ];
    const sent = await fetch(`${address}/v1/banks/mine/items${query}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/vnd.apache.parquet' },
      body: new Uint8Array(makeParquet(rows, 2)),
    });
    expect(sent.status).toBe(202);
    const { id } = (await sent.json()) as Job;
    const job = async () =>
      (await (await fetch(`${address}/v1/jobs/${id}`, { headers })).json()) as Job;
    await expect.poll(async () => (await job()).finishedAt, { interval: 50 }).not.toBeNull();
    expect(await job()).toMatchObject({
      state: 'done',
      result: {
        format: 'parquet',
        ...{ added: 2, read: 3, accepted: 2, rejected: 1 },
        files: [{ file: 'upload.parquet', rejects: [{ where: 'row 3' }] }],
      },
    });
    const items = [];
    for await (const item of service.parts.context.store.items('mine')) items.push(item);
    expect(items).toMatchObject([
      {
        id: 'q1',
        language: 'en',
        key: ['B'],
        options: { A: 'one', B: 'two' },
        tags: { subject: 'sky' },
      },
      {
        id: 'q2',
        language: 'zh',
        key: ['A'],
        options: { A: '一', B: '二' },
        tags: { subject: 'sea' },
      },
    ]);
  },
);
