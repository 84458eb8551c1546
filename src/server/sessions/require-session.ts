import { fail } from '../../errors.ts';
import { type Caller, mayUseBank } from '../caller.ts';
import type { SessionService } from './session-service.ts';

/** Refuses a session that the caller may not see: for such a caller it does not exist. @throws SESSION_UNKNOWN */
export type RequireSession = (caller: Caller, id: string) => undefined | Promise<undefined>;

export function requireSessionOf(sessions: Pick<SessionService, 'bankOf'>): RequireSession {
  return (caller, id) => {
    const unknown = () => fail('SESSION_UNKNOWN', { session: id });
    if (caller.role === 'examinee') return caller.session === id ? undefined : unknown();
    if (caller.banks === null) return undefined;
    const check = (bank: string) => (mayUseBank(caller, bank) ? undefined : unknown());
    const bank = sessions.bankOf(id);
    return typeof bank === 'string' ? check(bank) : bank.then(check);
  };
}
