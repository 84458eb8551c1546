import { sql } from 'kysely';
import type { BankTaxonomy } from '../../item-bank/taxonomies/bank-taxonomy.ts';
import type { Reply } from '../../src/examinee/examinee.ts';
import { openAccess } from '../../src/store/open-access.ts';
import type { StoredPanel } from '../../src/store/panels/panels.ts';
import { VERSION_TABLE } from '../../src/store/schema/schema.ts';
import type { Store } from '../../src/store/store.ts';
import { type TestService, testService } from '../server/service.ts';
import { addBank, begin, play } from '../server/sessions/session-case.ts';
import { AT, answerOf, clock, itemOf } from './store-case.ts';

const MARK = { by: 'ana', at: AT };
const REPLY: Reply = {
  ...{ output: 'B', thinking: null, finishReason: 'stop' as const, cost: 0.5, latency: 3 },
  ...{ attempts: 1, tokens: { prompt: 1, completion: 2, reasoning: 0 }, cached: false },
  refused: null,
};
const TAXONOMY: BankTaxonomy = {
  taxonomy: {
    ...{ format: 1, name: 'wards', version: 1, title: 'Wards' },
    ...{ source: 'made for a test', licence: 'CC0-1.0' },
    levels: [
      {
        ...{ id: 'ward', name: { en: 'ward', zh: '病房' }, complete: false },
        values: [{ id: 'west', name: { en: 'west' } }],
      },
    ],
  },
  tags: { ward: 'ward' },
  canonical: false,
};

/**
 * Fills an empty database with rows in every table, as commands and the service make them. Some banks and a calibration are removed
 * again: their numbers are left out, the last ones too.
 */
export async function fillEveryTable(database: string): Promise<void> {
  const service = await testService({ database });
  try {
    const { store } = service.parts.context;
    await addBank(store);
    await banks(service);
    await runs(service);
    const runner = await service.key('runner', { banks: ['exam'], days: 9 });
    await service.key('link', { leaderboard: 'none' });
    const first: StoredPanel = {
      ...{ id: 'panel-1', kind: 'rating', bank: 'exam', title: 'a panel', madeBy: 'ana' },
      ...{ configuration: { raters: ['anna', '三'] }, createdAt: AT, closedAt: AT },
    };
    await store.ratings.create(first, [], []);
    await store.ratings.create(
      {
        ...{ id: 'panel-2', kind: 'rating', bank: 'exam', title: 'answers', madeBy: null },
        ...{ configuration: {}, createdAt: AT, closedAt: null },
      },
      [
        {
          ...{ answer: 0, model: 'one', condition: '', item: 'item-1', itemHash: 'a', question: 0 },
          ...{ label: 'item-1', judgements: { referee: { facts: 3 } } },
          shown: { description: null, history: [], question: '?', references: ['!'], answer: '三' },
        },
      ],
      [{ rater: '三', place: 0, answer: 0 }],
    );
    const rating = { panel: 'panel-2', answer: 0, rater: '三', comment: null, at: AT };
    for (const facts of [1, 2]) await store.ratings.rate({ ...rating, grades: { facts } });
    const scope = { banks: null, session: null, leaderboard: null, days: null };
    await service.parts.keys.make({ role: 'expert', name: '三', panel: 'panel-2', ...scope }, null);
    await annotations(store);
    await writing(store);
    for (const [k, examinee] of ['one', 'two', '三'].entries()) {
      const request = { strategy: 'random', items: 20, examinee, seed: k };
      await play(service, runner, await begin(service, runner, request));
    }
    await play(service, runner, await begin(service, runner, { examinee: 'open' }), 5);
    const taken = await begin(service, runner, { examinee: 'a person', person: true });
    await service.ask('POST', `/v1/sessions/${taken}/begin`, runner);
    const { number } = (await store.serviceSessions.byId(taken))!;
    await store.personTurns.put(number, { place: 1, turn: 0, output: '三', at: AT });
    await store.jobs.add({
      ...{ id: 'job-1', kind: 'calibration', bank: 'exam', title: 'a job', state: 'done' },
      ...{ task: { kind: 'calibration' }, by: 'ana', key: null, holder: null, createdAt: AT },
      ...{ startedAt: AT, finishedAt: AT, progress: { done: 1 }, error: null, result: { a: 1 } },
      ...{ cancelAt: AT, study: 'a study' },
    });
    const files = store.sharedFiles({ largest: 2 ** 30 });
    // Two chunks, and numbers that are left out.
    await files.put('studies/000000000000/gone/study.json', bytesOf('{}'));
    await files.put('studies/000000000000/a study/study.json', bytesOf('{}', 'x'.repeat(2 ** 20)));
    await files.remove('studies/000000000000/gone/study.json');
  } finally {
    await service.close();
  }
}

