import type { Selectable } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import type { KeptSession, NewKeptSession } from './service-session-store.ts';

type Row = Selectable<Tables['service_sessions']>;

/** A new session as its row is inserted. */
export function rowOf(session: NewKeptSession) {
  const { id, bank, examinee, state, reason, length } = session;
  return {
    id,
    bank,
    examinee,
    state,
    reason,
    length,
    configuration: JSON.stringify(session.configuration),
    bank_version: session.bankVersion,
    calibration_version: session.calibrationVersion,
    made_by: session.by,
    created_at: session.createdAt,
    changed_at: session.changedAt,
    expires_at: session.expiresAt,
    finished_at: session.finishedAt,
    result: session.result === null ? null : JSON.stringify(session.result),
    person: Number((session.configuration as { person?: unknown }).person === true),
  };
}

/** A row as the session it is of. */
export function sessionOf(row: Row): KeptSession {
  const { number, id, bank, examinee, state, reason, revision, length, charged } = row;
  return {
    number,
    id,
    bank,
    examinee,
    state,
    reason,
    revision,
    length,
    charged,
    configuration: JSON.parse(row.configuration),
    bankVersion: row.bank_version,
    calibrationVersion: row.calibration_version,
    by: row.made_by,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    expiresAt: row.expires_at,
    finishedAt: row.finished_at,
    result: row.result === null ? null : JSON.parse(row.result),
    clock: row.clock === null ? null : JSON.parse(row.clock),
  };
}
