import { parse } from 'csv-parse/sync';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ReviewEntry } from '../../../item-bank/review/decision.ts';
import { leaderboard } from '../../../src/api/leaderboards.ts';
import { adaptiveRules, promptOptions, type SessionSummary } from '../../../src/api/sessions.ts';
import { ENGLISH } from '../../../src/languages/words.ts';
import type { RecordedStandings } from '../../../src/ranking/board/recorded-standings.ts';
import { boardCsv } from '../../../src/server/boards/board-csv.ts';
import { boardFile } from '../../../src/server/boards/board-file.ts';
import { boardHtml } from '../../../src/server/boards/board-html.ts';
import { boardId } from '../../../src/server/boards/board-of.ts';
import { boardPlace } from '../../../src/server/boards/board-place.ts';
import { boardService } from '../../../src/server/boards/board-service.ts';
import { boardPlot } from '../../../src/server/boards/board-svg.ts';
import { compareSessions } from '../../../src/server/boards/compare-sessions.ts';
import { rowIds } from '../../../src/server/boards/row-ids.ts';
import type { Caller } from '../../../src/server/caller.ts';
import { eventBus } from '../../../src/server/events.ts';
import type { SessionAnswer } from '../../../src/server/sessions/session-service.ts';
import { rulesSummary } from '../../../src/server/sessions/settings/rules-summary.ts';
import { boardsOfSessions, standingOf, summaryOf } from '../sessions-of-test.ts';

const anyone: Caller = {
  id: '1',
  name: 'a',
  role: 'viewer',
  banks: null,
  session: null,
  leaderboard: null,
  panel: null,
  expiresAt: null,
};
const exactly = (model: string, score: number) => ({
  model,
  score,
  low: score,
  high: score,
  verified: true,
  items: 500,
});
const recorded: RecordedStandings = {
  of: 500,
  models: [exactly('old', 60), exactly('older', 30)],
  apart: [{ model: 'hardly', items: 3 }],
  simulated: false,
  standIns: [],
};

function boardsOf(
  sessions: readonly SessionSummary[],
  answers: Record<string, SessionAnswer[]> = {},
  beside = recorded,
  log: readonly ReviewEntry[] = [],
  store = boardsOfSessions(sessions),
) {
  const events = eventBus();
  onTestFinished(() => store.close());
  const clock = { now: 0 };
  const service = boardService(
    { events, log: () => {}, elapsed: () => clock.now },
    {
      sessions: {
        endExpired: () => {},
        get: async (id) => sessions.find((own) => own.id === id)!,
        answers: async (id) => answers[id] ?? [],
      },
      store,
      version: 'test',
      wordsOf: async () => null,
      itemsOf: async () => null,
      humans: { of: async () => null, mark: async () => `${log.length}` },
      recordedOf: async ({ bank, bankVersion }) =>
        bank === 'trial' && bankVersion === 'v1' ? beside : null,
      reviewLog: async () => log,
    },
  );
  return {
    events,
    clock,
    service: {
      ...service,
      list: async (caller: Caller) => (await service.list(caller)).read(),
      get: async (...asked: Parameters<typeof service.get>) => (await service.get(...asked)).read(),
    },
  };
}

const at = (hour: number) => `2026-01-01T0${hour}:00:00.000Z`;

const ALL = { recorded: true, target: 'recorded' } as const;
const SESSIONS = { recorded: false, target: 'recorded' } as const;

