import { fail, ThetarankError } from '../../../errors.ts';
import type {
  KeptSession,
  ServiceSessionStore,
} from '../../../store/service/service-session-store.ts';
import type { LiveBank } from '../../../tested-bank/live-bank.ts';
import type { Preparations } from '../preparation/preparations.ts';
import type { PreparedBank } from '../preparation/prepared-bank.ts';
import type { SessionBanks } from '../preparation/session-banks.ts';
import { keptSettings, RULES, type SessionSettings } from '../settings/session-request.ts';
import { OpenSession } from './open-session.ts';

/** Sessions ready in memory; others are recomputed from their answers. */
export interface SessionMemory {
  /** @throws SESSION_UNKNOWN, SESSION_BANK_CHANGED */
  open(id: string): OpenSession | Promise<OpenSession>;
  /** The session in memory; undefined if it is not there. */
  peek(id: string): OpenSession | undefined;
  add(session: OpenSession): void;
  /** Forgets a session that is out of date. */
  drop(session: OpenSession): void;
  /** @throws SESSION_BANK_CHANGED if its bank has changed since it began */
  requireCurrent(session: OpenSession): undefined | Promise<void>;
}

/** @param ready called for every session that was recomputed from its answers */
export function sessionMemory(
  store: ServiceSessionStore,
  banks: SessionBanks,
  preparations: Preparations,
  most: number,
  ready: (session: OpenSession) => Promise<void>,
): SessionMemory {
  const open = new Map<string, OpenSession>();
  const loading = new Map<string, Promise<OpenSession>>();

  const add = (session: OpenSession) => {
    open.set(session.id, session);
    if (open.size <= most) return;
    // The least recently used one comes first; busy sessions are not removed.
    for (const [id, { isBusy }] of open) {
      if (isBusy) continue;
      open.delete(id);
      return;
    }
  };
  const load = async (id: string): Promise<OpenSession> => {
    const kept = await store.byId(id);
    if (kept === undefined) return fail('SESSION_UNKNOWN', { session: id });
    const session = await played(kept, store, banks, preparations);
    await ready(session);
    add(session);
    return session;
  };
  return {
    add,
    peek: (id) => open.get(id),
    open(id) {
      const found = open.get(id);
      if (found !== undefined) {
        open.delete(id);
        open.set(id, found);
        return found;
      }
      const promise = loading.get(id) ?? load(id).finally(() => loading.delete(id));
      loading.set(id, promise);
      return promise;
    },
    drop(session) {
      if (open.get(session.id) === session) open.delete(session.id);
    },
    requireCurrent(session) {
      const { bank, bankVersion } = session.kept;
      const check = ({ fingerprint }: LiveBank) => {
        if (fingerprint === bankVersion) return undefined;
        // Or the bank in memory is older than the session, which another instance has begun.
        return banks.latest(bank).then((latest) => {
          if (latest.fingerprint !== bankVersion) changed(session.kept, 'its bank has changed');
        });
      };
      const current = banks.current(bank);
      return current instanceof Promise ? current.then(check) : check(current);
    },
  };
}

/** Replays a session from its answers, and checks that they belong to the items asked. */
async function played(
  kept: KeptSession,
  store: ServiceSessionStore,
  banks: SessionBanks,
  preparations: Preparations,
): Promise<OpenSession> {
  const settings = keptSettings(kept.configuration);
  if (settings.rulesVersion !== RULES)
    changed(kept, 'it was started by another version of thetarank');
  const prepared = await preparedFor(kept, settings, banks, preparations);
  const session = new OpenSession(kept, settings, prepared, await prepared.test(settings));
  const answers = await store.answers(kept.number);
  await session.test.play(session.count(answers));
  const odd = answers.find(({ place, item }) => session.placeOf(item) !== place);
  if (odd !== undefined)
    changed(
      kept,
      `its rules would now ask another item at place ${odd.place} than the one answered there`,
    );
  return session;
}

/** The bank of a session with its calibration, as the session began with them. */
async function preparedFor(
  kept: KeptSession,
  settings: SessionSettings,
  banks: SessionBanks,
  preparations: Preparations,
): Promise<PreparedBank> {
  let reason = 'its bank has changed';
  // The bank in memory may be older than a session that another instance has begun.
  for (const read of [banks.current, banks.latest]) {
    const bank = await bankOf(kept, read);
    if (bank.fingerprint !== kept.bankVersion) continue;
    const prepared = await preparations.of(bank, settings);
    if (prepared.calibrationVersion === kept.calibrationVersion) return prepared;
    reason = 'its calibration has changed';
  }
  return changed(kept, reason);
}

async function bankOf(kept: KeptSession, read: SessionBanks['current']): Promise<LiveBank> {
  try {
    return await read(kept.bank);
  } catch (error) {
    if (error instanceof ThetarankError && error.code === 'NAME_UNKNOWN')
      return changed(kept, 'its bank no longer exists');
    throw error;
  }
}

function changed({ id, bank }: KeptSession, reason: string): never {
  return fail('SESSION_BANK_CHANGED', { session: id, bank, reason });
}
