import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Item } from '../../../item-bank/items/item.ts';
import type { Reply } from '../../../src/examinee/examinee.ts';
import { plainReply } from '../../../src/examinee/reply.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import { NO_REPLY, type RunAnswer } from '../../../src/run/run-record.ts';
import { SERVICE_REPLIES } from '../../../src/run/run-replies.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Databases } from '../databases.ts';
import { AT, all, answerOf, BANK, clock, itemOf, itemsOf } from '../store-case.ts';

const LATER = '2026-02-03T04:05:06.000Z';
const REPLY: Reply = {
  output: 'B',
  thinking: 'half \ud800 and \0',
  finishReason: 'stop',
  tokens: { prompt: 1, completion: 2, reasoning: 0 },
  cost: 0.001,
  latency: 8.25,
  attempts: 1,
  cached: false,
  refused: null,
};

export function contentsContract({ database }: Databases): void {
  let location: string;
  let store: Store;
  const opened: Store[] = [];
  const open = async () => {
    const one = await openStore(location, { clock });
    opened.push(one);
    return one;
  };
  beforeEach(async () => {
    location = await database();
    store = await open();
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  describe('banks', () => {
    test('items come back equal, in their order, after reopening', async () => {
      const items = itemsOf(0, 1203);
      expect(await store.addItems(BANK, items, AT)).toBe(1203);
      const again = await open();
      expect(await all(again.items('exam'))).toEqual(items);
      const some = await all(again.items('exam', ['item-7', 'item-1100', 'absent']));
      expect(new Set(some)).toEqual(new Set([itemOf(7), itemOf(1100)]));
    });

    test('each change of items is a version with a fingerprint of ids and hashes in order', async () => {
      await store.addItems(BANK, itemsOf(0, 3), AT);
      await store.addItems({ ...BANK, name: 'another', builtin: 'mmlu-pro' }, itemsOf(0, 2), AT);
      expect(await store.addItems(BANK, itemsOf(3, 5), LATER)).toBe(2);
      const fingerprint = (items: Item[]) =>
        createHash('sha256')
          .update(items.map(({ id, hash }) => `${id}\t${hash}\n`).join(''))
          .digest('hex');
      const exam = {
        name: 'exam',
        version: 2,
        title: 'An exam',
        builtin: null,
        items: 5,
        examinees: 0,
        fingerprint: fingerprint(itemsOf(0, 5)),
        createdAt: AT,
        changedAt: LATER,
      };
      expect(await store.bank('exam')).toEqual(exam);
      expect(await store.banks()).toEqual([
        {
          ...exam,
          name: 'another',
          version: 1,
          builtin: 'mmlu-pro',
          items: 2,
          fingerprint: fingerprint(itemsOf(0, 2)),
          changedAt: AT,
        },
        exam,
      ]);
      expect(await store.bank('none')).toBeUndefined();
    });

    test('one content may have several ids', async () => {
      await store.addItems(BANK, [itemOf(0), { ...itemOf(0), id: 'again' }], AT);
      const known = await store.knownItems('exam');
      expect(known.idOfHash(itemOf(0).hash)).toBe('item-0');
      expect(known.has('again')).toBe(true);
    });

    test('nothing to add makes no version and no bank', async () => {
      expect(await store.addItems(BANK, [], AT)).toBe(0);
      expect(await store.banks()).toEqual([]);
      await store.addItems(BANK, itemsOf(0, 1), AT);
      expect(await store.addItems(BANK, [], LATER)).toBe(0);
      expect(await store.bank('exam')).toMatchObject({ version: 1, changedAt: AT });
    });

    test('items that fail to come, or that are there, leave everything as it was', async () => {
      await store.addItems(BANK, itemsOf(0, 2), AT);
      const before = await store.banks();
      const failure = Object.assign(new Error('gone'), { code: 'ENOENT' });
      const breaking = async function* () {
        yield* itemsOf(2, 900);
        throw failure;
      };
      await expect(store.addItems(BANK, breaking(), LATER)).rejects.toBe(failure);
      await expect(store.addItems(BANK, itemsOf(1, 4), LATER)).rejects.toMatchObject({
        code: 'ITEM_EXISTS',
      });
      expect(await store.banks()).toEqual(before);
      expect(await all(store.items('exam'))).toEqual(itemsOf(0, 2));
    });

    test('the store can be read while items come, which are seen once all are there', async () => {
      await store.addItems(BANK, itemsOf(0, 2), AT);
      const seen: number[] = [];
      const reading = async function* () {
        for (const item of itemsOf(2, 1300)) {
          if (item.id.endsWith('00')) seen.push((await all(store.items('exam'))).length);
          yield item;
        }
      };
      await store.addItems(BANK, reading(), AT);
      expect(new Set(seen)).toEqual(new Set([2]));
      expect(await store.bank('exam')).toMatchObject({ items: 1300, version: 2 });
    });

    test('a reader gets the items of one version, even if more are added meanwhile', async () => {
      await store.addItems(BANK, itemsOf(0, 600), AT);
      const ids: string[] = [];
      for await (const { id } of store.items('exam')) {
        if (ids.length === 0) await store.addItems(BANK, itemsOf(600, 1200), AT);
        ids.push(id);
      }
      expect(ids).toEqual(itemsOf(0, 600).map(({ id }) => id));
    });

    test('additions at once are one after the other', async () => {
      const other = await open();
      await Promise.all([
        store.addItems(BANK, itemsOf(0, 700), AT),
        other.addItems(BANK, itemsOf(700, 1400), AT),
        store.addItems(BANK, itemsOf(1400, 1450), AT),
      ]);
      expect(await store.bank('exam')).toMatchObject({ version: 3, items: 1450 });
      const ids = (await all(store.items('exam'))).map(({ id }) => id);
      expect(new Set(ids).size).toBe(1450);
    });

    test('an import is told which items are known', async () => {
      expect((await store.knownItems('exam')).has('item-1')).toBe(false);
      await store.addItems(BANK, itemsOf(0, 3), AT);
      const known = await store.knownItems('exam');
      expect(known.has('item-2')).toBe(true);
      expect(known.has('item-3')).toBe(false);
      expect(known.idOfHash(itemOf(2).hash)).toBe('item-2');
      expect(known.idOfHash(itemOf(3).hash)).toBeUndefined();
      known.add({ ...itemOf(2), id: 'same-content' });
      expect(known.idOfHash(itemOf(2).hash)).toBe('item-2');
      expect(known.has('same-content')).toBe(true);
      known.add(itemOf(3));
      expect(known.idOfHash(itemOf(3).hash)).toBe('item-3');
      expect(known.has('item-3')).toBe(true);
    });

    test('an unknown bank gets suggestions of similar names', async () => {
      await store.addItems(BANK, itemsOf(0, 1), AT);
      await expect(all(store.items('exams'))).rejects.toMatchObject({
        code: 'NAME_UNKNOWN',
        details: { kind: 'bank', name: 'exams', nearest: ['exam'] },
      });
    });
  });

  test('a bank is removed with all it has, and others keep theirs', async () => {
    const matrix = { examinees: ['m'], items: ['item-0'], scores: Float32Array.of(1) };
    for (const name of ['exam', 'other']) {
      await store.addItems({ ...BANK, name }, itemsOf(0, 4), AT);
      await store.addItems({ ...BANK, name }, itemsOf(4, 5), LATER);
      await store.putResponses(name, matrix, null, AT);
      await store.putCalibration(
        {
          ...{ bank: name, bankVersion: 1, method: 'given', options: {}, parent: null },
          ...{ examinees: [], items: ['item-1'], standardErrors: null },
          parameters: itemParameters({ a: [1], b: [0], c: [0] }),
        },
        AT,
      );
    }
    const whole = { items: 5, examinees: 1, calibrations: 1, openSessions: 0, openJobs: 0 };
    expect(await store.bankHoldings('exam')).toEqual(whole);
    await store.removeBank('exam');
    expect(await store.bankHoldings('exam')).toBeUndefined();
    expect(await store.bankHoldings('other')).toEqual(whole);
    expect((await store.banks()).map(({ name }) => name)).toEqual(['other']);
    // The name is free, and nothing of the old bank comes back.
    await store.addItems(BANK, itemsOf(7, 8), LATER);
    expect(await store.bank('exam')).toMatchObject({ version: 1, items: 1, examinees: 0 });
    expect(await store.responses('exam')).toBeNull();
    await expect(store.removeBank('exams')).rejects.toThrow('exam');
  });

  describe('recorded answers', () => {
    const matrix = {
      examinees: ['m2', 'm1'],
      items: ['item-3', 'item-0'],
      scores: Float32Array.of(1, 0, 0.25, Number.NaN),
    };
    beforeEach(async () => {
      await store.addItems(BANK, itemsOf(0, 4), AT);
    });

    test('columns are the items of the bank; missing cells were not asked', async () => {
      expect(await store.responses('exam')).toBeNull();
      await store.putResponses('exam', matrix, ['f', 'g'], AT);
      await store.addItems(BANK, itemsOf(4, 5), AT);
      const _ = Number.NaN;
      expect(await store.responses('exam')).toEqual({
        matrix: {
          examinees: ['m2', 'm1'],
          items: ['item-0', 'item-1', 'item-2', 'item-3', 'item-4'],
          scores: Float32Array.of(0, _, _, 1, _, _, _, _, 0.25, _),
        },
        families: ['f', 'g'],
      });
      expect(await store.bank('exam')).toMatchObject({ examinees: 2 });
    });

    test('an existing examinee is replaced, and keeps its place', async () => {
      await store.putResponses('exam', matrix, null, AT);
      expect((await store.responses('exam'))?.families).toBeNull();
      const newer = {
        examinees: ['m3', 'm2'],
        items: ['item-1'],
        scores: Float32Array.of(1, 0),
      };
      await store.putResponses('exam', newer, ['h', 'f'], AT);
      const stored = await store.responses('exam');
      expect(stored?.matrix.examinees).toEqual(['m2', 'm1', 'm3']);
      const _ = Number.NaN;
      expect(stored?.matrix.scores).toEqual(Float32Array.of(_, 0, _, _, _, _, _, 0.25, _, 1, _, _));
      expect(stored?.families).toEqual(['f', 'm1', 'h']);
    });

    test('an item the bank does not have is refused, and nothing is kept', async () => {
      await expect(
        store.putResponses('exam', { ...matrix, items: ['item-3', 'item-9'] }, null, AT),
      ).rejects.toMatchObject({ code: 'ITEM_UNKNOWN' });
      expect(await store.responses('exam')).toBeNull();
    });
  });

  describe('runs', () => {
    test('answers come back equal, by examinee and place', async () => {
      const run = await store.createRun({ bank: 'exam', seed: 7 }, 'h1', AT);
      const odd = answerOf('model ü', 2, {
        thinking: 'long '.repeat(5000),
        extracted: null,
        reason: 'no letter',
        score: 0.3,
        cached: true,
        refused: 'too long',
        finishReason: 'content_filter',
      });
      await store.append(run, [answerOf('model ü', 3), odd]);
      await store.append(run, [answerOf('Model', 1)]);
      await store.append(run, []);
      const again = await open();
      expect(await all(again.answers(run))).toEqual([
        answerOf('Model', 1),
        odd,
        answerOf('model ü', 3),
      ]);
    });

    test('pages of answers leave nothing out', async () => {
      const run = await store.createRun({}, 'h', AT);
      const answers = Array.from({ length: 1100 }, (_, k) => answerOf('m', k + 1));
      await store.append(run, answers);
      expect(await all(store.answers(run))).toEqual(answers);
    });

    test('answers are read without their texts if these are not needed', async () => {
      const run = await store.createRun({}, 'h', AT);
      const answers = Array.from({ length: 450 }, (_, k) =>
        answerOf('m', k + 1, { thinking: 'long', output: 'text' }),
      );
      await store.append(run, answers);
      expect(await all(store.answers(run, { texts: true }))).toEqual(answers);
      expect(await all(store.answers(run, {}))).toEqual(answers);
      expect(await all(store.answers(run, { texts: false }))).toEqual(
        answers.map((answer) => ({ ...answer, output: '', thinking: null })),
      );
    });

    test('answers are read at some places of some examinees, with their origins, and no others', async () => {
      const run = await store.createRun({ bank: 'exam' }, 'h', AT);
      const other = await store.createRun({ bank: 'exam' }, 'h', AT);
      const served = { model: 'm-2026', fingerprint: null };
      const answers = ['m', 'n', 'o'].flatMap((name) =>
        Array.from({ length: 50 }, (_, k) => answerOf(name, k + 1, { thinking: 'long', served })),
      );
      await store.append(run, answers);
      await store.append(other, [answerOf('m', 7, { output: 'elsewhere' })]);
      // Places 51 to 60 are not there.
      const places = Array.from({ length: 60 }, (_, k) => k + 1).filter((place) => place % 2 === 0);
      const found = await all(store.answersAt(run, ['n', 'nobody', 'm'], places));
      const key = ({ examinee, place }: RunAnswer) => `${examinee} ${100 + place}`;
      expect(found.toSorted((x, y) => (key(x) < key(y) ? -1 : 1))).toEqual(
        answers.filter(({ examinee, place }) => examinee !== 'o' && place % 2 === 0),
      );
      expect(await all(store.answersAt(run, ['nobody'], [1]))).toEqual([]);
      expect(await all(store.answersAt(run, ['m'], []))).toEqual([]);
    });

    test('outputs are read at some places of some examinees, and no others', async () => {
      const run = await store.createRun({ bank: 'exam' }, 'h', AT);
      const other = await store.createRun({ bank: 'exam' }, 'h', AT);
      const answers = ['m', 'n', 'o'].flatMap((name) =>
        Array.from({ length: 450 }, (_, k) =>
          answerOf(name, k + 1, { output: `${name} at ${k + 1}` }),
        ),
      );
      await store.append(run, answers);
      await store.append(other, [answerOf('m', 7, { output: 'elsewhere' })]);
      const even = Array.from({ length: 230 }, (_, k) => 2 * k + 2);
      const wanted = new Map([
        ['m', [7, 7, 3]],
        ['n', even],
        ['nobody', [1]],
      ]);
      const found = await all(store.outputs(run, wanted));
      // Places 452 to 460 are not there.
      const expected = [
        ...[3, 7].map((place) => ({ examinee: 'm', place, output: `m at ${place}` })),
        ...even.slice(0, 225).map((place) => ({ examinee: 'n', place, output: `n at ${place}` })),
      ];
      expect(
        found.sort((x, y) =>
          x.examinee < y.examinee ? -1 : x.examinee > y.examinee ? 1 : x.place - y.place,
        ),
      ).toEqual(expected);
      expect(await all(store.outputs(run, new Map()))).toEqual([]);
    });

    test('several processes that look for a run at once begin one', async () => {
      const others = [store, await open(), await open()];
      const begun = await Promise.all(others.map((one) => one.lastRunOrNew({ seed: 1 }, 'h', AT)));
      expect(new Set(begun).size).toBe(1);
      const newer = await store.createRun({ seed: 1 }, 'h', LATER);
      expect(await store.lastRunOrNew({ seed: 1 }, 'h', LATER)).toBe(newer);
      expect(await store.lastRunOrNew({ seed: 2 }, 'i', LATER)).toBeGreaterThan(newer);
    });

    test('runs are listed newest first, with what they hold and cost', async () => {
      const first = await store.createRun({ seed: 1 }, 'h1', AT);
      const second = await store.createRun({ seed: 2 }, 'h2', LATER);
      await store.append(first, [answerOf('m', 1), answerOf('m', 2), answerOf('n', 1)]);
      await store.finishRun(first, { ranking: ['m'] }, LATER);
      const listed = [
        {
          id: second,
          hash: 'h2',
          configuration: { seed: 2 },
          startedAt: LATER,
          finishedAt: null,
          answers: 0,
          cost: 0,
        },
        {
          id: first,
          hash: 'h1',
          configuration: { seed: 1 },
          startedAt: AT,
          finishedAt: LATER,
          answers: 3,
          cost: 0.75,
        },
      ];
      expect(await store.runs()).toEqual(listed);
      expect(await store.runs('h1')).toEqual([listed[1]]);
      await store.reopenRun(first);
      expect((await store.runs('h1'))[0].finishedAt).toBeNull();
      expect(await store.summaryOf(first)).toEqual({ ranking: ['m'] });
      // What was paid for no kept answer is of the run, once.
      const charge = { source: 'm at 3', at: LATER, dollars: 0.5, tokens: 7 };
      expect(await store.charge(first, [charge])).toEqual({ dollars: 0.5, tokens: 7 });
      const more = { ...charge, source: 'm at 4', dollars: 0.25 };
      expect(await store.charge(first, [charge, more])).toEqual({ dollars: 0.25, tokens: 7 });
      // Kept replies cost 2.5, of which answers (0.75) and charges (0.75) have 1.5; other sources do not count, nor does a second time.
      const put = (source: string, key: string, cost: number) =>
        store.replies.put(source, key, { ...plainReply('text \0'), cost });
      await put(`run ${first}`, 'k1', 1.5);
      await put(`run ${first}, step 1`, 'k2', 1);
      await put(`run ${first}1`, 'k3', 8);
      await put(SERVICE_REPLIES, 'k1', 8);
      const lost = { ...charge, source: `${NO_REPLY}m at 5`, dollars: 0.125, tokens: 0 };
      await store.charge(first, [lost]);
      expect(await store.chargeReplies(first, AT)).toBe(1);
      expect(await store.chargeReplies(first, LATER)).toBe(0);
      expect(await store.chargeReplies(second, AT)).toBe(0);
      await store.charge(second, []);
      expect(await store.charged(first)).toEqual({ dollars: 1.875, tokens: 14 });
      expect(await store.charged(second)).toEqual({ dollars: 0, tokens: 0 });
      expect((await store.runs()).map(({ cost }) => cost)).toEqual([0, 2.625]);
      expect(await store.summaryOf(first)).toEqual({ ranking: ['m'] });
      expect(await store.summaryOf(second)).toBeNull();
    });

    test('the first answer to a question, and of a place, counts', async () => {
      const run = await store.createRun({}, 'h', AT);
      const other = await store.createRun({}, 'h', AT);
      expect(await store.append(run, [answerOf('m', 1)])).toBe(1);
      const again = await Promise.all(
        [answerOf('m', 1), answerOf('k', 1), answerOf('k', 1)].map((one) =>
          store.append(run, [one]),
        ),
      );
      // In one commit as well, each caller learns of its own: the first of two counts.
      expect(again).toEqual([0, 1, 0]);
      await store.append(run, [
        answerOf('m', 1, { output: 'again' }),
        answerOf('m', 2, { item: 'item-1' }),
        answerOf('m', 3, { output: 'first' }),
        answerOf('m', 3, { output: 'second' }),
      ]);
      await store.append(other, [answerOf('m', 1)]);
      expect(await all(store.answers(run))).toEqual([
        answerOf('k', 1),
        answerOf('m', 1),
        answerOf('m', 3, { output: 'first' }),
      ]);
      expect(await all(store.answers(other))).toHaveLength(1);
    });

    test('characters that a database cannot store do not lose the answer', async () => {
      const run = await store.createRun({}, 'h', AT);
      await store.append(run, [answerOf('m', 1, { output: 'a\0b\ud800c 😀' })]);
      expect((await all(store.answers(run)))[0].output).toBe('a\ufffdb\ufffdc 😀');
    });

    test('a name that two keep for the first time at once is one examinee', async () => {
      const other = await open();
      const run = await store.createRun({}, 'h', AT);
      for (let k = 0; k < 15; k++)
        await Promise.all(
          [store, other].map((one, j) => one.append(run, [answerOf(`new ${k}`, j + 1)])),
        );
      expect(await all(store.answers(run))).toHaveLength(30);
    });

    test('one faulty caller does not spoil the answers of others', async () => {
      const run = await store.createRun({}, 'h', AT);
      const results = await Promise.allSettled([
        store.append(run, [answerOf('m', 1)]),
        store.append(run + 1000, [answerOf('m', 1)]),
        store.append(run, [answerOf('m', 2)]),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await all(store.answers(run))).toHaveLength(2);
    });
  });

  test('the final record of a session is kept by run and examinee, the last one of each', async () => {
    const run = await store.createRun({}, 'h', AT);
    const other = await store.createRun({}, 'h', AT);
    await store.append(run, [answerOf('n', 1)]);
    await store.putSession(run, 'n', { items: [] });
    await store.putSession(run, 'm', { items: [{ item: 'item-1', score: 0.5 }] });
    await store.putSession(run, 'n', { items: [{ item: 'item-2', score: null }] });
    await store.putSession(other, 'n', null);
    expect(await store.sessions(run)).toEqual([
      { examinee: 'm', record: { items: [{ item: 'item-1', score: 0.5 }] } },
      { examinee: 'n', record: { items: [{ item: 'item-2', score: null }] } },
    ]);
    expect(await store.sessions(other)).toEqual([{ examinee: 'n', record: null }]);
    expect(await store.sessions(other + 1)).toEqual([]);
  });

  describe('calibrations', () => {
    const calibration = {
      bank: 'exam',
      bankVersion: 1,
      method: 'integrated',
      options: { rung: '3pl-shrunken', seed: 7 },
      parent: null,
      examinees: ['m2', 'm1'],
      items: ['item-3', 'item-1'],
      parameters: itemParameters({ a: [1.1, 0.7], b: [-0.3, 2], c: [0.2, 0.25] }),
      standardErrors: {
        a: Float64Array.of(0.1, 0.2),
        b: Float64Array.of(0.3, 0.4),
        c: Float64Array.of(Number.NaN, Number.NaN),
      },
    };
    beforeEach(async () => {
      await store.addItems(BANK, itemsOf(0, 4), AT);
    });

    test('come back equal, and are listed newest first with their sources', async () => {
      const first = await store.putCalibration(calibration, AT);
      await store.addItems(BANK, itemsOf(4, 6), AT);
      const linked = {
        ...calibration,
        bankVersion: 2,
        parent: first,
        items: ['item-5'],
        parameters: itemParameters({ a: [1], b: [0], d: [0.9] }),
        standardErrors: null,
      };
      const second = await store.putCalibration(linked, LATER);
      expect(await store.calibration(first)).toEqual({
        ...calibration,
        id: first,
        createdAt: AT,
      });
      expect(await store.calibration(second)).toEqual({
        ...linked,
        id: second,
        createdAt: LATER,
      });
      const { parameters, standardErrors, ...lineage } = calibration;
      expect(await store.calibrations('exam')).toEqual([
        { ...lineage, bankVersion: 2, parent: first, id: second, items: 1, createdAt: LATER },
        { ...lineage, id: first, items: 2, createdAt: AT },
      ]);
      expect(await store.calibrations('none')).toEqual([]);
      expect(await store.calibration(second + 1)).toBeUndefined();
    });

    test('of an item that this version of the bank does not have are refused', async () => {
      await store.addItems(BANK, itemsOf(4, 6), AT);
      await expect(
        store.putCalibration({ ...calibration, items: ['item-3', 'item-4'] }, AT),
      ).rejects.toMatchObject({
        code: 'ITEM_UNKNOWN',
        details: { item: 'item-4', where: 'version 1 of bank exam' },
      });
      await expect(
        store.putCalibration({ ...calibration, bank: 'exma' }, AT),
      ).rejects.toMatchObject({
        code: 'NAME_UNKNOWN',
        details: { kind: 'bank', name: 'exma', nearest: ['exam'] },
      });
      expect(await store.calibrations('exam')).toEqual([]);
    });
  });

  test('jobs change from the states they are in only, and are listed newest first, of the banks asked for', async () => {
    const job = (id: string, bank: string | null) => ({
      id,
      kind: 'calibrate',
      bank,
      title: id,
      state: 'waiting',
      by: 'me',
      key: `key-${id}`,
      holder: null,
      task: { args: ['x'] },
      createdAt: AT,
      startedAt: null,
      finishedAt: null,
      progress: null,
      error: null,
      result: null,
      cancelAt: null,
      study: null,
    });
    for (const [id, bank] of [
      ['a', 'exam'],
      ['b', null],
      ['c', 'other'],
    ] as const)
      await store.jobs.add(job(id, bank));
    expect(await store.jobs.change('a', ['waiting'], { state: 'running', startedAt: LATER })).toBe(
      true,
    );
    expect(await store.jobs.change('a', ['waiting'], { state: 'cancelled' })).toBe(false);
    const result = { deep: [1, { ü: null }] };
    await store.jobs.change('a', ['waiting', 'running'], {
      state: 'done',
      result,
      holder: { pid: 7 },
    });
    const done = {
      ...job('a', 'exam'),
      startedAt: LATER,
      holder: { pid: 7 },
      state: 'done',
      result,
    };
    const again = await open();
    expect(await again.jobs.get('a')).toEqual(done);
    expect(await again.jobs.get('z')).toBeUndefined();
    const list = async (filter: object) => {
      const all = { banks: null, limit: 10, offset: 0, ...filter };
      const { jobs, total } = await again.jobs.list(all);
      return [jobs.map(({ id }) => id).join(''), total];
    };
    expect(await list({})).toEqual(['cba', 3]);
    expect(await list({ limit: 1, offset: 1 })).toEqual(['b', 3]);
    expect(await list({ banks: ['exam'] })).toEqual(['a', 1]);
    expect(await list({ banks: ['exam'], key: 'key-b' })).toEqual(['ba', 2]);
    expect(await list({ banks: [], key: 'key-z' })).toEqual(['', 0]);
    expect(await list({ state: 'waiting', kind: 'calibrate' })).toEqual(['cb', 2]);
    expect((await again.jobs.open()).map(({ id }) => id)).toEqual(['b', 'c']);
  });

  test('when recorded answers were last kept is known', async () => {
    await store.addItems(BANK, itemsOf(0, 2), AT);
    expect(await store.answersChangedAt('exam')).toBeNull();
    const answers = { examinees: ['m'], items: ['item-0'], scores: Float32Array.of(1) };
    await store.putResponses('exam', answers, null, AT);
    await store.putResponses('exam', { ...answers, examinees: ['n'] }, null, LATER);
    expect(await store.answersChangedAt('exam')).toBe(LATER);
  });

  test('a reply is kept as it was, and the first one of a source stays', async () => {
    const { replies } = store;
    expect(await replies.own('run 1', 'k')).toBeUndefined();
    expect(await replies.hasOthers('run 9')).toBe(false);
    await Promise.all([
      replies.put('run 1', 'k', REPLY),
      replies.put('run 1', 'k', { ...REPLY, output: 'C' }),
      replies.put('run 1', 'other', { ...REPLY, output: '' }),
    ]);
    await replies.put('run 1', 'k', { ...REPLY, output: 'D' });
    expect(await replies.own('run 1', 'k')).toEqual(REPLY);
    expect((await replies.own('run 1', 'other'))?.output).toBe('');
  });

  test('each source has replies of its own; the newest of the others is found with its time', async () => {
    const { replies } = store;
    await replies.put('run 1', 'q', { ...REPLY, output: 'old' });
    const later = await openStore(location, { clock: () => new Date(LATER) });
    await later.replies.put('run 2', 'q', { ...REPLY, output: 'new' });
    await later.close();
    expect(await replies.own('run 3', 'q')).toBeUndefined();
    expect(await replies.ofOthers('run 3', 'q')).toEqual({
      ...REPLY,
      output: 'new',
      reusedFrom: LATER,
    });
    expect(await replies.ofOthers('run 2', 'q')).toMatchObject({ output: 'old', reusedFrom: AT });
    expect(await replies.ofOthers('run 2', 'nothing')).toBeUndefined();
    expect(await replies.hasOthers('run 2')).toBe(true);
    expect((await replies.own('run 1', 'q'))?.output).toBe('old');
  });

  test('replies that are looked up at the same time are told apart by source and key', async () => {
    const { replies } = store;
    const asked = Array.from({ length: 1200 }, (_, k) => [`run ${k % 3}`, `k${k % 401}`] as const);
    // Of run 2 none is kept.
    const kept = new Set(asked.filter(([source]) => source !== 'run 2').map(String));
    await Promise.all(
      [...kept].map((name) => {
        const [source, key] = name.split(',');
        return replies.put(source, key, { ...REPLY, output: name });
      }),
    );
    const found = await Promise.all(asked.map(([source, key]) => replies.own(source, key)));
    expect(found.map((reply) => reply?.output)).toEqual(
      asked.map((name) => (kept.has(String(name)) ? String(name) : undefined)),
    );
  });

  test('where answers came from is kept with them and summed up', async () => {
    const run = await store.createRun({}, 'origins', AT);
    const [old, young] = ['a', 'b'].map((model) => ({ model, fingerprint: `fp-${model}` }));
    const answers = [
      answerOf('m', 1, { served: old, reusedFrom: AT }),
      answerOf('m', 2, { served: old, reusedFrom: LATER }),
      answerOf('m', 3, { served: young, at: LATER }),
      answerOf('m', 4, { served: { model: 'b\0', fingerprint: null }, at: LATER }),
      answerOf('m', 5),
    ];
    expect(await store.append(run, answers)).toBe(5);
    // A second answer at a place is left out, and where it came from too.
    expect(await store.append(run, [answerOf('m', 5, { served: old })])).toBe(0);
    const kept = await all(store.answers(run));
    expect(kept.slice(0, 3)).toEqual(answers.slice(0, 3));
    expect(kept[3].served).toEqual({ model: 'b\ufffd', fingerprint: null });
    expect(kept[4]).toEqual(answers[4]);
    expect(await all(store.answers(run, { texts: false }))).toHaveLength(5);
    expect(await store.origins(run)).toEqual([
      { examinee: 'm', ...old, answers: 2, first: AT, reused: { oldest: AT, newest: LATER } },
      { examinee: 'm', ...young, answers: 1, first: LATER, reused: null },
      {
        examinee: 'm',
        model: 'b\ufffd',
        fingerprint: null,
        answers: 1,
        first: LATER,
        reused: null,
      },
    ]);
    expect(await store.origins(run + 1)).toEqual([]);
  });
}
