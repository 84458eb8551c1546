import type { Kysely, Selectable } from 'kysely';
import { fail } from '../../errors.ts';
import type { Access } from '../access/access.ts';
import { bankNamed } from '../banks/bank-row.ts';
import { itemIds } from '../banks/item-ids.ts';
import type { Tables } from '../schema/tables.ts';
import type { CalibrationLineage, Store } from '../store.ts';
import { packParameters, unpackParameters } from './pack-parameters.ts';

/** Calibrations with their lineage. */
export function calibrationTables(
  access: Access,
): Pick<Store, 'putCalibration' | 'calibrations' | 'calibration' | 'calibrationReport'> {
  return {
    putCalibration: (calibration, at) =>
      access.write(async (trx) => {
        const { bank: name, bankVersion, items, ...values } = calibration;
        const { id: bank } = await bankNamed(trx, name);
        const ids = await itemIds(trx, bank, bankVersion);
        const position = new Map(ids.map((item, j) => [item, j]));
        const where = `version ${bankVersion} of bank ${name}`;
        const positions = items.map(
          (item) => position.get(item) ?? fail('ITEM_UNKNOWN', { item, where }),
        );
        const { id } = await trx
          .insertInto('calibrations')
          .values({
            bank,
            bank_version: bankVersion,
            method: values.method,
            options: JSON.stringify(values.options),
            parent: values.parent,
            examinees: JSON.stringify(values.examinees),
            items: items.length,
            parameters: packParameters({ ...values, positions }),
            created_at: at,
            report: values.report === undefined ? null : JSON.stringify(values.report),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return id;
      }),

    calibrations: async (bank) => {
      const rows = await access.read((db) =>
        lineages(db).where('banks.name', '=', bank).orderBy('calibrations.id', 'desc').execute(),
      );
      return rows.map((row) => ({ ...lineageOf(row), items: row.items }));
    },

    calibration: async (id) => {
      const row = await access.read((db) =>
        lineages(db)
          .select(['calibrations.bank as bank_id', 'calibrations.parameters'])
          .where('calibrations.id', '=', id)
          .executeTakeFirst(),
      );
      if (row === undefined) return undefined;
      const ids = await access.read((db) => itemIds(db, row.bank_id, row.bank_version));
      const packed = unpackParameters(row.parameters);
      if (packed === undefined)
        fail('STORE_UNAVAILABLE', {
          location: access.location,
          reason: `the parameters of calibration ${id} are damaged`,
          todo: 'Restore a backup, or calibrate again.',
        });
      const { positions, parameters, standardErrors } = packed;
      const items = Array.from(positions, (j) => ids[j]);
      return { ...lineageOf(row), items, parameters, standardErrors };
    },

    calibrationReport: async (id) => {
      const row = await access.read((db) =>
        db.selectFrom('calibrations').select('report').where('id', '=', id).executeTakeFirst(),
      );
      return row?.report == null ? null : JSON.parse(row.report);
    },
  };
}

function lineages(db: Kysely<Tables>) {
  return db
    .selectFrom('calibrations')
    .innerJoin('banks', 'banks.id', 'calibrations.bank')
    .select('banks.name as bank_name')
    .select(['calibrations.id', 'calibrations.bank_version', 'calibrations.method'])
    .select(['calibrations.options', 'calibrations.parent', 'calibrations.examinees'])
    .select(['calibrations.items', 'calibrations.created_at']);
}

function lineageOf(
  row: Omit<Selectable<Tables['calibrations']>, 'bank' | 'parameters' | 'report'> & {
    bank_name: string;
  },
): CalibrationLineage & { id: number; createdAt: string } {
  return {
    id: row.id,
    bank: row.bank_name,
    bankVersion: row.bank_version,
    method: row.method,
    options: JSON.parse(row.options),
    parent: row.parent,
    examinees: JSON.parse(row.examinees),
    createdAt: row.created_at,
  };
}