async function* bytesOf(...parts: readonly string[]) {
  for (const part of parts) yield Buffer.from(part);
}

async function banks({ parts }: TestService): Promise<void> {
  const { store } = parts.context;
  await store.putTaxonomy('exam', TAXONOMY);
  const early = { name: 'early', title: 'Early', builtin: null };
  await store.addItems(early, [itemOf(0)], AT);
  await store.removeBank('early');
  await store.addItems(
    { name: 'other', title: 'Another', builtin: null },
    [itemOf(0), { ...itemOf(1), status: 'pretest' }],
    AT,
  );
  const matrix = {
    examinees: ['m', 'n'],
    items: ['item-0', 'item-1'],
    scores: Float32Array.of(1, 0.25, Number.NaN, 1),
  };
  await store.putResponses('other', matrix, ['f', 'g'], AT, {
    letters: [['A', 'B'], null],
    scoredBy: [{ 'item-1': 'B' }, {}],
  });
  await store.putAudit('other', {
    ...{ bankVersion: 1, options: { seed: 1 }, at: AT },
    suspects: [{ item: 'item-0', probability: 0.75, reasons: [], suggestedKey: ['C'] }],
  });
  const decision = { item: 'item-0', decision: 'correct', key: ['C'], note: 'a source' } as const;
  const { entries } = await store.review('other', [decision], MARK);
  await store.review('other', [{ undoes: entries[0].number }], MARK);
  const first = await store.putCalibration(calibration('other', 0, null), AT);
  const second = await store.putCalibration(calibration('other', 0.5, first), AT);
  await store.acceptCalibration('other', first, MARK);
  await store.acceptCalibration('other', second, { ...MARK, note: 'better' }, true);
  await store.rollBackCalibration('other', MARK);
  const gone = { name: 'gone', title: 'Gone', builtin: null };
  await store.addItems(gone, [itemOf(0), itemOf(1)], AT);
  await store.putCalibration(calibration('gone', 0, null), AT);
  await store.removeBank('gone');
}

function calibration(bank: string, shift: number, parent: number | null) {
  const column = (...values: number[]) => Float64Array.from(values, (value) => value + shift);
  return {
    ...{ bank, bankVersion: 1, method: 'marginal', options: { seed: 1 }, parent },
    ...{ examinees: ['m', 'n'], items: ['item-0', 'item-1'], report: { shift } },
    parameters: {
      count: 2,
      ...{ a: column(1, 1 / 3), b: column(-1, 1e-17) },
      ...{ c: column(0, 0.1), d: Float64Array.of(1, 1) },
    },
    standardErrors: { a: column(1, 2), b: column(1, Number.NaN), c: column(1, 2) },
  };
}

async function annotations(store: TestService['parts']['context']['store']): Promise<void> {
  const votes = [
    { model: 'a', repeat: 0, kind: 'label', label: 'West' },
    { model: 'b', repeat: 0, kind: 'label', label: null },
  ] as const;
  const panel: StoredPanel = {
    ...{ id: 'annotation-1', kind: 'annotation', bank: 'other', title: 'labels', madeBy: null },
    ...{ configuration: {}, createdAt: AT, closedAt: null },
  };
  await store.annotations.put(panel, [
    {
      ...{ item: itemOf(0).id, level: 'ward', agreed: undefined, reason: 'none-conflict' },
      ...{ isQueued: true, doubt: 0.5, votes },
    },
  ]);
  const review = { reviewer: '三', label: null, note: '不确定', at: AT };
  await store.annotations.review('annotation-1', 1, review, false, () => true);
  const change = { item: itemOf(0).id, tag: 'floor', after: 'third' };
  await store.annotations.changeTags('other', [change], {
    by: 'ana',
    at: AT,
    panel: 'annotation-1',
  });
}

