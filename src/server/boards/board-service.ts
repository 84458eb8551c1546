import { setImmediate } from 'node:timers/promises';
import { changedItems } from '../../../item-bank/review/changed-items.ts';
import type { ReviewEntry } from '../../../item-bank/review/decision.ts';
import {
  type Leaderboard,
  type LeaderboardSummary,
  MOST_ROWS,
  type ModelComparison,
} from '../../api/leaderboards.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { fail } from '../../errors.ts';
import type {
  BoardRow,
  KeptBoard,
  ServiceSessionStore,
} from '../../store/service/service-session-store.ts';
import { peopleOn } from '../../workflow/bank/humans/people-on.ts';
import type { WordsOfBank } from '../banks/words-of-bank.ts';
import { type Caller, mayUseBank } from '../caller.ts';
import { type Tagged, tagOf } from '../http/entity-tag.ts';
import { whatHappened } from '../http/problem.ts';
import type { HumansPart } from '../humans/humans-part.ts';
import type { ServiceContext } from '../service-context.ts';
import { shownSession } from '../sessions/report/withheld.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { boardId } from './board-of.ts';
import { type BoardEntry, type BoardFacts, boardEntry } from './board-place.ts';
import { boardSummary, buildBoard, type WantedBoard } from './build-board.ts';
import { type ComparedSession, compareSessions } from './compare-sessions.ts';
import type { ItemsOf, RecordedOf } from './recorded-models.ts';

/** Leaderboards of the ended sessions, built once for each of their states. */
export interface BoardService {
  /** Those of the banks a caller may see, newest first. No session is read for the tag. */
  list(caller: Caller): Promise<Tagged<LeaderboardSummary[]>>;
  /**
   * A leaderboard; the same object in the same state. No session is read for the tag.
   * @param wanted the scores to order, and whether to include the recorded models of the bank, if bank and calibration are
   * unchanged
   * @throws LEADERBOARD_UNKNOWN, also of a bank that the caller may not see
   */
  get(id: string, wanted: WantedBoard, caller: Caller): Promise<Tagged<Leaderboard>>;
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
  readonly sessions: Pick<SessionService, 'get' | 'answers' | 'endExpired'>;
  readonly store: Pick<ServiceSessionStore, 'boards' | 'board' | 'boardRows' | 'testedOn'>;
  readonly recordedOf: RecordedOf;
  readonly wordsOf: WordsOfBank;
  readonly itemsOf: ItemsOf;
  readonly humans: HumansPart;
  /** The decisions about items of a bank, oldest first. */
  reviewLog(bank: string): Promise<readonly ReviewEntry[]>;
  /** Of thetarank. */
  readonly version: string;
}

/** Leaderboards and lists that are kept in memory. */
const MOST_KEPT = 32;
/** Rows that are read at once. Between them others have their turn: SQLite answers at once. */
const PAGE = 100;
/** A leaderboard that is longer than what is read of it is built at most this often, in ms: it changes with every session that ends. */
const REBUILT = 1000;

