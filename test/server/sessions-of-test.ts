import type { SessionSummary, Standing } from '../../src/api/sessions.ts';

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
    doubt: null,
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
    lag: 1,
    seed: 1,
    person: false,
    timeLimit: null,
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
