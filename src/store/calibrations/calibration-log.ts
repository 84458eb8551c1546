import type { Kysely, Transaction } from 'kysely';
import { fail } from '../../errors.ts';
import type { Access } from '../access/access.ts';
import { bankNamed, findBank } from '../banks/bank-row.ts';
import type { Tables } from '../schema/tables.ts';
import { calibrationInForce, otherInForce, standingAcceptances } from './calibration-in-force.ts';
import type {
  CalibrationChange,
  CalibrationEntry,
  CalibrationLogStore,
} from './calibration-log-store.ts';

/** Decisions about calibrations: which one is in force. */
export function calibrationLogTable(access: Access): CalibrationLogStore {
  return {
    calibrationLog: (name) =>
      access.read(async (db) => {
        const bank = await findBank(db, name);
        return bank === undefined ? [] : readLog(db, bank.id);
      }),

    acceptCalibration: (name, calibration, mark, isForced = false, expected = undefined) =>
      access.write(async (trx) => {
        const { id: bank, log } = await lockedLog(trx, name);
        const row = await trx
          .selectFrom('calibrations')
          .select(['parent', 'report'])
          .where('id', '=', calibration)
          .where('bank', '=', bank)
          .executeTakeFirst();
        if (row === undefined)
          return fail('NAME_UNKNOWN', {
            kind: `calibration of bank ${name}`,
            name: String(calibration),
            nearest: null,
          });
        const inForce = calibrationInForce(log);
        const refuse = (reason: string) => fail('CALIBRATION_REFUSED', { bank: name, reason });
        if (inForce === calibration) refuse(`calibration ${calibration} is in force already`);
        if (expected !== undefined && expected !== inForce) refuse(otherInForce(expected, inForce));
        if (row.report !== null && row.parent !== inForce && !isForced)
          refuse(
            `calibration ${calibration} refreshes calibration ${row.parent}, but ${
              inForce === null
                ? `none is in force now. First put that one in force: thetarank calibrate accept ${row.parent}`
                : `calibration ${inForce} is in force now. Refresh the one in force: thetarank calibrate refresh --bank ${name}`
            }; or accept it anyway: thetarank calibrate accept ${calibration} --force`,
          );
        return added(trx, { bank, log }, { decision: 'accept', calibration, undoes: null }, mark);
      }),

    rollBackCalibration: (name, mark, expected) =>
      access.write(async (trx) => {
        const { id: bank, log } = await lockedLog(trx, name);
        const last = standingAcceptances(log).at(-1);
        if (last === undefined)
          return fail('CALIBRATION_REFUSED', {
            bank: name,
            reason: `no calibration is in force, so there is nothing to roll back. List them: thetarank calibrate list --bank ${name}`,
          });
        if (expected !== undefined && last.calibration !== expected)
          fail('CALIBRATION_REFUSED', {
            bank: name,
            reason: otherInForce(expected, last.calibration),
          });
        const { calibration, number: undoes } = last;
        return added(trx, { bank, log }, { decision: 'rollback', calibration, undoes }, mark);
      }),
  };
}

/** The log of a bank, which no other transaction can add to before this one ends. */
async function lockedLog(trx: Transaction<Tables>, name: string) {
  const { id } = await bankNamed(trx, name);
  // Changes nothing: it locks the row.
  await trx.updateTable('banks').set({ name }).where('id', '=', id).execute();
  return { id, log: await readLog(trx, id) };
}

async function added(
  trx: Transaction<Tables>,
  { bank, log }: { readonly bank: number; readonly log: readonly CalibrationEntry[] },
  values: Pick<CalibrationEntry, 'decision' | 'calibration' | 'undoes'>,
  { by, at, note = '' }: Parameters<CalibrationLogStore['rollBackCalibration']>[1],
): Promise<CalibrationChange> {
  const { number } = await trx
    .insertInto('calibration_log')
    .values({ bank, ...values, note, made_by: by, at })
    .returning('number')
    .executeTakeFirstOrThrow();
  const entry = { number, ...values, note, by, at };
  return { entry, before: calibrationInForce(log), after: calibrationInForce([...log, entry]) };
}

async function readLog(db: Kysely<Tables>, bank: number): Promise<CalibrationEntry[]> {
  const rows = await db
    .selectFrom('calibration_log')
    .select(['number', 'decision', 'calibration', 'note', 'made_by', 'at', 'undoes'])
    .where('bank', '=', bank)
    .orderBy('number')
    .execute();
  return rows.map(({ decision, made_by, ...row }) => ({
    ...row,
    decision: decision as CalibrationEntry['decision'],
    by: made_by,
  }));
}
