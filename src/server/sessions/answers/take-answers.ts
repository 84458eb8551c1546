import type { Answer, AnswersReply } from '../../../api/sessions.ts';
import { finishReasonOf } from '../../../finish-reason.ts';
import type { AbsentKind } from '../../../scoring/absent.ts';
import type { GivenAnswer, KeptAnswer } from '../../../store/service/service-session-store.ts';
import { quoted } from '../../../text/quoted.ts';
import type { OpenSession } from '../open/open-session.ts';
import type { AnswerFacts } from '../session-service.ts';

export type AnswerResult = AnswersReply['results'][number];

/** A scored answer: its score and, for an output, the extracted answer. */
export interface ScoredAnswer {
  readonly score: number;
  readonly extracted: string | null;
  /** Why nothing was read; null if something was, or a score was given. */
  readonly absent: AbsentKind | null;
  readonly output: string | null;
}

/** The dependencies of a decision about answers. */
export interface Scoring {
  /** Reads and scores an output. @throws BANK_WITHOUT_TEXT */
  score(item: string, output: string, finishReason?: string): Promise<ScoredAnswer>;
  /** The output kept at a place; null if a score was given. */
  outputAt(place: number): Promise<string | null>;
}

/** An answer to keep, or its result. */
export type AnswerDecision = { readonly given: GivenAnswer } | { readonly result: AnswerResult };

const CODES = {
  ANSWER_NOT_ASKED: 'this session has not asked this item',
  ANSWER_GIVEN: 'the item already has another answer',
  ANSWER_LATE: 'the session accepts no more answers',
  SESSION_PAUSED: 'the session is paused; resume it first',
  TEST_NOT_BEGUN: 'the person has not begun this test',
  ANSWER_INVALID: '',
} as const;

function refused(item: string, code: keyof typeof CODES, reason?: string): AnswerResult {
  return { item, status: 'refused', code, reason: reason ?? CODES[code] };
}

/**
 * Decides about answers one by one, in the order they were sent.
 * @param facts of a model that the service asked: such answers have a score, whoever scores the session
 */
export async function judgeAnswers(
  session: OpenSession,
  answers: readonly Answer[],
  facts: readonly AnswerFacts[] | undefined,
  scoring: Scoring,
  at: string,
): Promise<AnswerDecision[]> {
  /** Places and keys of earlier answers in the same request. */
  const before = new Map<number | string, KeptAnswer>();
  const decisions: AnswerDecision[] = [];
  for (const [k, answer] of answers.entries()) {
    const fact = facts?.[k];
    const decision = await judge(session, answer, fact, scoring, at, before);
    if ('given' in decision) {
      const own = decision.given.answer;
      before.set(own.place, own);
      if (own.key !== null) before.set(own.key, own);
    }
    decisions.push(decision);
  }
  return decisions;
}

async function judge(
  session: OpenSession,
  answer: Answer,
  fact: AnswerFacts | undefined,
  scoring: Scoring,
  at: string,
  before: ReadonlyMap<number | string, KeptAnswer>,
): Promise<AnswerDecision> {
  const { item, score, output, finishReason, key = null } = answer;
  const { kept, settings } = session;
  const no = (code: keyof typeof CODES, reason?: string): AnswerDecision => ({
    result: refused(item, code, reason),
  });
  const repeated: AnswerDecision = { result: { item, status: 'repeated' } };
  if ((score === undefined) === (output === undefined))
    return no('ANSWER_INVALID', 'found both score and output, or neither; accepted: one of them');
  if (settings.model !== null && fact === undefined)
    return no('ANSWER_INVALID', 'the service itself asks the model of this session');
  if (settings.scoring === 'service' && score !== undefined && fact === undefined)
    return no('ANSWER_INVALID', 'the service scores this session: send "output", not "score"');
  if (finishReason !== undefined && finishReasonOf(finishReason) === undefined)
    return no(
      'ANSWER_INVALID',
      `finishReason ${quoted(finishReason)} does not say that the output is whole; ask the model again, or leave finishReason out`,
    );
  const place = session.placeOf(item);
  if (key !== null) {
    const known = session.placeOfKey(key) || (before.get(key)?.place ?? 0);
    if (known !== 0 && known !== place)
      return no('ANSWER_GIVEN', 'this key was already used for an answer to another item');
  }
  if (place === 0) return no(isOver(session) ? 'ANSWER_LATE' : 'ANSWER_NOT_ASKED');
  const earlier = before.get(place);
  if (earlier !== undefined)
    return earlier.output === (output ?? null) && (output !== undefined || earlier.score === score)
      ? repeated
      : no('ANSWER_GIVEN');
  const known = session.scoreAt(place);
  if (!Number.isNaN(known)) {
    const before = await scoring.outputAt(place);
    // A score in place of an output would be told whether it is that of the output.
    const isSame = output === undefined ? before === null && known === score : before === output;
    return isSame ? repeated : no('ANSWER_GIVEN');
  }
  if (settings.person && kept.clock === null) return no('TEST_NOT_BEGUN');
  if (kept.state === 'paused') return no('SESSION_PAUSED');
  if (kept.state !== 'open') return no('ANSWER_LATE');
  const worth =
    output === undefined
      ? {
          score: score as number,
          extracted: fact?.extracted ?? null,
          absent: fact?.absent ?? null,
          output: null,
        }
      : await scoring.score(item, output, finishReason);
  const { cost = 0, tokens = 0, latency = null } = fact ?? {};
  const own = { place, item, key, at, cost, tokens, latency, ...worth };
  return { given: { session: kept.number, revision: kept.revision, answer: own } };
}

function isOver({ kept: { state } }: OpenSession): boolean {
  return state !== 'open' && state !== 'paused';
}
