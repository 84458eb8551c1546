import type { Item } from '../../item-bank/items/item.ts';
import { fail, ThetarankError } from '../errors.ts';
import { AnswerAwaited } from '../examinee/batch/answer-awaited.ts';
import type { EndpointConfiguration } from '../examinee/endpoint/configuration/configuration.ts';
import type { Examinee, Question } from '../examinee/examinee.ts';
import { failAfter } from '../examinee/fail-after.ts';
import { conversationOf } from '../prompt/conversation.ts';
import { oneTurn } from '../prompt/debate/generate.ts';
import { type PromptOptions, promptOf } from '../prompt/prompt.ts';
import type { TOO_LONG } from '../scoring/absent.ts';
import type { ScoreOptions } from '../scoring/score-output.ts';
import { askConversation, conversationAnswer, cutOf, type ItemAnswer } from './ask-conversation.ts';
import { compareReplies, embedReferences } from './embeddings/compare-replies.ts';
import { comparisonOf } from './embeddings/comparison.ts';
import { type JudgePanel, judgingOf } from './judges/judge-panel.ts';
import { judgeReplies } from './judges/judge-replies.ts';
import type { ScorePrograms } from './score-program.ts';
import { type OutputReader, scoreReplies } from './score-replies.ts';

/** How items are asked and their outputs read. */
export interface AskOptions {
  readonly prompt: PromptOptions;
  readonly score: ScoreOptions;
  /** By default on this thread. */
  readonly read?: OutputReader | undefined;
  /** Programs that score answers, for items whose metric names one. */
  readonly programs?: ScorePrograms | undefined;
  /** Who judges answers, for items whose metric is a rubric. */
  readonly judges?: JudgePanel | undefined;
  /** The endpoint of embeddings, for items whose metric is a cosine. */
  readonly embeddings?: EndpointConfiguration | undefined;
  /** Asks it. Absent where the calls of a run bring their own. */
  readonly embedder?: Examinee | undefined;
}

/** The questions that an item will be, each without the answers before it; to tell what they will cost. */
export function questionsOf(item: Item, options: PromptOptions): Question[] {
  if (item.type !== 'case') {
    const { messages, continuations } = promptOf(item, options);
    const choice = continuations === undefined ? {} : { continuations };
    return [{ item: item.id, messages, ...choice, repeat: 0 }];
  }
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
 * @param draw whose replies may serve here, see `Question`; by default all that were kept of the same words
 * @throws EXAMINEE_FAILED, with the cost of the questions before it as well; JUDGES_MISSING, EMBEDDINGS_MISSING and NAME_UNKNOWN,
 *   before anything is asked; SCORE_PROGRAM_UNKNOWN; SCORE_PROGRAM_FAILED, JUDGES_FAILED and EMBEDDING_FAILED, with the cost
 */
export async function askItem(
  examinee: Examinee,
  item: Item,
  asking: AskOptions,
  signal?: AbortSignal,
  hold?: AbortSignal,
  draw?: string,
): Promise<ItemAnswer> {
  const { prompt: options, score: how, programs, judges, embedder } = asking;
  const judging = judgingOf(item, judges, options.language);
  const comparison = comparisonOf(item, asking);
  if (comparison !== null && embedder === undefined)
    throw new RangeError(`no one asks for the embeddings of item ${item.id}`);
  const conversation =
    item.type === 'case' ? conversationOf(item, options) : oneTurn(() => promptOf(item, options));
  const about = { item: item.id, repeat: 0, ...(draw === undefined ? {} : { draw }) };
  const before = comparison === null ? 0 : await prepared(comparison, embedder!, signal, hold);
  const asked = await askConversation(examinee, about, conversation, signal, hold).catch((error) =>
    failAfter(before, error),
  );
  const outputs = asked.replies.map(({ output }) => output);
  const scored = async () => {
    if (judging !== null) return judgeReplies(judging, outputs, draw, signal, hold);
    if (comparison !== null) return compareReplies(comparison, outputs, embedder!, signal, hold);
    const cutHow = { ...how, cut: cutOf(asked.replies) };
    return {
      score: await scoreReplies(item, outputs, cutHow, programs, signal, asking.read),
      cost: 0,
    };
  };
  const paid = asked.replies.reduce((sum, reply) => sum + reply.cost, before);
  const { score, cost } = await scored().catch((error) => withCost(error, paid));
  const output = item.type === 'case' ? JSON.stringify(outputs) : outputs[0];
  return conversationAnswer(item, asked, { ...score, output, cost: before + cost });
}

/** What embedding the references has cost. Where only kept replies are looked up, those of the model are looked up all the same. */
async function prepared(...how: Parameters<typeof embedReferences>): Promise<number> {
  try {
    return await embedReferences(...how);
  } catch (error) {
    if (error instanceof AnswerAwaited) return 0;
    throw error;
  }
}

/** Throws an error of scoring with the cost of the answer added. @throws always */
function withCost(error: unknown, paid: number): never {
  if (!(error instanceof ThetarankError)) throw error;
  const cost = Number(error.details.cost ?? 0) + paid;
  if (error.code === 'SCORE_PROGRAM_FAILED')
    fail(error.code, { ...(error.details as Failure<'SCORE_PROGRAM_FAILED'>), cost });
  if (error.code === 'JUDGES_FAILED')
    fail(error.code, { ...(error.details as Failure<'JUDGES_FAILED'>), cost });
  if (error.code === 'EMBEDDING_FAILED')
    fail(error.code, { ...(error.details as Failure<'EMBEDDING_FAILED'>), cost });
  throw error;
}

type Failure<C extends 'SCORE_PROGRAM_FAILED' | 'JUDGES_FAILED' | 'EMBEDDING_FAILED'> = Parameters<
  typeof fail<C>
>[1];

/** The record of an item without an answer: refused for what was said, with score 0, which counts as wrong unless it is too long. */
export function unanswered(
  item: Item,
  { prompt }: AskOptions,
  reason: 'unanswered' | typeof TOO_LONG,
  said: string,
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
    reason,
    score: 0,
    finishReason: 'cut',
    tokens: { prompt: 0, completion: 0, reasoning: 0 },
    cost,
    latency: 0,
    attempts: 0,
    cached: false,
    refused: `no answer: ${said}`,
  };
}
