import {
  type Leaderboard,
  type LeaderboardEntry,
  type LeaderboardSummary,
  MOST_PAIRED,
  MOST_ROWS,
} from '../../api/leaderboards.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import type { IntervalScore } from '../../ranking/board/interval-errors.ts';
import type {
  RecordedStanding,
  RecordedStandings,
} from '../../ranking/board/recorded-standings.ts';
import { beatMatrix, scoreOrder } from '../../ranking/board/score-order.ts';
import { familiesOf } from '../../ranking/families.ts';
import type { KeptBoard } from '../../store/service/service-session-store.ts';
import { formsDiffer } from '../sessions/report/forms-differ.ts';
import { standingInterval, withAnswerChance } from './answer-chance.ts';
import type { BoardEntry, BoardFacts } from './board-place.ts';
import { rowIds } from './row-ids.ts';
import { targetTags } from './target-tags.ts';

/** A row before it is compared with the others. */
type Row = Omit<LeaderboardEntry, 'id' | 'rank' | 'bestRank' | 'worstRank' | 'tiedWith' | 'family'>;

/** A leaderboard by its sessions alone: what a review of the bank has changed since is not known here. */
export type BuiltBoard = Omit<Leaderboard, 'changedItems' | 'tagWords' | 'humans'>;

/** The request for a leaderboard. */
export interface WantedBoard {
  /** With the rows of recorded models. */
  readonly recorded: boolean;
  readonly target: ScoreTarget;
}

/** Digits of probabilities; more would not be meaningful. */
const DIGITS = 1e4;

/** What a leaderboard is built of. */
export interface BoardParts {
  readonly board: KeptBoard;
  /** Its first rows: at most MOST_ROWS. */
  readonly entries: readonly BoardEntry[];
  /** Null if they cannot stand beside them. */
  readonly recorded: RecordedStandings | null;
  /** The recorded models that were tested. */
  readonly tested: ReadonlySet<string>;
}

export function boardSummary({
  board,
  recorded,
  tested,
}: Omit<BoardParts, 'entries'>): Omit<LeaderboardSummary, 'changedItems'> {
  const { id, bank, entries, newestAt } = board;
  const { since, ...facts } = board.facts as BoardFacts;
  const beside = besides(recorded, tested).length;
  return { id, bank, ...facts, entries, recorded: beside, newestAt };
}

/** Recorded models except those that were tested, so that no model is on a leaderboard twice. */
function besides(
  recorded: RecordedStandings | null,
  tested: ReadonlySet<string>,
): RecordedStanding[] {
  return (recorded?.models ?? []).filter(({ model }) => !tested.has(model));
}

