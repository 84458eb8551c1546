import type { AnswerPattern } from '../../../scoring/patterns/answer-pattern.ts';
import { answerPatterns } from '../../../scoring/patterns/answer-pattern.ts';
import type { ExtractedAnswer } from '../../../store/service/service-session-store.ts';
import type { Store } from '../../../store/store.ts';
import { keyChoices } from '../../../tested-bank/key-choices.ts';
import type { SessionSettings } from '../settings/session-request.ts';

/** The patterns of the outputs of a session; none if scores were sent. */
export async function sessionPatterns(
  store: Store,
  bank: string,
  settings: Pick<SessionSettings, 'model'>,
  answers: readonly ExtractedAnswer[],
): Promise<AnswerPattern[]> {
  // All outputs of a model that the service asks are read. Some sessions do not have what was read: their scores show it.
  const isAsked = settings.model !== null;
  if (isAsked && answers.some(({ extracted, score }) => extracted === null && score > 0)) return [];
  const read = answers.filter(({ hasOutput }) => isAsked || hasOutput);
  if (read.length === 0) return [];
  const choices = await keyChoices(
    store,
    bank,
    read.map(({ item }) => item),
  );
  return answerPatterns(
    read.map(({ item, extracted, absent, isEmpty }) => ({
      extracted,
      reason: absent === 'unread' && isEmpty ? 'empty' : absent,
      refused: absent === 'refused' || absent === 'tooLong',
      choice: choices.get(item) ?? null,
    })),
  );
}
