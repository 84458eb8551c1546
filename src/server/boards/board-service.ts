import { changedItems } from '../../../item-bank/review/changed-items.ts';
import type { ReviewEntry } from '../../../item-bank/review/decision.ts';
import type { Leaderboard, LeaderboardSummary, ModelComparison } from '../../api/leaderboards.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { fail } from '../../errors.ts';
import { type PeopleOn, peopleOn } from '../../workflow/bank/humans/people-on.ts';
import type { BankHumans } from '../../workflow/bank/humans/read-humans.ts';
import type { WordsOfBank } from '../banks/words-of-bank.ts';
import { type Caller, mayUseBank } from '../caller.ts';
import { whatHappened } from '../http/problem.ts';
import type { HumansPart } from '../humans/humans-part.ts';
import { keptResults } from '../humans/kept-results.ts';
import type { ServiceContext } from '../service-context.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { boardId } from './board-of.ts';
import { boardSummary, type WantedBoard } from './build-board.ts';
import { type ComparedSession, compareSessions } from './compare-sessions.ts';
import { type EnteredSession, enteredSessions } from './entered-sessions.ts';
import { keptBoards } from './kept-boards.ts';
import type { ItemsOf, RecordedOf } from './recorded-models.ts';

/** Leaderboards of the ended sessions, built on each request. */
export interface BoardService {
  /** Those of the banks a caller may see, newest first. */
  list(caller: Caller): Promise<LeaderboardSummary[]>;
  /**
   * @param wanted the scores to order, and whether to include the recorded models of the bank, if bank and calibration are
   * unchanged
   * @throws LEADERBOARD_UNKNOWN, also of a bank that the caller may not see
   */
  get(id: string, wanted: WantedBoard, caller: Caller): Promise<Leaderboard>;
  /** @throws SESSION_UNKNOWN, also of a bank that the caller may not see; SESSION_WITHOUT_ANSWERS */
  compare(
    wanted: { readonly a: string; readonly b: string; readonly target: ScoreTarget },
    caller: Caller,
  ): Promise<ModelComparison>;
  /** Ends notifications of changed leaderboards. */
  close(): void;
}

/** The parts of the service that leaderboards need. */
export interface BoardSources {
  readonly sessions: Pick<SessionService, 'get' | 'answers' | 'finished'>;
  readonly recordedOf: RecordedOf;
  readonly wordsOf: WordsOfBank;
  readonly itemsOf: ItemsOf;
  readonly humans: HumansPart;
  /** The decisions about items of a bank, oldest first. */
  reviewLog(bank: string): Promise<readonly ReviewEntry[]>;
}

/** Other processes may end sessions in the same database; in ms. */
const FRESH = 1000;

export function boardService(
  { events, log, elapsed }: Pick<ServiceContext, 'events' | 'log' | 'elapsed'>,
  { sessions, recordedOf, wordsOf, reviewLog, itemsOf, humans }: BoardSources,
): BoardService {
  const build = keptBoards();
  const keptPeople = keptResults<BankHumans, PeopleOn | null>();
  // The same object in the same state: files of leaderboards are kept by it.
  const keptWhole = keptResults<ReturnType<typeof build>, Leaderboard>();
  const read = async () => enteredSessions(await sessions.finished(), boardId);
  let last: { readonly at: number; readonly entered: ReturnType<typeof read> } | null = null;

  /** The sessions on leaderboards, at most FRESH ms old; changes by this process show at once. */
  const entered = (): ReturnType<typeof read> => {
    const at = elapsed();
    if (last !== null && at - last.at < FRESH) return last.entered;
    const reading = read();
    last = { at, entered: reading };
    reading.catch(() => {
      last = null;
    });
    return reading;
  };

  /** The sessions of a leaderboard began with one version of the bank, so any of them tells since when. */
  const changedSince = async ([{ bank, createdAt }]: readonly EnteredSession[]) =>
    changedItems(await reviewLog(bank), createdAt).length;

  /** People on the items of a leaderboard. Most banks have no human figures: then its items are not looked for. */
  const peopleOf = async ([first]: readonly EnteredSession[], target: ScoreTarget) => {
    const own = await humans.of(first.bank);
    const items = own === null ? null : await itemsOf(first);
    if (own === null || items === null) return null;
    const key = `${first.bankVersion} ${first.calibrationVersion} ${target}`;
    return keptPeople(own, key, () => peopleOn(own, items, target));
  };

  const compared = async (id: string, caller: Caller): Promise<ComparedSession> => {
    const summary = await sessions.get(id);
    if (!mayUseBank(caller, summary.bank)) return fail('SESSION_UNKNOWN', { session: id });
    const { standing } = summary;
    if (standing === null) return fail('SESSION_WITHOUT_ANSWERS', { session: id });
    return { summary, standing, answers: await sessions.answers(id) };
  };

  const tellOf = async (session: string) => {
    const summary = await sessions.get(session);
    events.emit({ type: 'leaderboard', leaderboard: boardId(summary), bank: summary.bank });
  };
  const forget = () => {
    last = null;
  };
  const close = events.listen((event, isOwn) => {
    if (event.type !== 'session' || !['finished', 'ended'].includes(event.state)) return;
    forget();
    // The instance that ended it tells all.
    if (!isOwn) return;
    tellOf(event.session).catch((error) =>
      log('warn', 'leaderboard-event', { session: event.session, ...whatHappened(error) }),
    );
  }, forget);

  return {
    async list(caller) {
      const boards = [...(await entered()).values()].filter(([{ bank }]) =>
        mayUseBank(caller, bank),
      );
      const summaries = await Promise.all(
        boards.map(async (own) => ({
          ...boardSummary(own, await recordedOf(own[0])),
          changedItems: await changedSince(own),
        })),
      );
      return summaries.sort((x, y) => {
        const [newer, older] = [x, y].map(({ newestAt }) => newestAt ?? '');
        return newer === older ? (x.id < y.id ? -1 : 1) : newer < older ? 1 : -1;
      });
    },

    async get(id, wanted, caller) {
      const own = (await entered()).get(id);
      if (own === undefined || !mayUseBank(caller, own[0].bank))
        return fail('LEADERBOARD_UNKNOWN', { id });
      const board = build(own, await recordedOf(own[0]), wanted);
      const tags = Object.values(board.tags).flatMap((scores) => valuesOf(scores));
      const around = {
        tagWords: await wordsOf(board.bank, groupedValues(tags)),
        changedItems: await changedSince(own),
        humans: await peopleOf(own, wanted.target),
      };
      return keptWhole(board, JSON.stringify(around), () => ({ ...board, ...around }));
    },

    async compare({ a, b, target }, caller) {
      const [own, other] = [await compared(a, caller), await compared(b, caller)];
      const found = compareSessions(own, other, target);
      const tags = found.tags.map(({ tag, value }) => [tag, value] as const);
      return { ...found, tagWords: await wordsOf(own.summary.bank, groupedValues(tags)) };
    },

    close,
  };
}

function valuesOf(scores: Leaderboard['tags'][string]): (readonly [tag: string, value: string])[] {
  return Object.entries(scores).flatMap(([tag, values]) =>
    Object.keys(values).map((value) => [tag, value] as const),
  );
}

/** The values of each tag, each once. */
function groupedValues(
  pairs: readonly (readonly [tag: string, value: string])[],
): Record<string, string[]> {
  const values = new Map<string, Set<string>>();
  for (const [tag, value] of pairs) values.set(tag, (values.get(tag) ?? new Set()).add(value));
  return Object.fromEntries([...values].map(([tag, own]) => [tag, [...own]]));
}
