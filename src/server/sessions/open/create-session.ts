import type { NewSession, SessionSummary } from '../../../api/sessions.ts';
import { fail } from '../../../errors.ts';
import { drawnForm } from '../../../ranking/drawn-form.ts';
import type { LiveBank } from '../../../tested-bank/live-bank.ts';
import type { ServiceConfiguration } from '../../configuration.ts';
import type { Preparations } from '../preparation/preparations.ts';
import type { PreparedBank } from '../preparation/prepared-bank.ts';
import type { SessionBanks } from '../preparation/session-banks.ts';
import type { SessionPretests } from '../preparation/session-pretests.ts';
import { openSummary } from '../report/session-summary.ts';
import type { SessionParts } from '../session-parts.ts';
import {
  askableItems,
  needsText,
  type SessionSettings,
  sessionSettings,
} from '../settings/session-request.ts';
import { OpenSession } from './open-session.ts';

/** The dependencies for creating a session, besides its request. */
export interface SessionSources {
  readonly configuration: Pick<ServiceConfiguration, 'models'>;
  readonly banks: SessionBanks;
  readonly preparations: Preparations;
  readonly pretests: SessionPretests;
}

/** Creates a session: see `create` of SessionService. */
export async function createSession(
  { context, store, memory, events }: Pick<SessionParts, 'context' | 'store' | 'memory' | 'events'>,
  { configuration, banks, preparations, pretests }: SessionSources,
  request: NewSession,
  by: string,
  signal: AbortSignal | undefined,
): Promise<SessionSummary> {
  const at = context.now();
  const expiresAt = expiry(request.expiresAt, at);
  const bank = await banks.current(request.bank);
  const asked = { ...sessionSettings(request, bank, configuration), expiresAt };
  const prepared = await preparations.of(bank, asked, {
    by,
    isWanted: () => signal?.aborted !== true,
  });
  const settings = {
    ...asked,
    form: drawn(asked, prepared, bank),
    pretestPlan: await pretests.plan(bank, asked, prepared),
  };
  const test = await prepared.test(settings);
  const kept = await store.create({
    // A letter first: an argument of the command line that begins with a dash is an option.
    id: `s${context.randomBytes(16).toString('base64url')}`,
    bank: settings.bank,
    examinee: settings.examinee,
    configuration: settings,
    bankVersion: bank.fingerprint,
    calibrationVersion: prepared.calibrationVersion,
    by,
    state: 'open',
    reason: null,
    length: settings.items + (settings.pretestPlan?.count ?? 0),
    createdAt: at,
    changedAt: at,
    expiresAt,
    finishedAt: null,
    result: null,
  });
  const session = new OpenSession(kept, settings, prepared, test);
  memory.add(session);
  events.changed(session);
  return openSummary(session, null);
}

/** The form with its items, which are drawn once and then kept. */
function drawn(
  settings: SessionSettings,
  prepared: PreparedBank,
  bank: LiveBank,
): SessionSettings['form'] {
  const { form } = settings;
  if (form === null || form.items !== null) return form;
  const askable = askableItems(bank, needsText(settings));
  const { items, seed } = settings;
  const draw = form.draw ?? 'representative';
  return { draw, items: drawnForm(prepared, { draw, items, seed }, askable) };
}

const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/** A time in the form for comparison. @throws SESSION_REFUSED for an invalid or past time */
function expiry(given: string | null, now: string): string | null {
  if (given === null) return null;
  const at = Date.parse(given);
  // Times are compared as texts, so years must have four digits.
  if (Number.isNaN(at) || at <= Date.parse(now) || at > LATEST)
    return fail('SESSION_REFUSED', {
      reason: `expiresAt is "${given}"; accepted: a future time before the year 10000, such as 2031-01-31T12:00:00Z`,
    });
  return new Date(at).toISOString();
}
