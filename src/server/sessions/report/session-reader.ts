import type { Pending, SessionResult, SessionSummary, Trace } from '../../../api/sessions.ts';
import { fail, ThetarankError } from '../../../errors.ts';
import { LEAST_ANSWERS } from '../../../ranking/live/person-live-test.ts';
import { absentCounts } from '../../../scoring/absent.ts';
import type { KeptSession } from '../../../store/service/service-session-store.ts';
import { pendingItems } from '../answers/pending-items.ts';
import { sessionTexts } from '../answers/score-outputs.ts';
import type { SessionParts } from '../session-parts.ts';
import type { SessionAnswer, SessionExport } from '../session-service.ts';
import { keptSettings } from '../settings/session-request.ts';
import { hasEntered } from './has-entered.ts';
import { sessionPatterns } from './session-patterns.ts';
import { type KeptResult, keptSummary, openSummary } from './session-summary.ts';
import { answersTrace, sessionTrace } from './session-trace.ts';

/** Reads sessions: from memory if their test is needed, from their records if they have ended or their bank has changed. */
export class SessionReader {
  readonly #parts: Omit<SessionParts, 'events'>;

  constructor(parts: Omit<SessionParts, 'events'>) {
    this.#parts = parts;
  }

  /** @throws SESSION_UNKNOWN */
  async kept(id: string): Promise<KeptSession> {
    const { memory, store } = this.#parts;
    return (
      memory.peek(id)?.kept ?? (await store.byId(id)) ?? fail('SESSION_UNKNOWN', { session: id })
    );
  }

  bankOf(id: string): string | Promise<string> {
    return this.#parts.memory.peek(id)?.kept.bank ?? this.kept(id).then(({ bank }) => bank);
  }

  isPerson(id: string): boolean | Promise<boolean> {
    return (
      this.#parts.memory.peek(id)?.settings.person ??
      this.kept(id).then(({ configuration }) => keptSettings(configuration).person)
    );
  }

  async summary(id: string): Promise<SessionSummary> {
    const { changes, ends } = this.#parts;
    const kept = await this.kept(id);
    if (this.#isOnlyKept(kept)) return this.#keptSummary(kept);
    try {
      const session = await changes.current(id);
      return openSummary(session, await ends.standing(session));
    } catch (error) {
      if (isBankChanged(error)) return this.#keptSummary(kept);
      throw error;
    }
  }

  async pending(id: string, prompts: boolean): Promise<Pending> {
    const { memory, changes } = this.#parts;
    const kept = await this.kept(id);
    if (this.#isOnlyKept(kept)) {
      const { state, asked, answered, length } = await this.#keptSummary(kept);
      return { state, items: [], asked, answered, length };
    }
    const session = await changes.current(id);
    await memory.requireCurrent(session);
    const pending = pendingItems(session);
    if (!prompts) return pending;
    const texts = sessionTexts(this.#parts.context.store, session.kept.bank, session.settings);
    const items: Pending['items'] = [];
    for (const item of pending.items)
      items.push({ ...item, prompt: [...(await texts.messages(item.item))] });
    return { ...pending, items };
  }

  async result(id: string): Promise<SessionResult> {
    const { memory, ends } = this.#parts;
    const session = await this.summary(id);
    const { standing } = session;
    const kept = (await this.kept(id)).result as KeptResult | null;
    const own = memory.peek(id);
    const placed = kept ??
      (own === undefined ? null : await ends.placed(own, standing)) ?? { recorded: 0 };
    const { place = null, bestPlace = null, worstPlace = null, recorded } = placed as KeptResult;
    const complete = session.state === 'finished';
    const read = await this.#read(await this.kept(id));
    const leastAnswers = session.state === 'ended' && !hasEntered(session) ? LEAST_ANSWERS : null;
    return {
      ...{ session, complete, leastAnswers, standing },
      ...{ place, bestPlace, worstPlace, recorded, ...read },
    };
  }

  async unread(id: string): Promise<number | null> {
    const answers = await this.#parts.store.extracted((await this.kept(id)).number);
    // Some sessions do not have what was read: their scores show it.
    const isRead = answers.some(({ extracted, score }) => extracted !== null || score > 0);
    return isRead ? null : answers.length;
  }

  async trace(id: string): Promise<Trace> {
    const { store, changes, ends } = this.#parts;
    const kept = await this.kept(id);
    const answers = await store.answers(kept.number);
    try {
      const session = await changes.current(id);
      return await sessionTrace(session, answers, () => ends.standing(session));
    } catch (error) {
      if (isBankChanged(error)) return answersTrace(answers, pretestOf(kept));
      throw error;
    }
  }

  async export(id: string): Promise<SessionExport> {
    const kept = await this.kept(id);
    const result = await this.result(id);
    const isPretest = pretestOf(kept);
    const answers = (await this.#parts.store.answers(kept.number, true)).map((answer) =>
      isPretest(answer.item) ? { ...answer, pretest: true } : answer,
    );
    return { session: result.session, result, trace: await this.trace(id), answers };
  }

  async answers(id: string): Promise<SessionAnswer[]> {
    const kept = await this.kept(id);
    const isPretest = pretestOf(kept);
    const answers = await this.#parts.store.answers(kept.number);
    return answers.flatMap(({ place, item, score, at }) =>
      isPretest(item) ? [] : [{ place, item, score, at }],
    );
  }

  /** What its outputs say of the model, and which of its answers are not there. */
  async #read({
    number,
    bank,
    configuration,
  }: KeptSession): Promise<Pick<SessionResult, 'patterns' | 'absent'>> {
    const { store, context } = this.#parts;
    const answers = await store.extracted(number);
    const patterns = await sessionPatterns(
      context.store,
      bank,
      keptSettings(configuration),
      answers,
    );
    return { patterns, absent: absentCounts(answers.map(({ absent }) => absent)) };
  }

  /** True for an ended session that is not in memory; its record is sufficient. */
  #isOnlyKept({ id, result }: KeptSession): boolean {
    return result !== null && this.#parts.memory.peek(id) === undefined;
  }

  async #keptSummary(kept: KeptSession): Promise<SessionSummary> {
    const sums = await this.#parts.store.sums([kept.number]);
    return keptSummary(kept, sums.get(kept.number));
  }
}

/** True if the bank of a session has changed since it began, so that its test cannot be replayed. */
export function isBankChanged(error: unknown): boolean {
  return error instanceof ThetarankError && error.code === 'SESSION_BANK_CHANGED';
}

/** Whether an item of a session is a pretest item of it. */
function pretestOf({ configuration }: KeptSession): (item: string) => boolean {
  const { pretestPlan } = keptSettings(configuration);
  const items = new Set(pretestPlan?.items.map(({ item }) => item));
  return (item) => items.has(item);
}
