import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { studyFiles } from '../../../src/workflow/studies/kept/study-files.ts';
import {
  emptyFolder,
  filesOf,
  finishedStudy,
  writeFiles,
} from '../../workflow/studies/kept/study-case.ts';
import { twoServices } from './two-services.ts';

// Jobs wait: these tests are of what is kept, not of the commands that make it.
const both = await twoServices({ configuration: { jobs: 0 } });

describe.skipIf(both === null)('studies at several instances', () => {
  const filesAt = (at: 'a' | 'b') => {
    const { store } = both![at].parts.context;
    return studyFiles(store.sharedFiles({ largest: 10_000_000 }), store);
  };
  const DESIGN = {
    bank: { generate: { items: 30 } },
    abilities: { normal: { mean: 0, sd: 1, count: 20 } },
    selectors: ['random'],
    lengths: [5],
    replications: 2,
  };

  test('a study that one instance keeps is listed, shown and read at the other', async () => {
    const viewer = await both!.a.key('viewer');
    const { 'report.html': _, ...half } = finishedStudy('shown');
    const local = writeFiles(emptyFolder(), half);
    await filesAt('a').keep('shown', local);
    const seen = () => both!.b.ask('GET', '/v1/studies/shown', viewer);
    expect((await seen()).body).toMatchObject({ finished: false, rows: [] });
    const url = '/v1/studies/shown/report';
    expect((await both!.b.ask('GET', url, viewer)).body.code).toBe('STUDY_UNFINISHED');

    writeFiles(local, finishedStudy('shown'));
    await filesAt('a').keep('shown', local);
    const { body: list } = await both!.b.ask('GET', '/v1/studies', viewer);
    expect(list.items).toMatchObject([{ name: 'shown', finished: true, replications: 7 }]);
    expect((await seen()).body).toMatchObject({ finished: true, rows: [[12]] });
    await both!.b.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = both!.b.app.server.address() as AddressInfo;
    const page = await fetch(`http://127.0.0.1:${port}${url}`, {
      headers: { authorization: `Bearer ${viewer}` },
    });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toBe('<p>shown</p>');

    // Studies go with the database, wherever it is reached.
    const shared = both!.b.parts.context.store.sharedFiles({ largest: 1 });
    const moved = studyFiles(shared, { location: 'postgres://elsewhere/base' });
    expect(moved.folderOf('shown')).toBe(filesAt('a').folderOf('shown'));
    const fetched = emptyFolder();
    await filesAt('b').fetch('shown', fetched);
    expect(filesOf(fetched)).toEqual(filesOf(local));
  });

  test('an administrator removes a study at one instance, and it is gone at the other', async () => {
    const [administrator, runner] = [
      await both!.a.key('administrator'),
      await both!.a.key('runner'),
    ];
    await filesAt('a').keep('old', writeFiles(emptyFolder(), finishedStudy('old')));
    expect((await both!.b.ask('DELETE', '/v1/studies/old', runner)).status).toBe(403);
    const { status, body } = await both!.b.ask('DELETE', '/v1/studies/old', administrator);
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'old', finished: true });
    for (const service of [both!.a, both!.b]) {
      expect((await service.ask('GET', '/v1/studies/old', runner)).status).toBe(404);
      expect((await service.ask('DELETE', '/v1/studies/old', administrator)).status).toBe(404);
    }
    expect(
      await both!.a.parts.context.store.sharedFiles({ largest: 1 }).list('studies/'),
    ).not.toEqual(
      expect.arrayContaining([expect.objectContaining({ name: expect.stringContaining('/old/') })]),
    );
  });

  test('a study starts without a folder on this machine, under a name that no instance has', async () => {
    const { store } = both!.a.parts.context;
    const runner = await both!.a.key('runner');
    const begin = (at: 'a' | 'b', name: string) =>
      both![at].ask('POST', '/v1/studies', runner, { kind: 'monte-carlo', name, design: DESIGN });
    const { status, body } = await begin('a', 'new');
    expect(status).toBe(202);
    const row = await store.jobs.get(body.id);
    const out = filesAt('b').folderOf('new');
    expect(row!.task).toMatchObject({ operation: { options: { out } } });
    for (const at of ['a', 'b'] as const)
      expect((await begin(at, 'new')).body.code).toBe('STUDY_EXISTS');

    await filesAt('a').keep('kept', writeFiles(emptyFolder(), finishedStudy('kept')));
    expect((await begin('b', 'kept')).body.code).toBe('STUDY_EXISTS');
    const simultaneous = await Promise.all([begin('a', 'twice'), begin('b', 'twice')]);
    expect(simultaneous.map((one) => one.status).sort()).toEqual([202, 409]);
  });

  test('a study of which a job is open is not removed', async () => {
    const administrator = await both!.a.key('administrator');
    const body = { kind: 'monte-carlo', name: 'running', design: DESIGN };
    const { body: job } = await both!.a.ask('POST', '/v1/studies', administrator, body);
    const { 'digest.json': _, ...begun } = finishedStudy('running');
    await filesAt('b').keep('running', writeFiles(emptyFolder(), begun));
    const remove = () => both!.b.ask('DELETE', '/v1/studies/running', administrator);
    expect((await remove()).body).toMatchObject({ status: 409, code: 'STUDY_RUNNING' });
    await both!.a.ask('POST', `/v1/jobs/${job.id}/cancel`, administrator);
    expect((await remove()).body).toMatchObject({ name: 'running', finished: false });
  });

  test('an unfinished study without an open job says so, and starts again at another instance', async () => {
    const runner = await both!.a.key('runner');
    const body = { kind: 'monte-carlo', name: 'stopped', design: DESIGN };
    const begin = () => both!.b.ask('POST', '/v1/studies', runner, body);
    const seen = async () =>
      (await both!.b.ask('GET', '/v1/studies/stopped', runner)).body.answer.join();
    const { body: job } = await both!.a.ask('POST', '/v1/studies', runner, body);
    const { 'digest.json': _, ...begun } = finishedStudy('stopped');
    await filesAt('a').keep('stopped', writeFiles(emptyFolder(), begun));
    expect((await begin()).body.code).toBe('STUDY_EXISTS');
    expect(await seen()).toContain('not finished yet');
    await both!.a.ask('POST', `/v1/jobs/${job.id}/cancel`, runner);
    expect(await seen()).toMatch(/job was cancelled/);
    expect((await begin()).status).toBe(202);
    expect(await seen()).toContain('not finished yet');
  });
});
