import type { Item } from '../../../../item-bank/items/item.ts';
import type { Pending } from '../../../api/sessions.ts';
import { fail } from '../../../errors.ts';
import { finishReasonOf, isCutByWord } from '../../../finish-reason.ts';
import { type Conversation, conversationOf } from '../../../prompt/conversation.ts';
import { messageBody } from '../../../prompt/message-body.ts';
import { type Prompt, promptOf } from '../../../prompt/prompt.ts';
import type { OutputReader } from '../../../run/score-replies.ts';
import { absentKind } from '../../../scoring/absent.ts';
import { scoreOutput } from '../../../scoring/score-output.ts';
import type { Store } from '../../../store/store.ts';
import { askOptions } from '../../../tested-bank/ask-options.ts';
import { itemOf } from '../../../tested-bank/live-bank.ts';
import { askSettingsOf } from '../../models/model-runner.ts';
import type { SessionSettings } from '../settings/session-request.ts';
import type { ScoredAnswer } from './take-answers.ts';

type Messages = NonNullable<Pending['items'][number]['prompt']>;

/**
 * The prompts of a session's items for callers over HTTP, and the scoring of outputs. Prompts never contain worked examples,
 * which would reveal the right answers to other items of the bank.
 */
export interface SessionTexts {
  /** @throws BANK_WITHOUT_TEXT */
  messages(item: string): Promise<Messages>;
  /**
   * @param output of a case, the outputs to its questions as a JSON list
   * @param finishReason how it ended, in the words of its provider
   * @throws BANK_WITHOUT_TEXT
   */
  score(item: string, output: string, finishReason?: string): Promise<ScoredAnswer>;
}

export function sessionTexts(
  store: Store,
  bank: string,
  { prompt, seed }: Pick<SessionSettings, 'prompt' | 'seed'>,
  readOutput: OutputReader = scoreOutput,
): SessionTexts {
  const settings = { ...askSettingsOf({ prompt, seed }), shots: 0 };
  const read = async (id: string): Promise<Item> => {
    const stored = await store.bank(bank);
    if (stored === undefined) return fail('BANK_WITHOUT_TEXT', { bank, item: id, count: 1 });
    return itemOf(store, bank, id);
  };
  let options: ReturnType<typeof askOptions> | null = null;
  const askOf = () => {
    options ??= askOptions(settings, store, bank);
    return options;
  };
  return {
    async messages(id) {
      const item = await read(id);
      const { prompt: wording } = (await askOf())(item);
      if (item.type !== 'case') return bodiesOf(promptOf(item, wording));
      const conversation: Conversation = conversationOf(item, wording);
      return bodiesOf(conversation.next([]));
    },
    async score(id, output, finishReason) {
      const item = await read(id);
      const scored = await readOutput(item, item.type === 'case' ? turnsOf(output) : output, {
        mode: settings.mode,
        cut: [isCutByWord(finishReason)],
      });
      const { score, extracted } = scored;
      const refused = finishReasonOf(finishReason ?? '') === 'content_filter';
      return { score, extracted, absent: absentKind({ ...scored, refused }), output };
    },
  };
}

/** The messages in the form of a request. */
function bodiesOf({ messages }: Prompt): Messages {
  return messages.map(messageBody).map(({ role, content }) => ({
    role,
    content: typeof content === 'string' ? content : [...content],
  }));
}

/** The outputs to the questions of a case; an output that is not a list is for the first question. */
function turnsOf(output: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(output);
    if (Array.isArray(parsed) && parsed.every((turn) => typeof turn === 'string')) return parsed;
  } catch {}
  return [output];
}
