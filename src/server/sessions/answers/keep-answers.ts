import type { Answer, AnswersReply } from '../../../api/sessions.ts';
import { itemOf } from '../../../tested-bank/live-bank.ts';
import { span } from '../../../tracing/span.ts';
import type { OpenSession } from '../open/open-session.ts';
import { scorePersonAnswer } from '../person/person-answer.ts';
import type { SessionParts } from '../session-parts.ts';
import type { AnswerFacts } from '../session-service.ts';
import { pendingItems } from './pending-items.ts';
import { sessionTexts } from './score-outputs.ts';
import { type AnswerDecision, judgeAnswers } from './take-answers.ts';

type Results = AnswersReply['results'];

/** Takes answers to a session: see `answer` of SessionService. */
export function keepAnswers(
  parts: SessionParts,
  id: string,
  answers: readonly Answer[],
  facts: readonly AnswerFacts[] | undefined,
): Promise<AnswersReply> {
  return span('session answers', { 'thetarank.answers': answers.length }, () =>
    keptAnswers(parts, id, answers, facts),
  );
}

async function keptAnswers(
  parts: SessionParts,
  id: string,
  answers: readonly Answer[],
  facts: readonly AnswerFacts[] | undefined,
): Promise<AnswersReply> {
  const { context, memory, events, ends, changes } = parts;
  /** By number of the answer: answers that an earlier attempt kept. */
  const taken = new Set<number>();
  let results: Results = [];
  const session = await changes.change(id, async (own) => {
    await memory.requireCurrent(own);
    if ((await ends.settle(own)) === false) return false;
    const judge = () => judgeAnswers(own, answers, facts, scoringOf(own, parts), context.now());
    let decisions = await judge();
    if (decisions.some(mayBeStale)) {
      if (!(await changes.update(own))) return false;
      decisions = await judge();
    }
    if (!(await keepGiven(own, decisions, taken, parts))) return false;
    results = decisions.map((decision, k) =>
      'given' in decision || taken.has(k)
        ? { item: answers[k].item, status: 'taken' }
        : decision.result,
    );
    if (taken.size === 0) return true;
    // With several items in flight another instance may have taken the answer to another one.
    const isShared = context.instance !== null && own.settings.lag > 1;
    if (isShared && !(await changes.update(own))) return false;
    if (own.isComplete) return ends.settle(own);
    events.answered(own);
    return true;
  });
  for (const { status } of results) parts.count(status);
  return { ...pendingItems(session), results };
}

const STALE: readonly (string | undefined)[] = [
  'ANSWER_NOT_ASKED',
  'ANSWER_LATE',
  'SESSION_PAUSED',
];

/** Whether a refusal may be due to what another instance has done to the session meanwhile. */
function mayBeStale(decision: AnswerDecision): boolean {
  return 'result' in decision && STALE.includes(decision.result.code);
}

function scoringOf({ kept, settings }: OpenSession, { context, store, readOutput }: SessionParts) {
  return {
    score: async (item: string, output: string, finishReason?: string) =>
      settings.person
        ? scorePersonAnswer(await itemOf(context.store, kept.bank, item), output)
        : sessionTexts(context.store, kept.bank, settings, readOutput).score(
            item,
            output,
            finishReason,
          ),
    outputAt: (place: number) => store.outputAt(kept.number, place),
  };
}

/**
 * Keeps the answers that count, and continues the test.
 * @param taken filled with the numbers of kept answers
 * @returns false where another process has answered some of the places meanwhile
 */
async function keepGiven(
  own: OpenSession,
  decisions: readonly AnswerDecision[],
  taken: Set<number>,
  { store, memory }: SessionParts,
): Promise<boolean> {
  const given = decisions.flatMap((decision) => ('given' in decision ? [decision.given] : []));
  if (given.length === 0) return true;
  try {
    const kept = await store.append(given);
    decisions.forEach((decision, k) => {
      if ('given' in decision && kept.has(decision.given)) taken.add(k);
    });
    if (kept.size < given.length) return false;
    await own.test.play(own.count(given.map(({ answer }) => answer)));
    return true;
  } catch (error) {
    // It is unknown whether they were stored, so forget the session in memory.
    memory.drop(own);
    throw error;
  }
}