describe('leaderboards', () => {
  test('are of one version of bank and calibration and one strategy', async () => {
    const { service } = boardsOf([
      summaryOf('a'),
      summaryOf('b'),
      summaryOf('c', { bankVersion: 'v2' }),
      summaryOf('d', { calibrationVersion: 'c2' }),
      summaryOf('e', { strategy: 'paper' }),
      summaryOf('f', { bank: 'other', finishedAt: at(5) }),
    ]);
    const boards = await service.list(anyone);
    expect(boards.map(({ entries }) => entries).sort()).toEqual([1, 1, 1, 1, 2]);
    expect(boards[0]).toMatchObject({ bank: 'other', recorded: 0, newestAt: at(5) });
    // Recorded scores of another version of the bank are of other items.
    expect(boards.find(({ bankVersion }) => bankVersion === 'v2')!.recorded).toBe(0);
    const some = await service.list({ ...anyone, banks: ['other'] });
    expect(some.map(({ bank }) => bank)).toEqual(['other']);
  });

  test('stay as they were after a review of the bank, and say how many items it has changed since', async () => {
    const retired = (number: number, item: string, time: string): ReviewEntry => ({
      ...{ number, item, decision: 'retire', key: null, note: '', by: 'ana' },
      ...{ at: time, undoes: null },
    });
    const before = retired(1, 'i0', '2025-12-31T00:00:00.000Z');
    const log = [before, retired(2, 'i1', at(9)), retired(3, 'i2', at(9))];
    const changed = async (entries: ReviewEntry[]) => {
      const { service } = boardsOf([summaryOf('a')], {}, recorded, entries);
      const board = await service.get(boardId(summaryOf('')), ALL, anyone);
      expect((await service.list(anyone))[0].changedItems).toBe(board.changedItems);
      return [board.changedItems, board.rows.length];
    };
    expect(await changed([])).toEqual([0, 3]);
    expect(await changed(log)).toEqual([2, 3]);
    const undo: ReviewEntry = { ...retired(4, 'i1', at(9)), decision: 'undo', undoes: 2 };
    expect(await changed([...log, undo])).toEqual([1, 3]);
  });

  test('are the same object in the same state, by which their files are kept', async () => {
    const { service } = boardsOf([summaryOf('a'), summaryOf('b')]);
    const id = boardId(summaryOf(''));
    const board = await service.get(id, ALL, anyone);
    expect(await service.get(id, ALL, anyone)).toBe(board);
    expect(await service.get(id, SESSIONS, anyone)).not.toBe(board);
    expect(await boardFile(board, { format: 'svg', language: 'en' })).toBe(
      await boardFile(await service.get(id, ALL, anyone), { format: 'svg', language: 'en' }),
    );
  });

  test('have the newest whole test of an examinee, flag one that was ended early, and take no failed one', async () => {
    const { service } = boardsOf([
      summaryOf('a1', { examinee: 'a', finishedAt: at(1), standing: standingOf(40, 3) }),
      summaryOf('a2', { examinee: 'a', finishedAt: at(2), standing: standingOf(45, 3) }),
      summaryOf('a3', { examinee: 'a', finishedAt: at(3), state: 'ended' }),
      summaryOf('b1', { examinee: 'b', state: 'ended', finishedAt: at(2) }),
      summaryOf('c1', { examinee: 'c', state: 'failed' }),
      summaryOf('d1', { examinee: 'd', state: 'ended', standing: null }),
    ]);
    const board = await service.get(boardId(summaryOf('')), ALL, anyone);
    expect(
      board.rows.map(({ examinee, session, complete }) => [examinee, session, complete]),
    ).toEqual([
      ['old', null, true],
      ['b', 'b1', false],
      ['a', 'a2', true],
      ['older', null, true],
    ]);
    expect(board.entries).toBe(2);
    expect((await service.get(board.id, SESSIONS, anyone)).rows).toHaveLength(2);
  });

  test('give ranks, ties and pairwise results, exact for recorded models', async () => {
    const { service } = boardsOf([
      summaryOf('x', { standing: standingOf(61, 5) }),
      summaryOf('y', { standing: standingOf(80, 5), model: 'm', cost: 0.25 }),
    ]);
    const board = await service.get(boardId(summaryOf('')), ALL, anyone);
    expect(leaderboard.parse(board)).toEqual(board);
    expect(
      board.rows.map(({ rank, bestRank, worstRank, tiedWith }) => [
        rank,
        bestRank,
        worstRank,
        tiedWith,
      ]),
    ).toEqual([
      [1, 1, 1, []],
      [2, 2, 3, ['old']],
      [3, 2, 3, ['model x']],
      [4, 4, 4, []],
    ]);
    // A normal tail at 1/5 of 1.645: Φ(0.329) = 0.6289.
    expect(board.beats[1][2]).toBeCloseTo(0.6289, 4);
    expect(board.beats[2][3]).toBe(1);
    expect(board.rows.map(({ cost }) => cost)).toEqual([0.25, null, null, null]);
  });

  test('are of one set of adaptive rules, and of one prompt', async () => {
    const rules = (own: object) => ({
      strategy: 'adaptive' as const,
      adaptive: rulesSummary(adaptiveRules.parse(own)),
    });
    const far = { estimator: 'eap', prior: { mean: 3, sd: 0.3 } };
    const shots = promptOptions.parse({ shots: 5 });
    const sessions = [
      summaryOf('a', { ...rules({ estimator: 'ml' }), examinee: 'x' }),
      summaryOf('b', { ...rules(far), examinee: 'x' }),
      summaryOf('c', { ...rules(far), examinee: 'y' }),
      summaryOf('d', { examinee: 'x', prompt: promptOptions.parse({}) }),
      summaryOf('e', { examinee: 'x', prompt: shots }),
      summaryOf('f', { examinee: 'y' }),
    ];
    const { service } = boardsOf(sessions);
    const boards = await service.list(anyone);
    expect(boards.map(({ entries }) => entries).sort()).toEqual([1, 1, 2, 2]);
    const told = boards.find(({ id }) => id === boardId(sessions[1]))!;
    expect(told).toMatchObject({ entries: 2, adaptive: { ...far, enemies: 0, exclude: 0 } });
    expect(boards.find(({ prompt }) => prompt?.shots === 5)!.entries).toBe(1);
    // No words are the words by default.
    expect(boardId(sessions[3])).toBe(boardId(sessions[5]));
    const compared = await service.compare({ a: 'a', b: 'b', target: 'recorded' }, anyone);
    expect(compared).toMatchObject({ comparable: false, difference: null });
    expect(compared.reason).toMatch(/adaptive rules differ/);
    expect((await service.compare({ a: 'd', b: 'e', target: 'recorded' }, anyone)).verdict).toMatch(
      /different prompts/,
    );
    expect(
      (await service.compare({ a: 'd', b: 'f', target: 'recorded' }, anyone)).verdict,
    ).not.toMatch(/different prompts/);
  });

  test('say what recorded models lack, and keep those apart that answered too little', async () => {
    const lacking = { model: 'gaps', score: 55, low: 47, high: 63, verified: true, items: 430 };
    const { service } = boardsOf(
      [summaryOf('x', { standing: standingOf(50, 1) })],
      {},
      { ...recorded, models: [...recorded.models, lacking] },
    );
    const board = await service.get(boardId(summaryOf('')), ALL, anyone);
    const [, row] = board.rows;
    expect(row).toMatchObject({ examinee: 'gaps', low: 47, high: 63, items: 430, of: 500 });
    expect(row.tiedWith).toEqual(['old', 'model x']);
    expect(board.rows[0]).toMatchObject({ low: null, items: 500, of: 500 });
    expect(board.apart).toEqual([{ examinee: 'hardly', items: 3, of: 500 }]);
    expect(leaderboard.parse(board)).toEqual(board);
  });

  test('mark recorded models whose answers come from the stand-in, in tables and pages too', async () => {
    const { service } = boardsOf([summaryOf('a')], {}, { ...recorded, standIns: ['older'] });
    const board = await service.get(boardId(summaryOf('')), ALL, anyone);
    const marked = board.rows.flatMap(({ examinee, simulated }) => (simulated ? [examinee] : []));
    expect([marked, board.standIns]).toEqual([['older'], ['older']]);
    const rows: Record<string, string>[] = parse(boardCsv(board), { columns: true });
    expect(rows.map(({ simulated }) => simulated)).toEqual(['false', 'false', 'true']);
    expect(boardHtml(board, ENGLISH)).toContain('SIMULATED: the answers of older come');
  });

  test('have nobody twice: a recorded model that was tested has its known score beside it', async () => {
    const { service } = boardsOf([
      summaryOf('x', { examinee: 'OLD', recordedAs: 'old', standing: standingOf(57, 5) }),
    ]);
    const board = await service.get(boardId(summaryOf('')), ALL, anyone);
    expect(board.rows.map(({ examinee, known }) => [examinee, known])).toEqual([
      ['OLD', 60],
      ['older', null],
    ]);
    expect(board.rows[0]).toMatchObject({ worstRank: 1, tiedWith: [] });
    expect(board.recorded).toBe(1);
  });

  test('take no test that was ended before ten answers', async () => {
    const ended = (id: string, answers: number) =>
      summaryOf(id, { state: 'ended', standing: standingOf(50, 3, { answers }) });
    const short = summaryOf('short', { standing: standingOf(50, 3, { answers: 5 }) });
    const { service } = boardsOf([ended('nine', 9), ended('ten', 10), short]);
    const board = await service.get(boardId(summaryOf('')), SESSIONS, anyone);
    expect(board.rows.map(({ session }) => session).sort()).toEqual(['short', 'ten']);
  });

  test('are cut after 500 rows; ranks count the hidden rows too', async () => {
    const many = Array.from({ length: 520 }, (_, k) =>
      summaryOf(`s${k}`, { standing: standingOf(80 - k / 20, k < 10 ? 0.01 : 3) }),
    );
    const { service } = boardsOf(many);
    const { rows, id, beats } = await service.get(boardId(summaryOf('')), SESSIONS, anyone);
    expect(rows).toHaveLength(500);
    expect(rows[499].worstRank).toBe(520);
    // Pairs are those of the first rows, and of each row its neighbours: all of them would be megabytes.
    expect([beats.length, beats[99].length]).toEqual([100, 100]);
    expect(rows[300].worstRank - rows[300].bestRank).toBe(426);
    expect(rows[300].tiedWith).toHaveLength(20);
    expect(rows[300].tiedWith).toEqual(expect.arrayContaining([rows[290].id, rows[310].id]));
    expect(rows[499].tiedWith[0]).toBe(rows[479].id);
    expect(rows[0].worstRank).toBeLessThan(500);
    const all = await boardsOf(many.slice(0, 499)).service.get(id, SESSIONS, anyone);
    expect(all.rows[498].worstRank).toBe(499);
  });

  test('of very many examinees read their first rows alone', async () => {
    const most = 100_000;
    const asked: number[] = [];
    const session = summaryOf('s');
    const own = boardPlace(session)!;
    const result = { standing: session.standing, recordedAs: null, lag: 1, form: null, paid: null };
    const board = { id: own.board, bank: 'trial', facts: own.facts };
    let revision = 1;
    const { service, clock } = boardsOf([], {}, recorded, [], {
      boards: async () => [],
      board: async () => ({ ...board, revision, entries: most, newestAt: at(1), widest: 4 }),
      async boardRows(_, limit, after) {
        const from = after === null ? 0 : after.number;
        asked.push(limit);
        return Array.from({ length: limit }, (_, k) => {
          const number = from + k + 1;
          const score = 90 - number / 20;
          const standing = standingOf(score, number < 9 ? 0.1 : 2);
          const name = { id: `s${number}`, examinee: `e${number}`, person: false };
          return {
            ...{ number, ...name, state: 'finished', finishedAt: at(1), charged: 0, score },
            result: { ...result, standing },
          };
        });
      },
      testedOn: async () => new Map(),
      close: async () => {},
    });
    const { rows, entries } = await service.get(board.id, SESSIONS, anyone);
    expect([rows.length, entries]).toEqual([500, most]);
    expect(asked.reduce((sum, n) => sum + n, 0)).toBe(500);
    // The first is above all the others, those not read included; the last may be behind all.
    expect(rows[0].worstRank).toBeLessThan(500);
    expect(rows[499].worstRank).toBe(most);
    // Sessions end all the time: it is built again once a second, however many read it.
    revision++;
    clock.now += 999;
    expect((await service.get(board.id, SESSIONS, anyone)).rows).toBe(rows);
    clock.now++;
    expect((await service.get(board.id, SESSIONS, anyone)).rows).not.toBe(rows);
  });

  test('are not there for keys of other banks', async () => {
    const { service } = boardsOf([summaryOf('a')]);
    const other = { ...anyone, banks: ['other'] };
    await expect(service.get(boardId(summaryOf('')), ALL, other)).rejects.toMatchObject({
      code: 'LEADERBOARD_UNKNOWN',
    });
    await expect(
      service.compare({ a: 'a', b: 'a', target: 'recorded' }, other),
    ).rejects.toMatchObject({
      code: 'SESSION_UNKNOWN',
    });
  });

  test('tell that they have changed when a session has ended', async () => {
    const session = summaryOf('a');
    const { events, service } = boardsOf([session]);
    const told: unknown[] = [];
    events.listen((event) => event.type === 'leaderboard' && told.push(event));
    const { bank, model } = session;
    for (const state of ['open', 'paused', 'failed', 'finished'] as const)
      events.emit({ type: 'session', session: 'a', bank, model, state });
    await new Promise(setImmediate);
    expect(told).toEqual([{ type: 'leaderboard', leaderboard: boardId(session), bank }]);
    service.close();
    events.emit({ type: 'session', session: 'a', bank, model, state: 'finished' });
    await new Promise(setImmediate);
    expect(told).toHaveLength(1);
  });

  test('are exported as a table that no spreadsheet runs', async () => {
    const { service } = boardsOf([summaryOf('a', { examinee: '=1+1' })]);
    const board = await service.get(boardId(summaryOf('')), ALL, anyone);
    const rows: Record<string, string>[] = parse(boardCsv(board), { columns: true });
    expect(rows.map(({ examinee }) => examinee)).toEqual(['old', "'=1+1", 'older']);
    expect(rows[1]).toMatchObject({
      rank: '2',
      score: '50',
      low: '47',
      complete: 'true',
      bank: 'trial',
    });
    expect(rows[0].low).toBe('');
  });
});