export function boardService(
  { events, log, elapsed }: Pick<ServiceContext, 'events' | 'log' | 'elapsed'>,
  { sessions, store, recordedOf, wordsOf, reviewLog, itemsOf, humans, version }: BoardSources,
): BoardService {
  const known = new Map<string, Promise<unknown>>();
  /** Long leaderboards by their settings, with when they were first read. */
  const recent = new Map<string, Tagged<Leaderboard> & { readonly at: number }>();
  /** Made once for each tag, by however many readers at once. */
  const once = <T>(etag: string, make: () => Promise<T>): Promise<T> => {
    const found = (known.get(etag) as Promise<T> | undefined) ?? make();
    known.delete(etag);
    known.set(etag, found);
    if (known.size > MOST_KEPT) known.delete(known.keys().next().value as string);
    found.catch(() => known.delete(etag));
    return found;
  };
  const markOf = async (bank: string) => (await humans.mark(bank)) ?? '';
  const recorded = ({ bank, facts }: KeptBoard, mark: string) =>
    recordedOf({ bank, ...(facts as BoardFacts) }, mark);

  const changedSince = ({ facts }: KeptBoard, log: readonly ReviewEntry[]) =>
    changedItems(log, (facts as BoardFacts).since).length;

  /** People on the items of a leaderboard. Most banks have no human figures: then its items are not looked for. */
  const peopleOf = async ({ bank, facts }: KeptBoard, target: ScoreTarget) => {
    const own = await humans.of(bank);
    const items = own === null ? null : await itemsOf({ bank, ...(facts as BoardFacts) });
    return own === null || items === null ? null : peopleOn(own, items, target);
  };

  const readEntries = async (id: string) => {
    const entries: BoardEntry[] = [];
    let after: BoardRow | null = null;
    while (entries.length < MOST_ROWS) {
      const rows: BoardRow[] = await store.boardRows(id, PAGE, after);
      entries.push(...rows.map(boardEntry));
      if (rows.length < PAGE) break;
      after = rows[rows.length - 1];
      await setImmediate();
    }
    return entries;
  };
  /** Its tables, files and links with other settings have the same rows. */
  const entriesOf = ({ id, revision }: KeptBoard) =>
    once(tagOf('entries', id, revision), () => readEntries(id));

  const built = async (board: KeptBoard, mark: string, wanted: WantedBoard) => {
    const parts = {
      board,
      entries: await entriesOf(board),
      recorded: await recorded(board, mark),
      tested: (await store.testedOn([board.id])).get(board.id) ?? new Set<string>(),
    };
    await setImmediate();
    const made = buildBoard(parts, wanted);
    await setImmediate();
    const tags = Object.values(made.tags).flatMap((scores) => valuesOf(scores));
    return {
      ...made,
      tagWords: await wordsOf(board.bank, groupedValues(tags)),
      changedItems: changedSince(board, await reviewLog(board.bank)),
      humans: await peopleOf(board, wanted.target),
    };
  };

  const compared = async (id: string, caller: Caller): Promise<ComparedSession> => {
    const summary = shownSession(await sessions.get(id));
    if (!mayUseBank(caller, summary.bank)) return fail('SESSION_UNKNOWN', { session: id });
    const { standing } = summary;
    if (standing === null) return fail('SESSION_WITHOUT_ANSWERS', { session: id });
    return { summary, standing, answers: await sessions.answers(id) };
  };

  const tellOf = async (session: string) => {
    const summary = await sessions.get(session);
    events.emit({ type: 'leaderboard', leaderboard: boardId(summary), bank: summary.bank });
  };
  const close = events.listen((event, isOwn) => {
    // The instance that ended it tells all.
    if (!isOwn || event.type !== 'session' || !['finished', 'ended'].includes(event.state)) return;
    tellOf(event.session).catch((error) =>
      log('warn', 'leaderboard-event', { session: event.session, ...whatHappened(error) }),
    );
  });

  return {
    async list(caller) {
      sessions.endExpired();
      const boards = await store.boards(caller.banks);
      const banks = [...new Set(boards.map(({ bank }) => bank))];
      const marks = new Map<string, string>();
      for (const bank of banks) marks.set(bank, await markOf(bank));
      const states = boards.map(({ id, revision }) => [id, revision]).sort();
      const etag = tagOf(version, states, [...marks].sort());
      const list = async () => {
        const tested = await store.testedOn(boards.map(({ id }) => id));
        const logs = new Map<string, readonly ReviewEntry[]>();
        for (const bank of banks) logs.set(bank, await reviewLog(bank));
        const summaries: LeaderboardSummary[] = [];
        for (const board of boards) {
          const { bank, id } = board;
          const own = {
            board,
            recorded: await recorded(board, marks.get(bank)!),
            tested: tested.get(id) ?? new Set<string>(),
          };
          const changed = changedSince(board, logs.get(bank)!);
          summaries.push({ ...boardSummary(own), changedItems: changed });
          if (summaries.length % PAGE === 0) await setImmediate();
        }
        return summaries.sort((x, y) => {
          const [newer, older] = [x, y].map(({ newestAt }) => newestAt ?? '');
          return newer === older ? (x.id < y.id ? -1 : 1) : newer < older ? 1 : -1;
        });
      };
      return { etag, read: () => once(etag, list) };
    },

    async get(id, wanted, caller) {
      sessions.endExpired();
      const board = await store.board(id);
      if (board === undefined || !mayUseBank(caller, board.bank))
        return fail('LEADERBOARD_UNKNOWN', { id });
      const mark = await markOf(board.bank);
      const etag = tagOf(version, id, board.revision, mark, wanted.recorded, wanted.target);
      const now = { etag, read: () => once(etag, () => built(board, mark, wanted)) };
      if (board.entries <= MOST_ROWS) return now;
      const key = JSON.stringify([id, wanted.recorded, wanted.target]);
      const last = recent.get(key);
      if (last !== undefined && elapsed() - last.at < REBUILT) return last;
      recent.delete(key);
      recent.set(key, { ...now, at: elapsed() });
      if (recent.size > MOST_KEPT) recent.delete(recent.keys().next().value as string);
      return now;
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
