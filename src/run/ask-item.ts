import type { Item } from '../../item-bank/items/item.ts';
import type { Examinee, FinishReason, Question, Reply } from '../examinee/examinee.ts';
import { failAfter } from '../examinee/fail-after.ts';
import { conversationOf } from '../prompt/conversation.ts';
import { type PromptOptions, promptOf } from '../prompt/prompt.ts';
import { type ScoreOptions, scoreOutput } from '../scoring/score-output.ts';
import type { RunAnswer } from './run-record.ts';

/** How items are asked and their outputs read. */
export interface AskOptions {
  readonly prompt: PromptOptions;
  readonly score: ScoreOptions;
}

/** What is known once an item is answered: all of its record but whose it is, its place and its time. */
export type ItemAnswer = Omit<RunAnswer, 'examinee' | 'place' | 'at'>;

/** The questions that an item will be, each without the answers before it; to tell what they will cost. */
export function questionsOf(item: Item, options: PromptOptions): Question[] {
  if (item.type !== 'case')
    return [{ item: item.id, messages: promptOf(item, options).messages, repeat: 0 }];
  const conversation = conversationOf(item, options);
  const answers: string[] = [];
  return Array.from({ length: conversation.turns }, () => {
    const { messages } = conversation.next(answers);
    answers.push('');
    return { item: item.id, messages, repeat: 0 };
  });
}

/**
 * Asks one item, a case question by question in one conversation, and scores what comes back. A question the endpoint
 * refuses for good counts as not answered, as does the rest of its case.
 * @throws EXAMINEE_FAILED, with the cost of the questions before it as well
 */
export async function askItem(
  examinee: Examinee,
  item: Item,
  { prompt: options, score: how }: AskOptions,
  signal?: AbortSignal,
  hold?: AbortSignal,
): Promise<ItemAnswer> {
  const replies: Reply[] = [];
  const sum = (of: (reply: Reply) => number) => replies.reduce((n, reply) => n + of(reply), 0);
  const cost = () => sum((reply) => reply.cost);
  const ask = async (messages: Question['messages']) => {
    const reply = await examinee
      .ask({ item: item.id, messages, repeat: 0 }, signal, hold)
      .catch((error) => failAfter(cost(), error));
    replies.push(reply);
    return reply;
  };
  let version: string;
  if (item.type === 'case') {
    const conversation = conversationOf(item, options);
    const first = conversation.next([]);
    version = first.version;
    let prompt = first;
    for (;;) {
      const reply = await ask(prompt.messages);
      if (reply.refused !== null || replies.length === conversation.turns) break;
      prompt = conversation.next(replies.map(({ output }) => output));
    }
  } else {
    const prompt = promptOf(item, options);
    version = prompt.version;
    await ask(prompt.messages);
  }
  const outputs = replies.map(({ output }) => output);
  const scored = scoreOutput(item, item.type === 'case' ? outputs : outputs[0], how);
  const thoughts = replies.flatMap(({ thinking }) => thinking ?? []);
  return {
    item: item.id,
    itemHash: item.hash,
    prompt: version,
    output: item.type === 'case' ? JSON.stringify(outputs) : outputs[0],
    thinking: thoughts.length === 0 ? null : thoughts.join('\n\n'),
    extracted: scored.extracted,
    rule: scored.rule,
    reason: scored.reason,
    score: scored.score,
    finishReason: worstFinish(replies),
    tokens: {
      prompt: sum(({ tokens }) => tokens.prompt),
      completion: sum(({ tokens }) => tokens.completion),
      reasoning: sum(({ tokens }) => tokens.reasoning),
    },
    cost: cost(),
    latency: sum(({ latency }) => latency),
    attempts: sum(({ attempts }) => attempts),
    cached: replies.every(({ cached }) => cached),
    refused: replies.find(({ refused }) => refused !== null)?.refused ?? null,
  };
}

/** What is kept of an item that got no answer: refused for that reason, with score 0. */
export function unanswered(
  item: Item,
  { prompt }: AskOptions,
  reason: string,
  cost: number,
): ItemAnswer {
  return {
    item: item.id,
    itemHash: item.hash,
    prompt: promptOf(item, prompt).version,
    output: '',
    thinking: null,
    extracted: null,
    rule: 'none',
    reason: 'unanswered',
    score: 0,
    finishReason: 'cut',
    tokens: { prompt: 0, completion: 0, reasoning: 0 },
    cost,
    latency: 0,
    attempts: 0,
    cached: false,
    refused: `no answer: ${reason}`,
  };
}

/** The first reason of a conversation that is not its natural end. */
function worstFinish(replies: readonly Reply[]): FinishReason {
  return replies.find(({ finishReason }) => finishReason !== 'stop')?.finishReason ?? 'stop';
}