describe('of expected scores', () => {
  const wide = (half: number) => ({ expected: { low: 60 - half, high: 60 + half } });

  test('a leaderboard goes by their intervals, and recorded models have chance in all their answers', async () => {
    const { service } = boardsOf([
      summaryOf('a', { standing: standingOf(60, 1, wide(5)) }),
      summaryOf('b', { standing: { ...standingOf(57, 1), expected: { low: 52, high: 62 } } }),
    ]);
    const id = boardId(summaryOf(''));
    const expected = await service.get(id, { recorded: true, target: 'expected' }, anyone);
    const known = await service.get(id, ALL, anyone);
    expect([expected.target, known.target]).toEqual(['expected', 'recorded']);
    const rowOf = (board: typeof known, name: string) =>
      board.rows.find(({ examinee }) => examinee === name)!;
    expect(rowOf(expected, 'model a')).toMatchObject({ score: 60, low: 55, high: 65 });
    expect(rowOf(known, 'model a')).toMatchObject({ score: 60, low: 59, high: 61 });
    // 3 points, each known to ±1 of the recorded and to ±5 of the expected scores.
    expect(rowOf(known, 'model a').tiedWith).not.toContain('model b');
    expect(rowOf(expected, 'model a').tiedWith).toContain('model b');
    // Of 500 answers, Wilson: R, prop.test(300, 500, conf.level = .9, correct = FALSE) gives 56.36 to 63.53.
    const old = rowOf(expected, 'old');
    expect(old).toMatchObject({ score: 60, verified: true });
    expect(old.low).toBeCloseTo(56.35, 1);
    expect(old.high).toBeCloseTo(63.54, 1);
    expect(rowOf(known, 'old').low).toBeNull();
    const [row] = parse(boardCsv(expected), { columns: true }) as Record<string, string>[];
    expect(row.target).toBe('expected');
    expect(leaderboard.parse(expected)).toEqual(expected);
  });

  test('a comparison says that all items were asked and none are left', () => {
    const of = (id: string, score: number) => ({
      summary: summaryOf(id),
      standing: standingOf(score, 0, {
        answers: 500,
        expected: { low: score - 4, high: score + 4 },
      }),
      answers: [],
    });
    const recorded = compareSessions(of('a', 61), of('b', 60), 'recorded');
    const expected = compareSessions(of('a', 61), of('b', 60), 'expected');
    expect(recorded).toMatchObject({ target: 'recorded', probability: 1 });
    expect(expected.target).toBe('expected');
    expect(expected.probability).toBeLessThan(0.65);
    expect(recorded.verdict).toMatch(/^model a scores higher/);
    expect(expected.verdict).toMatch(/ 1\.0 .*−4\.7 to 6\.7, .*expected.* every/);
  });
});

