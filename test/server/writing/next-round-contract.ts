import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import type { DecidedSoFar, StoredQuestion } from '../../../src/store/writing/writing-store.ts';
import { LIBRARY } from '../../../src/workflow/asking/caller.ts';
import { overrideQuestions } from '../../../src/workflow/writing/override.ts';
import { prepareRound } from '../../../src/workflow/writing/run-round.ts';
import { writingPanel } from '../../../src/workflow/writing/writing-panel.ts';
import type { Databases } from '../../store/databases.ts';
import { waitingForLocks } from '../../store/rows-of.ts';
import { AT } from '../../store/store-case.ts';
import { type TestService, testService } from '../service.ts';

const PANEL = 'panel-1';
const model = (name: string) => ({ name, baseUrl: 'http://127.0.0.1:1/v1', model: name });
const FINDINGS = { longestKeys: null, positions: null };
const PLAN = {
  slots: [1, 2, 3].map((place) => ({ place, passage: 0, type: 'open', rejected: null })),
  feedback: null,
};
/** A next round that writes the first question again. */
const SECOND = { slots: [{ ...PLAN.slots[0], rejected: null }], feedback: null };

function questionOf(round: number, place: number): StoredQuestion {
  const texts = { explanation: '', evidence: 'Bread rises.' };
  return {
    ...{ round, place, passage: 0, issues: [], failed: false, drawn: true },
    question: {
      ...{ type: 'open', stem: `Question ${round}.${place}?`, options: null, key: ['K'] },
      ...texts,
    },
  };
}

const accepts = { accepts: true, reasons: [], comment: '', relevant: [] };
const rejects = { accepts: false, reasons: ['trivial' as const], comment: '', relevant: [] };

