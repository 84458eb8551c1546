import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionSummary, Standing } from '../../src/api/sessions.ts';
import { boardPlace } from '../../src/server/boards/board-place.ts';
import type { BoardSources } from '../../src/server/boards/board-service.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { ServiceSessionStore } from '../../src/store/service/service-session-store.ts';

/** A standing of a test: score and interval in points. */
export function standingOf(score: number, half: number, rest: Partial<Standing> = {}): Standing {
  return {
    answers: 40,
    ability: 0.5,
    se: 0.3,
    atBound: null,
    score,
    low: score - half,
    high: score + half,
    verified: true,
    expected: { low: score - 2 * half, high: score + 2 * half },
    unverified: null,
    alarm: null,
    right: 20,
    shareRight: 50,
    shareExpected: null,
    residual: null,
    misfit: null,
    ownRandom: null,
    tags: {},
    ...rest,
  };
}

/** A session that its rules have ended. */
export function summaryOf(id: string, rest: Partial<SessionSummary> = {}): SessionSummary {
  return {
    id,
    bank: 'trial',
    bankVersion: 'v1',
    calibration: null,
    calibrationVersion: 'c1',
    examinee: `model ${id}`,
    model: null,
    strategy: 'robust',
    adaptive: null,
    form: null,
    lag: 1,
    seed: 1,
    person: false,
    timeLimit: null,
    extraMinutes: 0,
    breaks: 'any',
    begunAt: null,
    onBreak: false,
    scored: { items: 500, of: 500 },
    leftOut: 0,
    recordedAs: null,
    scoring: 'caller',
    feedback: 'none',
    state: 'finished',
    reason: 'length',
    length: 40,
    asked: 40,
    answered: 40,
    createdAt: '2026-01-01T00:00:00.000Z',
    changedAt: '2026-01-01T01:00:00.000Z',
    expiresAt: null,
    finishedAt: '2026-01-01T01:00:00.000Z',
    note: '',
    cost: null,
    budget: null,
    prompt: null,
    secondsLeft: null,
    standing: standingOf(50, 3),
    ...rest,
  };
}

/** Ends sessions as these are, in their order. */
export async function endSessions(
  store: Pick<ServiceSessionStore, 'create' | 'change'>,
  sessions: readonly SessionSummary[],
): Promise<void> {
  for (const summary of sessions) {
    const { finishedAt, state, standing, recordedAs, lag, form, cost } = summary;
    const { id, bank, examinee, bankVersion, calibrationVersion, length, person } = summary;
    const { createdAt, changedAt, expiresAt, reason } = summary;
    const { number, revision } = await store.create({
      ...{ id, bank, examinee, bankVersion, calibrationVersion, length, createdAt, changedAt },
      ...{ configuration: { person }, by: 'test', state: 'open', reason, expiresAt },
      ...{ finishedAt: null, result: null },
    });
    const result = { standing, recordedAs, lag, form, paid: cost };
    const place = boardPlace(summary);
    await store.change(number, revision, { state, finishedAt, result, place });
  }
}

/** The leaderboards of these sessions, in a store of their own. */
export function boardsOfSessions(
  sessions: readonly SessionSummary[],
): BoardSources['store'] & { close(): Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-boards-'));
  const opened = openStore(join(folder, 'boards.db'), { clock: () => new Date(0) }).then(
    async (store) => {
      await endSessions(store.serviceSessions, sessions);
      return store;
    },
  );
  const own = async () => (await opened).serviceSessions;
  return {
    boards: async (banks) => (await own()).boards(banks),
    board: async (id) => (await own()).board(id),
    boardRows: async (...asked) => (await own()).boardRows(...asked),
    testedOn: async (boards) => (await own()).testedOn(boards),
    async close() {
      await (await opened).close();
      rmSync(folder, { recursive: true });
    },
  };
}