describe('a comparison', () => {
  const answersOf = (scores: Record<string, number>): SessionAnswer[] =>
    Object.entries(scores).map(([item, score], k) => ({ item, score, place: k + 1, at: at(1) }));

  test('gives the difference, common items and tags, and says what follows', () => {
    const tags = (law: number) => ({
      field: {
        law: {
          ...{ score: law, low: law - 3, high: law + 3, items: 9, verified: true },
          expected: { low: law - 6, high: law + 6 },
        },
      },
    });
    const a = {
      summary: summaryOf('a'),
      standing: standingOf(70, 3, { tags: tags(50) }),
      answers: answersOf({ one: 1, two: 1, three: 0, four: 0, five: 1 }),
    };
    const b = {
      summary: summaryOf('b'),
      standing: standingOf(60, 4, { tags: tags(55) }),
      answers: answersOf({ two: 0, three: 1, four: 0, five: 1, six: 1 }),
    };
    const both = compareSessions(a, b, 'recorded');
    expect(both).toMatchObject({
      comparable: true,
      reason: null,
      difference: 10,
      low: 5,
      high: 15,
    });
    expect(both.probability).toBeGreaterThan(0.999);
    expect(both.common).toEqual({
      items: 4,
      bothRight: 1,
      onlyA: 1,
      onlyB: 1,
      bothWrong: 1,
      partial: 0,
      p: 1,
    });
    expect(both.tags).toHaveLength(1);
    expect(both.tags[0]).toMatchObject({ tag: 'field', value: 'law', a: 50, b: 55 });
    expect(both.tags[0].high).toBeCloseTo(-5 + Math.hypot(3, 3), 12);
    expect(compareSessions(a, b, 'expected').tags[0].high).toBeCloseTo(-5 + Math.hypot(6, 6), 12);
    expect(both.verdict).toMatch(/^model a .*10\.0 .*5\.0 to 15\.0, .*recorded/);
    // The other way round the sentence is the same: its interval is of what it says.
    expect(compareSessions(b, a, 'recorded').verdict).toBe(both.verdict);
    const near = compareSessions(a, { ...b, standing: standingOf(69, 4) }, 'recorded');
    expect(near.verdict).toMatch(/: model a is 1\.0 .*−4\.0 to 6\.0/);
    const swapped = compareSessions({ ...b, standing: standingOf(69, 4) }, a, 'recorded');
    expect(swapped).toMatchObject({ difference: -1, low: -6, high: 4 });
    expect(swapped.verdict).toMatch(/: model a is 1\.0 .*−4\.0 to 6\.0/);
  });

  test('of partial scores tests the differences themselves', () => {
    const side = (id: string, scores: Record<string, number>) => ({
      summary: summaryOf(id),
      standing: standingOf(60, 3),
      answers: answersOf(scores),
    });
    const a = side('a', { one: 0.5, two: 0.5, three: 1, four: 0, five: 0.25 });
    const b = side('b', { one: 0, two: 0, three: 0.5, four: 0.5, five: 0.25 });
    // Three of four differences of ½ are above 0: (1 + 4/2)/16 on one side.
    expect(compareSessions(a, b, 'recorded').common).toEqual({
      ...{ items: 5, bothRight: 1, onlyA: 2, onlyB: 1, bothWrong: 1, partial: 5 },
      p: 0.375,
    });
    expect(compareSessions(a, a, 'recorded').common).toMatchObject({ partial: 3, p: null });
  });

  test('says how its intervals were checked, and on which models', () => {
    const of = (id: string, score: number, rest = {}) => ({
      summary: summaryOf(id),
      standing: standingOf(score, 3, rest),
      answers: answersOf({ one: 1 }),
    });
    const [a, b] = [of('a', 60), of('b', 60, { verified: false, alarm: 'beyond' })];
    const both = compareSessions(a, b, 'recorded');
    expect([both.a, both.b]).toMatchObject([
      { verified: true, alarm: null },
      { verified: false, alarm: 'beyond' },
    ]);
    expect(both.verdict).toMatch(/model b is unverified/);
    const own = of('b', 60, { verified: false, unverified: 'strategy' });
    expect(compareSessions(own, own, 'recorded').verdict).toMatch(/unverified: .* this strategy/);
    expect(both.verdict).toMatch(/Alarm .*model b/);
    expect(both.verdict).toMatch(/equal .*More items/);
    expect(compareSessions(a, a, 'recorded').verdict).not.toMatch(/unverified|alarm/);
    const asked = { ...a, standing: standingOf(60, 3, { answers: 500 }) };
    expect(compareSessions(asked, asked, 'recorded').verdict).not.toMatch(/More items/);
  });

  test('has no common items if the versions of the bank differ', () => {
    const a = {
      summary: summaryOf('a'),
      standing: standingOf(70, 3),
      answers: answersOf({ one: 1 }),
    };
    const newer = { ...a, summary: summaryOf('b', { bankVersion: 'v2' }) };
    expect(compareSessions(a, newer, 'recorded').common).toBeNull();
  });

  test('of two boards has a reason and no difference', () => {
    const a = {
      summary: summaryOf('a'),
      standing: standingOf(70, 3),
      answers: answersOf({ one: 1 }),
    };
    const b = { ...a, summary: summaryOf('b', { calibrationVersion: 'c2' }) };
    expect(compareSessions(a, b, 'recorded')).toMatchObject({
      comparable: false,
      difference: null,
      probability: null,
      tags: [],
    });
    expect(compareSessions(a, b, 'recorded').reason).toMatch(/calibrations differ/);
    expect(compareSessions(a, b, 'recorded').common?.items).toBe(1);
  });
});

