import {
  type Leaderboard,
  type LeaderboardEntry,
  type LeaderboardSummary,
  MOST_ROWS,
} from '../../api/leaderboards.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import type { IntervalScore } from '../../ranking/board/interval-errors.ts';
import type {
  RecordedStanding,
  RecordedStandings,
} from '../../ranking/board/recorded-standings.ts';
import { scoreOrder } from '../../ranking/board/score-order.ts';
import { familiesOf } from '../../ranking/families.ts';
import { formsDiffer } from '../sessions/report/forms-differ.ts';
import { standingInterval, withAnswerChance } from './answer-chance.ts';
import { boardId } from './board-of.ts';
import type { EnteredSession } from './entered-sessions.ts';
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

/** @param sessions of one leaderboard, at least one @param recorded null if they cannot stand beside them */
export function boardSummary(
  sessions: readonly EnteredSession[],
  recorded: RecordedStandings | null,
): Omit<LeaderboardSummary, 'changedItems'> {
  const [{ bank, bankVersion, calibration, calibrationVersion, strategy, adaptive }] = sessions;
  const times = sessions.map(({ finishedAt, changedAt }) => finishedAt ?? changedAt).sort();
  return {
    id: boardId(sessions[0]),
    bank,
    bankVersion,
    calibration,
    calibrationVersion,
    strategy,
    adaptive,
    prompt: sessions.find(({ prompt }) => prompt !== null)?.prompt ?? null,
    scored: sessions.find(({ scored }) => scored !== null)?.scored ?? null,
    entries: sessions.length,
    recorded: besides(sessions, recorded).length,
    newestAt: times.at(-1) ?? null,
  };
}

/** Recorded models except those that were tested, so that no model is on a leaderboard twice. */
function besides(
  sessions: readonly EnteredSession[],
  recorded: RecordedStandings | null,
): RecordedStanding[] {
  const tested = new Set(sessions.map(({ recordedAs }) => recordedAs));
  return (recorded?.models ?? []).filter(({ model }) => !tested.has(model));
}

/**
 * A leaderboard with its order.
 * @param recorded null if they cannot stand beside the sessions
 */
export function buildBoard(
  sessions: readonly EnteredSession[],
  recorded: RecordedStandings | null,
  { recorded: withRecorded, target }: WantedBoard,
): BuiltBoard {
  const scoreOf = new Map(recorded?.models.map(({ model, score }) => [model, score]));
  const of = recorded?.of ?? sessions.find(({ scored }) => scored !== null)?.scored?.items ?? null;
  const all = [
    ...sessions.map((session) => ({
      ...sessionRow(session, target),
      of,
      known: scoreOf.get(session.recordedAs ?? '') ?? null,
    })),
    ...(withRecorded
      ? besides(sessions, recorded).map((model) => recordedRow(model, of, target))
      : []),
  ];
  all.sort((x, y) => y.score - x.score || (x.examinee < y.examinee ? -1 : 1));
  const rows = all.slice(0, MOST_ROWS);
  const order = scoreOrder(rows.map(intervalOf), all.slice(MOST_ROWS).map(intervalOf), target);
  const families = familiesOf(
    rows.map(({ examinee }) => examinee),
    null,
    2,
  );
  const ids = rowIds(rows);
  const tagsOf = new Map(
    sessions.map(({ id, standing }) => [id, targetTags(standing.tags, target)]),
  );
  return {
    ...boardSummary(sessions, recorded),
    target,
    rows: rows.map((row, i) => ({
      id: ids[i],
      rank: order.ranks[i],
      bestRank: order.ranges[i].best,
      worstRank: order.ranges[i].worst,
      tiedWith: order.ties[i].map((k) => ids[k]),
      family: families.source === 'name prefix' ? families.of[i] : null,
      ...row,
    })),
    beats: order.beats.map((row) => row.map((p) => Math.round(p * DIGITS) / DIGITS)),
    formsDiffer: formsDiffer(sessions),
    apart: (withRecorded ? (recorded?.apart ?? []) : []).map(({ model, items }) => ({
      examinee: model,
      items,
      of: recorded?.of ?? items,
    })),
    tags: Object.fromEntries(
      rows.flatMap(({ session }, i) => {
        const tags = tagsOf.get(session ?? '') ?? {};
        return Object.keys(tags).length > 0 ? [[ids[i], tags]] : [];
      }),
    ),
  };
}

function sessionRow(session: EnteredSession, target: ScoreTarget): Omit<Row, 'of' | 'known'> {
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

function recordedRow(standing: RecordedStanding, of: number | null, target: ScoreTarget): Row {
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
