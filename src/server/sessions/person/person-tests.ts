import type { PersonReport, PersonResponse, PersonTest } from '../../../api/person-tests.ts';
import type { SessionState } from '../../../api/sessions.ts';
import { fail, ThetarankError } from '../../../errors.ts';
import type { KeptSession } from '../../../store/service/service-session-store.ts';
import { itemOf } from '../../../tested-bank/live-bank.ts';
import { whatHappened } from '../../http/problem.ts';
import { keepAnswers } from '../answers/keep-answers.ts';
import type { OpenSession } from '../open/open-session.ts';
import { TIME_OVER } from '../open/session-ends.ts';
import { isBankChanged, type SessionReader } from '../report/session-reader.ts';
import type { SessionParts } from '../session-parts.ts';
import { keptSettings } from '../settings/session-request.ts';
import { outputOf, turnsOf } from './person-answer.ts';
import { begunClock, expiryBy, isOnBreak, minutesOf, ON_BREAK, timeLeft } from './person-clock.ts';
import { personQuestion } from './person-question.ts';
import { personReport } from './person-report.ts';

/** Tests that people take: what they see, and what they do. All methods throw PERSON_TEST where the test does not allow it. */
export interface PersonTests {
  /** @param place the question to show; by default the first that waits */
  personTest(id: string, place?: number): Promise<PersonTest>;
  /** Begins the test: from now on its clock runs. Repeated, it changes nothing. */
  begin(id: string): Promise<PersonTest>;
  takeBreak(id: string): Promise<PersonTest>;
  continue(id: string): Promise<PersonTest>;
  /** Takes an answer, which is stored before this resolves. The same answer again changes nothing. */
  respond(id: string, response: PersonResponse): Promise<PersonTest>;
  /** Gives a person extra time: so many minutes in total. Less than before is accepted too, and ends the test if more is used already. */
  giveTime(id: string, minutes: number): Promise<PersonTest>;
  personReport(id: string): Promise<PersonReport>;
}

export interface PersonTestsAtWork extends PersonTests {
  /** Keeps the time that is used up to now by all who are at work, and ends the tests whose time is over. */
  keepClocks(): Promise<void>;
}

/** A look at a test keeps the time used if so much has passed, in ms. */
const STEP = 1000;

