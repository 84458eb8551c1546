import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { calibrationInForce } from '../../../src/store/calibrations/calibration-in-force.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { postgresAccess } from '../../../src/store/postgres/postgres-access.ts';
import { sqliteAccess } from '../../../src/store/sqlite/sqlite-access.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Databases } from '../databases.ts';
import { AT, BANK, clock, itemsOf } from '../store-case.ts';

const MARK = { by: 'ana', at: '2026-02-03T04:05:06.000Z' };

/** Of three items; `shift` tells the parameters of one calibration from those of another. */
function calibration(shift: number, parent: number | null, report?: unknown) {
  const column = (...values: number[]) => Float64Array.from(values, (value) => value + shift);
  return {
    bank: 'exam',
    bankVersion: 1,
    method: report === undefined ? 'marginal' : 'refresh',
    options: {},
    parent,
    examinees: ['m'],
    items: ['item-0', 'item-1', 'item-2'],
    parameters: {
      count: 3,
      a: column(1, 1 / 3, Math.PI),
      b: column(-1, 0, 1e-17),
      c: column(0, 0.1, 0.2),
      d: column(1, 1, 1),
    },
    standardErrors: { a: column(1, 2, 3), b: column(1, 2, Number.NaN), c: column(1, 2, 3) },
    report,
  };
}