export function nextRoundContract({ dialect, database }: Databases): void {
  let address: string;
  let service: TestService;
  let store: Store;
  const keys: Record<string, string> = {};
  beforeEach(async () => {
    address = await database();
    service = await testService({ database: address });
    store = service.parts.context.store;
    const configuration = {
      ...{ language: 'en', types: ['open'], questions: 3, seed: 1, guideline: null },
      ...{ writer: model('writer'), auditor: model('auditor'), experts: ['anna', 'ben'] },
      ...{ sample: null, rounds: 3, acceptShare: 0.9, licence: 'CC0-1.0', sources: [] },
    };
    const panel = {
      ...{ id: PANEL, kind: 'writing' as const, bank: null, title: 'bread', configuration },
      ...{ madeBy: null, createdAt: AT, closedAt: null },
    };
    await store.writing.begin(panel, [{ name: 'bread.txt:1', text: 'Bread rises.' }], PLAN, AT);
    const questions = [1, 2, 3].map((place) => questionOf(1, place));
    await store.writing.finishRound(PANEL, 1, questions, FINDINGS, AT);
    const scope = { banks: null, session: null, leaderboard: null, panel: PANEL, days: null };
    for (const name of ['anna', 'ben'])
      keys[name] = (await service.parts.keys.make({ role: 'expert', name, ...scope }, null)).key;
    keys.administrator = await service.key('administrator');
    // Both accept the questions but for the first one.
    for (const name of ['anna', 'ben'])
      for (const place of [1, 2, 3]) {
        const path = `/v1/writing/work/1/${place}`;
        await service.ask('POST', `${path}/answer`, keys[name], { answer: ['an answer'] });
        expect((await decide(name, place, place === 1 ? rejects : accepts)).status).toBe(200);
      }
  });
  afterEach(() => service.close());

  const decide = (name: string, place: number, decision: object) =>
    service.ask('PUT', `/v1/writing/work/1/${place}/decision`, keys[name], decision);
  const resolve = (place: number) =>
    service.ask('PUT', `/v1/writing/${PANEL}/questions/1/${place}/resolution`, keys.administrator, {
      accepts: true,
      comment: 'good enough',
    });
  const begin = async (basis?: DecidedSoFar) =>
    store.writing.addRound(PANEL, 2, SECOND, basis ?? (await store.writing.record(PANEL)), AT);
  const decidedNow = async () => {
    const { decisions, resolutions } = await store.writing.record(PANEL);
    return { decisions, resolutions };
  };

  test('no decision, answer or resolution is kept while it is written', async () => {
    const before = await decidedNow();
    const heard: unknown[] = [];
    service.parts.context.events.listen((event) => heard.push(event));
    await decide('anna', 1, accepts);
    await decide('anna', 1, rejects);
    // The other expert does not hear of it.
    const event = { type: 'panel', panel: PANEL, bank: null, expert: 'anna' };
    expect(heard).toEqual([event, event]);
    expect(await begin()).toBe(true);
    for (const { status, body } of [await decide('anna', 1, accepts), await resolve(1)]) {
      expect([status, body.code]).toEqual([409, 'WRITING_REFUSED']);
      expect(body.detail).toContain('being written');
    }
    const panel = await writingPanel(store, PANEL);
    const by = { comment: 'good', by: 'command line', at: AT };
    await expect(overrideQuestions(store, panel, '1', by)).rejects.toThrow('is being written');
    // What a request does that has read the panel before the round was begun.
    const at = { round: 1, place: 1, expert: 'carl' };
    expect(await store.writing.answer(PANEL, { ...at, answer: ['x'], answeredAt: AT })).toBe(
      'asking',
    );
    expect(await decidedNow()).toEqual(before);
  });

  test('what was decided about replaced questions stays; the others can still be settled', async () => {
    await begin();
    await store.writing.finishRound(PANEL, 2, [questionOf(2, 1)], FINDINGS, AT);
    const before = await decidedNow();
    const made = { accepts: true, comment: 'good', by: 'ana', at: AT };
    expect(await store.writing.resolve(PANEL, { round: 1, place: 1, ...made })).toBe('replaced');
    const late = { round: 1, place: 2, expert: 'anna', decidedAt: AT, decision: rejects };
    expect(await store.writing.decide(PANEL, late)).toBe('replaced');
    expect(await decidedNow()).toEqual(before);
    expect((await resolve(2)).status).toBe(200);
  });

  test('a closed panel takes no resolution', async () => {
    await store.panels.close(PANEL, AT);
    const { status, body } = await resolve(1);
    expect([status, body.code]).toEqual([409, 'WRITING_REFUSED']);
    expect(body.detail).toContain('closed');
  });

  test('is begun by what was decided last: a plan from before is refused, and made again', async () => {
    const earlier = await decidedNow();
    await decide('ben', 1, accepts);
    expect(await begin(earlier)).toBe(false);
    expect((await store.writing.record(PANEL)).rounds).toHaveLength(1);
    await decide('ben', 1, rejects);
    // Between its plan and its beginning ben takes back what he said about the second question.
    let tries = 0;
    const changing: Store = {
      ...store,
      writing: {
        ...store.writing,
        async addRound(...args) {
          if (tries++ === 0) expect((await decide('ben', 2, rejects)).status).toBe(200);
          return store.writing.addRound(...args);
        },
      },
    };
    const panel = await writingPanel(store, PANEL);
    const prepared = await prepareRound(changing, panel, LIBRARY, AT);
    expect(tries).toBe(2);
    expect(prepared!.plan.slots.map(({ place }) => place)).toEqual([1, 2]);
    const { rounds } = await store.writing.record(PANEL);
    expect(rounds[1].plan).toEqual(JSON.parse(JSON.stringify(prepared!.plan)));
  });

  test('decisions in flight are before it or refused', async () => {
    const underway = [0, 1, 2, 3, 4, 5].map((k) =>
      decide(k % 2 === 0 ? 'anna' : 'ben', 1 + (k % 3), k < 3 ? rejects : accepts),
    );
    let basis = await decidedNow();
    while (!(await begin(basis))) basis = await decidedNow();
    await Promise.all(underway);
    expect(await decidedNow()).toEqual(basis);
  });

  if (dialect === 'postgres')
    test('a decision waits for a round that another process is beginning', async () => {
      const before = await decidedNow();
      const other = new Client(address);
      await other.connect();
      await other.query('begin');
      await other.query('select id from panels for update');
      const late = Promise.all([decide('anna', 1, accepts), resolve(1)]);
      const waiting = () => waitingForLocks(address);
      await expect.poll(waiting, { interval: 10 }).toBeGreaterThan(0);
      await other.query(
        `insert into writing_rounds (panel, round, plan, begun_at) values ('${PANEL}', 2, '{"slots":[]}', '${AT}')`,
      );
      await other.query('commit');
      expect((await late).map(({ status }) => status)).toEqual([409, 409]);
      expect(await decidedNow()).toEqual(before);
      await other.end();
    });
}