test('each row of a leaderboard has an id of its own, whatever the names', () => {
  const row = (examinee: string, kind: 'session' | 'recorded' = 'session', person = false) =>
    ({ examinee, kind, person }) as const;
  const rows = [
    ...[row('ann', 'session', true), row('person/ann'), row('ann', 'recorded'), row('ann')],
    row('recorded/ann', 'recorded'),
  ];
  const ids = rowIds(rows);
  expect(ids.slice(1, 4)).toEqual(['person/ann', 'recorded/ann', 'ann']);
  expect(new Set(ids).size).toBe(rows.length);
  expect(ids[0]).toBe('person/person/ann');
});

test('people stand beside models on one scale, marked, also where a model has the same name', async () => {
  const inLaw = (score: number) => ({
    subject: {
      law: { score, low: 0, high: 90, items: 9, verified: true, expected: { low: 0, high: 95 } },
    },
  });
  const { service } = boardsOf([
    summaryOf('s1', { examinee: 'ann', standing: standingOf(70, 2, { tags: inLaw(80) }) }),
    summaryOf('s2', {
      ...{ examinee: 'ann', person: true },
      standing: standingOf(50, 4, { tags: inLaw(20) }),
    }),
    summaryOf('s3', { examinee: 'bob', person: true, standing: standingOf(40, 15) }),
    // Too few answers for a score of a person.
    summaryOf('s4', {
      ...{ examinee: 'cat', person: true, state: 'finished' },
      standing: { ...standingOf(90, 4), answers: 9 },
    }),
  ]);
  const [{ id }] = await service.list(anyone);
  const board = await service.get(id, { recorded: true, target: 'recorded' }, anyone);
  const kinds = board.rows.map(({ examinee, kind, person }) => [examinee, kind, person]);
  expect(kinds).toEqual([
    ['ann', 'session', false],
    ['old', 'recorded', false],
    ['ann', 'session', true],
    ['bob', 'session', true],
    ['older', 'recorded', false],
  ]);
  expect(Object.entries(board.tags).map(([row, { subject }]) => [row, subject.law.score])).toEqual([
    ['ann', 80],
    ['person/ann', 20],
  ]);
  expect(board.rows.map(({ id }) => id)).toEqual([
    ...['ann', 'old', 'person/ann', 'person/bob', 'older'],
  ]);
  expect(board.rows[3].tiedWith).toEqual(['person/ann', 'older']);
  const rows: Record<string, string>[] = parse(boardCsv(board), { columns: true });
  expect([rows[3].id, rows[3].tied_with]).toEqual(['person/bob', '["person/ann","older"]']);
  expect(rows.map(({ person }) => person)).toEqual(['false', 'false', 'true', 'true', 'false']);
  const html = boardHtml(board, ENGLISH);
  expect(html).toContain('a person, tested');
  expect(html).toContain('3 models and 2 people');
  expect(html).toContain('people as a group');
  expect(boardPlot(board, ENGLISH).rows.map(({ name }) => name)).toContain('4. bob (person)');
});