export function calibrationLogContract({ dialect, database }: Databases): void {
  let location: string;
  let store: Store;
  let first: number;
  let refreshed: number;
  beforeEach(async () => {
    location = await database();
    store = await openStore(location, { clock });
    await store.addItems(BANK, itemsOf(0, 3), AT);
    first = await store.putCalibration(calibration(0, null), AT);
    refreshed = await store.putCalibration(calibration(0.25, first, { drifted: ['item-1'] }), AT);
  });
  afterEach(() => store.close());

  const inForce = async () => calibrationInForce(await store.calibrationLog('exam'));
  const sqlOn = async (statement: string) => {
    const open = dialect === 'sqlite' ? sqliteAccess : postgresAccess;
    const access = await open(location, { clock });
    try {
      await access.write((db) => sql.raw(statement).execute(db));
    } finally {
      await access.close();
    }
  };

  test('none is in force before one is accepted; acceptances and rollbacks are a row each', async () => {
    expect(await inForce()).toBe(null);
    const accepted = await store.acceptCalibration('exam', first, MARK);
    expect([accepted.before, accepted.after]).toEqual([null, first]);
    const next = await store.acceptCalibration('exam', refreshed, { ...MARK, note: 'checked' });
    expect([next.before, next.after]).toEqual([first, refreshed]);
    expect(await inForce()).toBe(refreshed);
    const back = await store.rollBackCalibration('exam', { by: 'bo', at: AT }, refreshed);
    expect([back.before, back.after]).toEqual([refreshed, first]);
    expect(await store.calibrationLog('exam')).toEqual([
      { ...accepted.entry, decision: 'accept', calibration: first, undoes: null, ...MARK },
      { ...next.entry, calibration: refreshed, note: 'checked', undoes: null, ...MARK },
      {
        number: back.entry.number,
        decision: 'rollback',
        calibration: refreshed,
        note: '',
        by: 'bo',
        at: AT,
        undoes: next.entry.number,
      },
    ]);
    await store.rollBackCalibration('exam', MARK);
    expect(await inForce()).toBe(null);
  });

  test('a rollback restores every number: the calibration before it reads byte for byte as before', async () => {
    await store.acceptCalibration('exam', first, MARK);
    const before = await store.calibration(first);
    await store.acceptCalibration('exam', refreshed, MARK);
    await store.rollBackCalibration('exam', MARK);
    const after = await store.calibration((await inForce())!);
    expect(after).toEqual(before);
    const bytes = (of: Float64Array | undefined) => Buffer.from(of!.buffer).toString('hex');
    for (const column of ['a', 'b', 'c', 'd'] as const)
      expect(bytes(after?.parameters[column])).toBe(bytes(calibration(0, null).parameters[column]));
  });

  test('a rolled back refresh can be accepted again', async () => {
    await store.acceptCalibration('exam', first, MARK);
    await store.acceptCalibration('exam', refreshed, MARK);
    await store.rollBackCalibration('exam', MARK);
    await store.acceptCalibration('exam', refreshed, MARK);
    expect(await inForce()).toBe(refreshed);
    await store.rollBackCalibration('exam', MARK);
    expect(await inForce()).toBe(first);
  });

  test('a refresh of another calibration than the one in force is refused unless it is forced', async () => {
    await expect(store.acceptCalibration('exam', refreshed, MARK)).rejects.toMatchObject({
      code: 'CALIBRATION_REFUSED',
      details: {
        bank: 'exam',
        reason: expect.stringContaining(`thetarank calibrate accept ${first};`),
      },
    });
    const other = await store.putCalibration(calibration(1, null), AT);
    await store.acceptCalibration('exam', other, MARK);
    await expect(store.acceptCalibration('exam', refreshed, MARK)).rejects.toMatchObject({
      code: 'CALIBRATION_REFUSED',
      details: { reason: expect.stringContaining(`calibration ${other} is in force`) },
    });
    await store.acceptCalibration('exam', refreshed, MARK, true);
    expect(await inForce()).toBe(refreshed);
  });

  test('refuses what is in force already, what is of no or another bank, and a rollback of nothing', async () => {
    await expect(store.rollBackCalibration('exam', MARK)).rejects.toMatchObject({
      code: 'CALIBRATION_REFUSED',
      details: { bank: 'exam', reason: expect.stringContaining('nothing to roll') },
    });
    await store.acceptCalibration('exam', first, MARK);
    await expect(store.acceptCalibration('exam', first, MARK)).rejects.toThrow('in force already');
    await expect(store.rollBackCalibration('exam', MARK, refreshed)).rejects.toMatchObject({
      code: 'CALIBRATION_REFUSED',
      details: { reason: `calibration ${refreshed} is not in force; calibration ${first} is` },
    });
    await expect(store.acceptCalibration('exam', 99, MARK)).rejects.toMatchObject({
      code: 'NAME_UNKNOWN',
      details: { kind: 'calibration of bank exam', name: '99' },
    });
    await store.addItems({ ...BANK, name: 'other' }, itemsOf(0, 1), AT);
    await expect(store.acceptCalibration('other', first, MARK)).rejects.toMatchObject({
      code: 'NAME_UNKNOWN',
      details: { kind: 'calibration of bank other', name: `${first}` },
    });
    expect(await store.calibrationLog('exam')).toHaveLength(1);
  });

  test('two acceptances at once come one after the other', async () => {
    const third = await store.putCalibration(calibration(1, null), AT);
    const changes = await Promise.all(
      [first, third].map((id) => store.acceptCalibration('exam', id, MARK)),
    );
    const [earlier, later] = changes.sort((x, y) => x.entry.number - y.entry.number);
    expect([earlier.before, later.before]).toEqual([null, earlier.after]);
  });

  test('of two rollbacks at once that expect the same calibration, one is refused', async () => {
    await store.acceptCalibration('exam', first, MARK);
    await store.acceptCalibration('exam', refreshed, MARK);
    const ended = await Promise.allSettled(
      [1, 2].map(() => store.rollBackCalibration('exam', MARK, refreshed)),
    );
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await inForce()).toBe(first);
  });

  test('an acceptance that expects another calibration before it is refused', async () => {
    const third = await store.putCalibration(calibration(1, null), AT);
    await expect(store.acceptCalibration('exam', first, MARK, true, third)).rejects.toMatchObject({
      code: 'CALIBRATION_REFUSED',
      details: { reason: `calibration ${third} is not in force; none is now` },
    });
    await store.acceptCalibration('exam', first, MARK, false, null);
    await expect(store.acceptCalibration('exam', third, MARK, true, null)).rejects.toMatchObject({
      code: 'CALIBRATION_REFUSED',
      details: { reason: expect.stringContaining(`calibration ${first} is in force`) },
    });
    await store.acceptCalibration('exam', third, MARK, false, first);
    expect(await inForce()).toBe(third);
  });

  test('the report of a refresh is in its row; other calibrations have none', async () => {
    expect(await store.calibrationReport(refreshed)).toEqual({ drifted: ['item-1'] });
    expect(await store.calibrationReport(first)).toBe(null);
    expect(await store.calibrationReport(99)).toBe(null);
  });

  test('the database refuses to change a calibration or a decision', async () => {
    await store.acceptCalibration('exam', first, MARK);
    const only = 'are append-only';
    await expect(sqlOn("update calibrations set method = 'x'")).rejects.toThrow(only);
    await expect(sqlOn('update calibration_log set calibration = 2')).rejects.toThrow(only);
  });

  test('a removed bank takes its calibrations and decisions with it', async () => {
    await store.acceptCalibration('exam', first, MARK);
    await store.removeBank('exam');
    expect(await store.calibrationLog('exam')).toEqual([]);
    await store.addItems(BANK, itemsOf(0, 3), AT);
    expect(await inForce()).toBe(null);
  });
}