async function runs({ parts }: TestService): Promise<void> {
  const { store } = parts.context;
  const run = await store.createRun({ bank: 'exam' }, 'h', AT);
  const served = { served: { model: 'small-2', fingerprint: 'fp' } };
  await store.append(run, [
    answerOf('m', 1, { output: 'The answer is B. 哪一个? 🙂', ...served }),
    answerOf('m', 2, { score: 1 / 3, thinking: 'so', extracted: null, reason: 'none' }),
    answerOf('z', 1, { cost: 2 ** -20 }),
  ]);
  await store.charge(run, [{ source: 'item-9', at: AT, dollars: 0.125, tokens: 7 }]);
  await store.putSession(run, 'm', { score: 0.5 });
  await store.finishRun(run, { done: true }, AT);
  await store.createRun({ bank: 'other' }, 'h2', AT);
  await store.replies.put(`run ${run}`, 'key', REPLY);
  await store.replies.put('service', 'key', { ...REPLY, output: 'a\0b\ud800' });
}

/** Number of rows by table, of all tables of a database but those of its schema. */
export async function rowsByTable(database: string): Promise<Record<string, number>> {
  const { access } = await openAccess(database, { clock });
  try {
    return await access.read(async (db) => {
      const rows: Record<string, number> = {};
      for (const { name } of await db.introspection.getTables()) {
        const counted = await sql<{
          n: number;
        }>`select count(*) as n from ${sql.table(name)}`.execute(db);
        if (name !== VERSION_TABLE) rows[name] = Number(counted.rows[0].n);
      }
      return rows;
    });
  } finally {
    await access.close();
  }
}

/** The leaderboards of a database, as the service shows them. */
export async function leaderboardsOf(database: string): Promise<unknown[]> {
  const service = await testService({ database });
  try {
    const viewer = await service.key('viewer');
    const { items } = (await service.ask('GET', '/v1/leaderboards', viewer)).body;
    const boards: unknown[] = [];
    for (const { id } of items)
      boards.push((await service.ask('GET', `/v1/leaderboards/${id}`, viewer)).body);
    return boards;
  } finally {
    await service.close();
  }
}

async function writing(store: Store): Promise<void> {
  const panel = {
    ...{ id: 'panel-w', kind: 'writing' as const, bank: 'exam', title: 'questions', madeBy: null },
    ...{ configuration: { experts: ['anna', '本'] }, createdAt: AT, closedAt: null },
  };
  await store.writing.begin(panel, [{ name: 'a.txt:1-2', text: '面包 bread' }], { slots: [] }, AT);
  const question = {
    ...{ type: 'open' as const, stem: 'What?', options: null, key: ['面包'] },
    ...{ explanation: '', evidence: '' },
  };
  const issues = [{ by: 'check' as const, kind: 'duplicate' as const, note: '#1' }];
  const one = { round: 1, place: 1, passage: 0, question, issues, failed: false, drawn: true };
  await store.writing.finishRound('panel-w', 1, [one], { longestKeys: null }, AT);
  const by = { round: 1, place: 1, expert: 'anna' };
  await store.writing.answer('panel-w', { ...by, answer: ['面包'], answeredAt: AT });
  const decision = { accepts: false, reasons: ['other' as const], comment: '好', relevant: [true] };
  await store.writing.decide('panel-w', { ...by, decision, decidedAt: AT });
  const resolution = { accepts: true, comment: 'fine', by: 'ana', at: AT };
  await store.writing.resolve('panel-w', { round: 1, place: 1, ...resolution });
}