/** A leaderboard with its order. */
export function buildBoard(
  parts: BoardParts,
  { recorded: withRecorded, target }: WantedBoard,
): BuiltBoard {
  const { board, entries, recorded, tested } = parts;
  const scoreOf = new Map(recorded?.models.map(({ model, score }) => [model, score]));
  const of = recorded?.of ?? (board.facts as BoardFacts).scored?.items ?? null;
  const all = [
    ...entries.map((entry) => ({
      ...sessionRow(entry, target),
      of,
      known: scoreOf.get(entry.recordedAs ?? '') ?? null,
    })),
    ...(withRecorded
      ? besides(recorded, tested).map((model) => ({
          ...recordedRow(model, of, target),
          simulated: isSimulated(recorded, model),
        }))
      : []),
  ];
  all.sort((x, y) => y.score - x.score || (x.examinee < y.examinee ? -1 : 1));
  const rows = all.slice(0, MOST_ROWS);
  const rest = all.slice(MOST_ROWS).map((row) => ({ ...intervalOf(row), count: 1 }));
  const unread = board.entries - entries.length;
  if (unread > 0) rest.push({ ...lowest(entries, board.widest), count: unread });
  const scores = rows.map(intervalOf);
  const order = scoreOrder(scores, rest, target);
  const families = familiesOf(
    rows.map(({ examinee }) => examinee),
    null,
    2,
  );
  const ids = rowIds(rows);
  const most = Math.floor(MOST_PAIRED ** 2 / rows.length);
  const tagsOf = new Map(
    entries.map(({ id, standing }) => [id, targetTags(standing.tags, target)]),
  );
  return {
    ...boardSummary(parts),
    target,
    rows: rows.map((row, i) => ({
      id: ids[i],
      rank: order.ranks[i],
      bestRank: order.ranges[i].best,
      worstRank: order.ranges[i].worst,
      tiedWith: nearest(order.ties[i], i, most).map((k) => ids[k]),
      family: families.source === 'name prefix' ? families.of[i] : null,
      ...row,
    })),
    beats: beatMatrix(scores.slice(0, MOST_PAIRED)).map((row) =>
      row.map((p) => Math.round(p * DIGITS) / DIGITS),
    ),
    formsDiffer: formsDiffer(entries),
    apart: (withRecorded ? (recorded?.apart ?? []) : []).map(({ model, items }) => ({
      examinee: model,
      items,
      of: recorded?.of ?? items,
    })),
    simulated: recorded?.simulated === true,
    standIns: [...(recorded?.standIns ?? [])],
    tags: Object.fromEntries(
      rows.flatMap(({ session }, i) => {
        const tags = tagsOf.get(session ?? '') ?? {};
        return Object.keys(tags).length > 0 ? [[ids[i], tags]] : [];
      }),
    ),
  };
}

function isSimulated(recorded: RecordedStandings | null, { model }: RecordedStanding): boolean {
  return recorded?.simulated === true || recorded?.standIns.includes(model) === true;
}

/** At most so many places around one. @param places ascending */
function nearest(places: readonly number[], own: number, most: number): readonly number[] {
  if (places.length <= most) return places;
  const better = places.findIndex((place) => place > own);
  const before = (better < 0 ? places.length : better) - Math.floor(most / 2);
  const from = Math.min(Math.max(0, before), places.length - most);
  return places.slice(from, from + most);
}

/** Where the scores of entries behind the last one are at best, which are not read. */
function lowest(entries: readonly BoardEntry[], widest: number): IntervalScore {
  const score = entries[entries.length - 1].standing.score;
  return { score: score / 100, low: (score - widest) / 100, high: (score + widest) / 100 };
}

function sessionRow(session: BoardEntry, target: ScoreTarget): Omit<Row, 'of' | 'known'> {
  const { standing, examinee, id, lag, cost, finishedAt, state } = session;
  const { score, verified, alarm, ability, se, answers } = standing;
  const { low, high } = standingInterval(standing, target);
  return {
    examinee,
    kind: 'session',
    person: session.person,
    session: id,
    score,
    low,
    high,
    verified,
    simulated: false,
    form: session.form === null ? null : (session.form.draw ?? 'given'),
    complete: state === 'finished',
    alarm,
    ability,
    se,
    items: answers,
    lag,
    cost,
    finishedAt,
  };
}

function recordedRow(
  standing: RecordedStanding,
  of: number | null,
  target: ScoreTarget,
): Omit<Row, 'simulated'> {
  const { model, score, verified, items } = standing;
  const { low, high } = target === 'expected' ? withAnswerChance(standing, items, of) : standing;
  const interval = low === high ? { low: null, high: null } : { low, high };
  return {
    examinee: model,
    kind: 'recorded',
    person: false,
    session: null,
    score,
    ...interval,
    verified,
    form: null,
    complete: true,
    alarm: null,
    ability: null,
    se: null,
    items,
    of,
    known: null,
    lag: null,
    cost: null,
    finishedAt: null,
  };
}

/** Scores in [0, 1]; exact for recorded models that answered everything. */
function intervalOf({ score, low, high }: Row): IntervalScore {
  return { score: score / 100, low: (low ?? score) / 100, high: (high ?? score) / 100 };
}
