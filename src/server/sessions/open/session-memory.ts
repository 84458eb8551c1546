import { fail, ThetarankError } from '../../../errors.ts';
import type {
  KeptSession,
  ServiceSessionStore,
} from '../../../store/service/service-session-store.ts';
import type { Preparations } from '../preparation/preparations.ts';
import type { SessionBanks } from '../preparation/session-banks.ts';
import { keptSettings, RULES } from '../settings/session-request.ts';
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
      const check = (fingerprint: string) => {
        if (fingerprint !== bankVersion) changed(session.kept, 'its bank has changed');
        return undefined;
      };
      const current = banks.current(bank);
      return current instanceof Promise
        ? current.then(({ fingerprint }) => check(fingerprint))
        : check(current.fingerprint);
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
  const bank = await currentBank(kept, banks);
  if (bank.fingerprint !== kept.bankVersion) changed(kept, 'its bank has changed');
  const prepared = await preparations.of(bank, settings);
  if (prepared.calibrationVersion !== kept.calibrationVersion)
    changed(kept, 'its calibration has changed');
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

async function currentBank(kept: KeptSession, banks: SessionBanks) {
  try {
    return await banks.current(kept.bank);
  } catch (error) {
    if (error instanceof ThetarankError && error.code === 'NAME_UNKNOWN')
      return changed(kept, 'its bank no longer exists');
    throw error;
  }
}

function changed({ id, bank }: KeptSession, reason: string): never {
  return fail('SESSION_BANK_CHANGED', { session: id, bank, reason });
}
