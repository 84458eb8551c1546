import type { SessionSummary, Trace } from '../../../api/sessions.ts';
import type { Caller } from '../../caller.ts';
import type { SessionExport } from '../session-service.ts';

type Facts = Pick<SessionSummary, 'scoring' | 'model' | 'state'>;

/**
 * Whether a key may see which answers of a session were right. A score by the service tells the answer key to who chose the answer: so
 * only keys that may see answer keys get it, and for outputs that a caller sent only after the end. A score that the caller sent tells
 * nothing new.
 */
function mayScore({ scoring, model, state }: Facts, { role }: Pick<Caller, 'role'>): boolean {
  if (scoring === 'caller') return true;
  return role === 'administrator' && (model !== null || hasEnded(state));
}

/**
 * A session as a key may see it: while outputs of a caller are scored, no standing, because how it changes with each answer says whether that
 * was right.
 */
export function shownSession<T extends Facts & { readonly standing: unknown }>(session: T): T {
  const { scoring, model, state } = session;
  const isShown = scoring === 'caller' || model !== null || hasEnded(state);
  return isShown ? session : { ...session, standing: null };
}

/** A trace without what tells scores of single answers: the estimates after each of them do, too. Those after the last one are the result. */
export function shownTrace(
  trace: Trace,
  session: SessionSummary,
  caller: Pick<Caller, 'role'>,
): Trace {
  if (mayScore(session, caller)) return trace;
  const { standing } = shownSession(session);
  const last = standing === null ? -1 : trace.places.findLastIndex(({ at }) => at !== null);
  const none = { ability: null, se: null, predicted: null, low: null, high: null, verified: null };
  return {
    ...trace,
    places: trace.places.map((place, k) => ({
      ...place,
      score: null,
      ...(k === last ? {} : none),
    })),
  };
}

/** All of a session as `shownSession` and `shownTrace` have it. */
export function shownExport(
  all: SessionExport,
  caller: Pick<Caller, 'role'>,
): Omit<SessionExport, 'answers'> & { readonly answers: readonly object[] } {
  const trace = shownTrace(all.trace, all.session, caller);
  if (mayScore(all.session, caller)) return { ...all, trace };
  const session = shownSession(all.session);
  const answers = all.answers.map((answer) => ({ ...answer, score: null }));
  return { session, result: shownResult({ ...all.result, session }), trace, answers };
}

/** A result with the standing of its session alone. */
export function shownResult(result: SessionExport['result']): SessionExport['result'] {
  const session = shownSession(result.session);
  if (session.standing !== null || result.standing === null) return result;
  const none = { standing: null, place: null, bestPlace: null, worstPlace: null };
  return { ...result, session, ...none };
}

function hasEnded(state: SessionSummary['state']): boolean {
  return state === 'finished' || state === 'ended';
}
