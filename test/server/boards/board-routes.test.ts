import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaderboard } from '../../../src/api/leaderboards.ts';
import { boardId } from '../../../src/server/boards/board-of.ts';
import { type TestService, testService } from '../service.ts';
import { addBank, begin, play } from '../sessions/session-case.ts';

describe('leaderboards over HTTP', () => {
  let service: TestService;
  let runner: string;
  let first: string;
  let second: string;
  beforeAll(async () => {
    service = await testService();
    await addBank(service.parts.context.store);
    runner = await service.key('runner');
    const request = { strategy: 'random', items: 30 };
    first = await begin(service, runner, { ...request, examinee: 'one' });
    await play(service, runner, first);
    second = await begin(service, runner, { ...request, examinee: 'two', seed: 2 });
    await play(service, runner, second, 10);
  });
  afterAll(() => service.close());

  test('have a session from its end on, and are for readers of its bank alone', async () => {
    const viewer = await service.key('viewer');
    const [board] = (await service.ask('GET', '/v1/leaderboards', viewer)).body.items;
    expect(board).toMatchObject({ bank: 'exam', strategy: 'random', entries: 1, recorded: 9 });
    const url = `/v1/leaderboards/${board.id}`;
    expect((await service.ask('GET', url, viewer)).body.rows).toHaveLength(10);
    // Asked for just now, and seen at once all the same.
    await service.ask('POST', `/v1/sessions/${second}/end`, runner);
    const { body } = await service.ask('GET', `${url}?recorded=false`, viewer);
    expect(
      body.rows
        .map(({ examinee, complete }: Record<string, unknown>) => [examinee, complete])
        .sort(),
    ).toEqual([
      ['one', true],
      ['two', false],
    ]);
    expect(body.id).toBe(boardId(await service.parts.sessions.get(first)));
    const elsewhere = await service.key('viewer', { banks: ['other'] });
    expect((await service.ask('GET', url, elsewhere)).status).toBe(404);
    expect((await service.ask('GET', '/v1/leaderboards', elsewhere)).body.items).toEqual([]);
    const examinee = await service.key('examinee', { session: first });
    for (const path of [
      url,
      '/v1/leaderboards',
      `/v1/comparisons?a=${first}&b=${second}`,
      '/v1/models',
    ])
      expect((await service.ask('GET', path, examinee)).status).toBe(403);
    expect((await service.ask('GET', url)).status).toBe(401);
  });

  test('compare two sessions', async () => {
    const { body, status } = await service.ask(
      'GET',
      `/v1/comparisons?a=${first}&b=${second}`,
      runner,
    );
    expect(status).toBe(200);
    const [a, b] = [
      await service.parts.sessions.answers(first),
      await service.parts.sessions.answers(second),
    ];
    const common = a.filter(({ item }) => b.some((other) => other.item === item));
    expect(body.common.items).toBe(common.length);
    expect(body).toMatchObject({
      comparable: true,
      a: { examinee: 'one' },
      b: { examinee: 'two' },
    });
    expect(body.low).toBeLessThan(body.difference);
    const none = await service.ask('GET', `/v1/comparisons?a=${first}&b=nothing`, runner);
    expect(none.status).toBe(404);
    const elsewhere = await service.key('runner', { banks: ['other'] });
    const hidden = await service.ask('GET', `/v1/comparisons?a=${first}&b=${second}`, elsewhere);
    expect(hidden.status).toBe(404);
    expect(JSON.stringify(hidden.body)).not.toContain('exam');
  });

  test('are offered as files', async () => {
    const [{ id }] = (await service.ask('GET', '/v1/leaderboards', runner)).body.items;
    const json = await service.ask('GET', `/v1/leaderboards/${id}/export?format=json`, runner);
    expect(json.headers['content-disposition']).toContain(
      'filename="leaderboard-exam-2026-03-01.json"',
    );
    expect(json.body.beats).toHaveLength(json.body.rows.length);
    // It is sent as it was made, so it must have no field beside those of the schema.
    expect(leaderboard.parse(json.body)).toEqual(json.body);
    const { body } = await service.ask('GET', `/v1/leaderboards/${id}`, runner);
    expect(body).toEqual(json.body);
    const svg = await service.ask('GET', `/v1/leaderboards/${id}/export?format=svg`, runner);
    expect(svg.headers['content-type']).toContain('image/svg+xml');
    for (const text of ['>Leaderboard of exam<', '>1. ', 'version', 'Newest', 'calibration'])
      expect(svg.body).toContain(text);
    const html = await service.ask('GET', `/v1/leaderboards/${id}/export?format=html`, runner);
    expect(html.headers['content-type']).toContain('text/html');
    for (const text of ['<h1>Leaderboard of exam</h1>', '<svg', '<td>one</td>', 'bank version'])
      expect(html.body).toContain(text);
    expect(html.body).not.toMatch(/<script|src=|https?:(?!\/\/www\.w3\.org)/);
    const refused = await service.ask('GET', `/v1/leaderboards/${id}/export?format=xml`, runner);
    expect(refused.status).toBe(400);
  });
});