export function personTests(parts: SessionParts, reader: SessionReader): PersonTestsAtWork {
  const { context, store, ends, events, changes, clocks } = parts;

  const view = async (id: string, wanted?: number): Promise<PersonTest> => {
    const summary = await reader.summary(id);
    const kept = await reader.kept(id);
    const settings = requirePerson(kept);
    const used = clocks.used(kept, settings);
    if (used - (kept.clock?.used ?? 0) >= STEP) await changes.change(id, keepClock);
    const left = timeLeft(settings, used);
    const begun = kept.clock !== null;
    const shows = begun && kept.state === 'open';
    const session = shows ? await changes.current(id) : null;
    const waiting = session?.kept.state === 'open' ? session.awaited() : [];
    const place = wanted === undefined || !waiting.includes(wanted) ? waiting[0] : wanted;
    return {
      session: id,
      examinee: summary.examinee,
      state: summary.state,
      begun,
      onBreak: isOnBreak(kept),
      timeOver: kept.reason === TIME_OVER,
      form: settings.strategy === 'fixed' ? 'fixed' : 'adaptive',
      length: summary.length,
      answered: summary.answered,
      waiting,
      timeLimit: minutesOf(settings),
      secondsLeft: left === null ? null : left / 1000,
      breaks: settings.breaks,
      feedback: settings.feedback,
      question: session === null || place === undefined ? null : await questionAt(session, place),
    };
  };

  /** Keeps the time used by a person who is at work. @returns false if the session in memory is out of date */
  const keepClock = async (own: OpenSession): Promise<boolean> => {
    const { clock, number, revision } = own.kept;
    const used = clocks.used(own.kept, own.settings);
    if (clock === null || used === clock.used) return true;
    const now = { ...clock, used };
    const expiresAt = expiryBy(now, own.settings, used, context.now());
    if (!(await store.keepClock(number, revision, { clock: now, expiresAt }))) return false;
    own.kept = { ...own.kept, clock: now, expiresAt };
    return true;
  };

  let keeping: Promise<void> | null = null;
  const keepAll = async () => {
    for (const id of clocks.running())
      try {
        await changes.change(id, async (own) => {
          const isCurrent = (await changes.update(own)) && (await ends.settle(own));
          return isCurrent && keepClock(own);
        });
      } catch (error) {
        if (isBankChanged(error)) clocks.forget(id);
        else if (error instanceof ThetarankError && error.code === 'STORE_UNAVAILABLE') return;
        else context.log('error', 'clock-not-kept', { session: id, ...whatHappened(error) });
      }
  };

  const questionAt = async (session: OpenSession, place: number) => {
    const { kept } = session;
    const item = await itemOf(context.store, kept.bank, session.itemAt(place));
    const isCase = item.type === 'case';
    const earlier = isCase ? await context.store.personTurns.of(kept.number, place) : [];
    return personQuestion(item, place, earlier);
  };

  const begin = async (id: string) => {
    await changes.change(id, async (own) => {
      requirePerson(own.kept);
      if (!(await ends.settle(own))) return false;
      const { clock: before, number, revision } = own.kept;
      if (before !== null) return true;
      requireOpen(own.kept);
      const at = context.now();
      const clock = begunClock(at);
      const expiresAt = expiryBy(clock, own.settings, 0, at);
      const change = { clock, expiresAt, changedAt: at };
      const kept = await store.change(number, revision, change);
      if (kept === null) return false;
      own.kept = kept;
      events.changed(own);
      return true;
    });
    return view(id);
  };

  const giveTime = async (id: string, extraMinutes: number) => {
    await changes.change(id, async (own) => {
      const { timeLimit } = requirePerson(own.kept);
      if (timeLimit === null)
        refuse(own.kept, 'it has no time limit, so that it needs no extra time');
      if (!(await ends.settle(own))) return false;
      const { state, clock, number, revision, configuration } = own.kept;
      if (state !== 'open' && state !== 'paused')
        refuse(own.kept, 'it has ended; extra time is given before the end');
      if (own.settings.extraMinutes === extraMinutes) return true;
      const at = context.now();
      const settings = { ...own.settings, extraMinutes };
      const used = clocks.used(own.kept, own.settings);
      const kept = await store.change(number, revision, {
        configuration: { ...(configuration as object), extraMinutes },
        changedAt: at,
        ...(clock === null ? {} : { expiresAt: expiryBy(clock, settings, used, at) }),
      });
      if (kept === null) return false;
      own.kept = kept;
      own.settings = settings;
      events.changed(own);
      return true;
    });
    return view(id);
  };

  /** Keeps an answer to one question of a case. @returns all outputs once it was the last; null before that */
  const keepTurn = async (
    { kept }: OpenSession,
    place: number,
    { turn, text = '' }: PersonResponse,
    questions: number,
  ): Promise<string | null> => {
    const earlier = await context.store.personTurns.of(kept.number, place);
    const final = () =>
      refuse(kept, `question ${place} already has another answer there, and answers are final`);
    if (turn > earlier.length || turn >= questions)
      refuse(kept, `question ${place} asks for answer ${earlier.length + 1}, not ${turn + 1}`);
    if (turn < earlier.length) return earlier[turn] === text ? null : final();
    if (turn === questions - 1) return JSON.stringify([...earlier, text]);
    const at = context.now();
    if (await context.store.personTurns.put(kept.number, { place, turn, output: text, at }))
      return null;
    const now = await context.store.personTurns.of(kept.number, place);
    return now[turn] === text ? null : final();
  };

  const isRepeated = async (
    session: OpenSession,
    { place, turn }: PersonResponse,
    output: string,
    isCase: boolean,
  ) => {
    if (Number.isNaN(session.scoreAt(place))) return false;
    const kept = await store.outputAt(session.kept.number, place);
    return isCase ? turnsOf(kept ?? '')[turn] === output : kept === output;
  };

  return {
    personTest: view,
    begin,
    giveTime,
    async takeBreak(id) {
      const { kept, settings } = await changes.current(id);
      if (requirePerson(kept).breaks === 'none') refuse(kept, 'its settings allow no breaks');
      if (kept.clock === null) refuse(kept, NOT_BEGUN);
      if (kept.state === 'open' && timeLeft(settings, clocks.used(kept, settings)) === 0)
        refuse(kept, 'its time is over, and breaks are no longer possible');
      await changes.move(id, ['open'], 'paused', ON_BREAK);
      return view(id);
    },
    async continue(id) {
      const { kept } = await changes.current(id);
      requirePerson(kept);
      if (kept.state === 'paused' && !isOnBreak(kept))
        refuse(kept, 'whoever made it has paused it; ask them to resume it');
      await changes.move(id, ['paused'], 'open');
      return view(id);
    },
    async respond(id, response) {
      const session = await changes.current(id);
      const { kept } = session;
      requirePerson(kept);
      if (kept.clock === null) refuse(kept, NOT_BEGUN);
      const { place } = response;
      if (place > session.test.state.asked.length)
        refuse(kept, `it has not asked question ${place} yet`);
      const asked = session.itemAt(place);
      const item = await itemOf(context.store, kept.bank, asked);
      const own = outputOf(item, response);
      // The reply to an answer may be lost, also to the last one.
      if (await isRepeated(session, response, own, item.type === 'case')) return view(id);
      requireOpen(kept);
      const output =
        item.type === 'case' ? await keepTurn(session, place, response, item.key.length) : own;
      if (output === null) return view(id, place);
      const { results } = await keepAnswers(parts, id, [{ item: asked, output }], undefined);
      const [{ status, code, reason }] = results;
      if (status === 'refused') {
        const now = await reader.kept(id);
        requireOpen(now);
        refuse(
          now,
          code === 'ANSWER_GIVEN'
            ? `question ${place} already has another answer, and answers are final`
            : (reason ?? 'it takes no answer now'),
        );
      }
      return view(id);
    },
    async personReport(id) {
      requirePerson(await reader.kept(id));
      return personReport(parts, reader, id);
    },
    keepClocks() {
      keeping ??= keepAll().finally(() => {
        keeping = null;
      });
      return keeping;
    },
  };
}

const NOT_BEGUN = 'the person has not begun it; begin it first (POST …/begin)';

function refuse({ id }: Pick<KeptSession, 'id'>, reason: string): never {
  return fail('PERSON_TEST', { session: id, reason });
}

/** The settings of a test of a person. @throws PERSON_TEST for another session */
function requirePerson(kept: KeptSession) {
  const settings = keptSettings(kept.configuration);
  if (!settings.person) refuse(kept, 'it is no test of a person; GET …/items lists its items');
  return settings;
}

/** @throws PERSON_TEST where it takes no answers */
function requireOpen(kept: KeptSession): void {
  const state = kept.state as SessionState;
  if (state === 'open') return;
  if (isOnBreak(kept)) refuse(kept, 'it is on a break; continue it first (POST …/continue)');
  if (state === 'paused') refuse(kept, 'whoever made it has paused it; ask them to resume it');
  if (kept.reason === TIME_OVER)
    refuse(kept, 'its time is over. The answers before that count, later ones do not');
  refuse(kept, 'it has ended and takes no more answers');
}
