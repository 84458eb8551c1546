import { createHash } from 'node:crypto';
import type { SessionState, SessionSummary, Standing } from '../../../api/sessions.ts';
import { recordedAs } from '../../../ranking/live/live-division.ts';
import type { AnswerSums, KeptSession } from '../../../store/service/service-session-store.ts';
import type { OpenSession } from '../open/open-session.ts';
import { isOnBreak } from '../person/person-clock.ts';
import { rulesSummary } from '../settings/rules-summary.ts';
import { keptSettings, type SessionSettings } from '../settings/session-request.ts';
import type { Placed } from './standing-of.ts';

/** Digits of a form's fingerprint: 64 bits. */
const VERSION_DIGITS = 16;

/** The stored result of a session. */
export interface KeptResult extends Placed {
  readonly standing: Standing | null;
  readonly asked: number;
  readonly scored: SessionSummary['scored'];
  readonly recordedAs: string | null;
  readonly leftOut: number;
  readonly lag: number;
  readonly form: SessionSummary['form'];
  /** Dollars for its answers; null where nobody knows the price. */
  readonly paid: number | null;
}

/** The parts of a session's summary besides its record. */
interface Progress {
  readonly asked: number;
  readonly answered: number;
  readonly outputs: number;
  readonly cost: number;
  readonly lastAt: string | null;
  readonly standing: Standing | null;
  readonly scored: SessionSummary['scored'];
  readonly recordedAs: string | null;
  readonly leftOut: number | null;
}

/** Summary of a session in memory. */
export function openSummary(session: OpenSession, standing: Standing | null): SessionSummary {
  const { kept, settings, answered, outputs, cost, lastAt, test } = session;
  return summary(kept, settings, {
    asked: test.state.asked.length,
    answered,
    outputs,
    cost,
    lastAt,
    standing,
    scored: scoredItems(session),
    recordedAs: ownRecord(session),
    leftOut: session.bank.leftOut,
  });
}

/** Number of bank items behind the score of a session. */
export function scoredItems({ bank }: OpenSession): { items: number; of: number } {
  return { items: bank.recorded.responses.items.length, of: bank.bankItems };
}

const records = new WeakMap<OpenSession, string | null>();

/** The recorded model that is the same as an examinee, by any of its names. */
export function ownRecord(session: OpenSession): string | null {
  const known = records.get(session);
  if (known !== undefined) return known;
  const { bank, settings } = session;
  const { examinee, aliases, person } = settings;
  if (person) return null;
  const [own] = recordedAs({ bank: bank.recorded, models: [examinee], aliases: [aliases] });
  records.set(session, own);
  return own;
}

/**
 * Summary of a session that is not in memory. If it is running, as many items as its lag allows count as asked, and it has no
 * standing.
 */
export function keptSummary(kept: KeptSession, sums: AnswerSums | undefined): SessionSummary {
  const settings = keptSettings(kept.configuration);
  const { answers = 0, outputs = 0, cost = 0, lastAt = null } = sums ?? {};
  const result = kept.result as KeptResult | null;
  const asked = result?.asked ?? Math.min(kept.length, answers + settings.lag);
  return summary(kept, settings, {
    asked,
    answered: answers,
    outputs,
    cost,
    lastAt,
    standing: result?.standing ?? null,
    scored: result?.scored ?? null,
    recordedAs: result?.recordedAs ?? null,
    leftOut: result?.leftOut ?? null,
  });
}

function summary(
  kept: KeptSession,
  settings: SessionSettings,
  { asked, answered, outputs, cost, lastAt, standing, scored, recordedAs, leftOut }: Progress,
): SessionSummary {
  const { id, bank, bankVersion, calibrationVersion, examinee, reason, length } = kept;
  const { calibration, model, strategy, lag, seed, scoring, feedback, note, budget, prompt } =
    settings;
  return {
    id,
    bank,
    bankVersion,
    calibration,
    calibrationVersion,
    examinee,
    model,
    strategy,
    adaptive: settings.adaptive === null ? null : rulesSummary(settings.adaptive),
    form: formSummary(settings),
    scored,
    leftOut,
    recordedAs,
    ...(settings.pretestPlan === null ? {} : { pretest: settings.pretestPlan.count }),
    lag,
    seed,
    person: settings.person,
    timeLimit: settings.timeLimit,
    extraMinutes: settings.extraMinutes,
    breaks: settings.breaks,
    begunAt: kept.clock?.begunAt ?? null,
    onBreak: isOnBreak(kept),
    feedback,
    // An output that a caller sends is scored by the service, whatever the settings.
    scoring: model === null && outputs === 0 ? scoring : 'service',
    state: kept.state as SessionState,
    reason,
    length,
    asked,
    answered,
    createdAt: kept.createdAt,
    changedAt: lastAt !== null && lastAt > kept.changedAt ? lastAt : kept.changedAt,
    expiresAt: kept.expiresAt,
    finishedAt: kept.finishedAt,
    note,
    cost: costOf(cost + kept.charged, settings),
    budget,
    prompt,
    secondsLeft: secondsLeft(kept, answered, lastAt),
    standing,
  };
}

export function formSummary({ form }: Pick<SessionSettings, 'form'>): SessionSummary['form'] {
  if (form === null) return null;
  const items = JSON.stringify(form.items);
  const version = createHash('sha256').update(items).digest('hex').slice(0, VERSION_DIGITS);
  return { draw: form.draw, version };
}

/** The cost. Without a price, or if the caller asks the model, the cost is unknown, not zero. */
export function costOf(paid: number, { model, isPriced }: SessionSettings): number | null {
  return paid > 0 || (model !== null && isPriced) ? paid : null;
}

/** At the present pace; null if it is not running, or the pace is unknown. */
function secondsLeft(
  { state, createdAt, length }: KeptSession,
  answered: number,
  lastAt: string | null,
): number | null {
  if (state !== 'open' || lastAt === null) return null;
  const passed = Math.max(0, Date.parse(lastAt) - Date.parse(createdAt)) / 1000;
  return (passed / answered) * Math.max(0, length - answered);
}
