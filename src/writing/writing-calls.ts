import { contentHash } from '../../item-bank/items/content-hash.ts';
import type { Item } from '../../item-bank/items/item.ts';
import type { EndpointConfiguration } from '../examinee/endpoint/configuration/configuration.ts';
import { mostOfTurns } from '../examinee/endpoint/cost/most-cost.ts';
import type { Examinee } from '../examinee/examinee.ts';
import type { Conversation } from '../prompt/conversation.ts';
import type { ChatMessage } from '../prompt/message.ts';
import {
  type AuditRequest,
  auditConversation,
  readAudit,
  readSolution,
  solveConversation,
} from '../prompt/write/audit-conversation.ts';
import { draftedQuestion } from '../prompt/write/drafted-question.ts';
import type { WrittenQuestion } from '../prompt/write/shown-question.ts';
import { type WriteRequest, writeConversation } from '../prompt/write/write-conversation.ts';
import { randomStream } from '../random.ts';
import type { ReadAnswer } from '../run/ask-conversation.ts';
import type { RunCall } from '../run/run-calls.ts';
import { writtenQuestion } from './written-question.ts';

/** What is asked about each question of a round, by position: the writer first, then twice the auditor. */
export const WRITING_CALLS = ['write', 'audit', 'solve'] as const;

/** A question to write: the request, and what fixes its random choices. */
export interface WritingTask {
  readonly round: number;
  readonly place: number;
  readonly seed: number;
  readonly request: WriteRequest;
}

/** Who is asked. */
export interface WritingParties {
  readonly writer: EndpointConfiguration;
  readonly auditor: EndpointConfiguration;
  examineeOf(model: string, endpoint: EndpointConfiguration): Examinee;
}

/** How budgets and errors call an auditor, which may be the writer's model too. */
function auditorQueue(auditor: string): string {
  return `${auditor} (auditor)`;
}

/** The calls of a round. Conversations are kept as the JSON list of their outputs. @param tasks by position */
export function writingCalls(
  tasks: readonly WritingTask[],
  { writer, auditor, examineeOf }: WritingParties,
): RunCall[] {
  const taskOf = new Map(tasks.map((task) => [taskId(task), task]));
  const task = (item: Item) => taskOf.get(item.id)!;
  const auditing = auditorQueue(auditor.name);
  const audits = (
    id: 'audit' | 'solve',
    conversation: (request: AuditRequest) => Conversation,
    read: (request: AuditRequest, outputs: readonly string[]) => unknown,
  ): RunCall => ({
    ...{ id, model: auditing, before: [0], repeat: 0, draw: id },
    examinee: examineeOf(auditing, auditor),
    given: (item, [written]) => (auditRequest(task(item), written) === null ? UNASKED : null),
    conversation: (item, [written]) => conversation(auditRequest(task(item), written) ?? NOTHING),
    most: (one) => mostOfTurns(auditor, turnsOf(one)),
    read: (item, { outputs }, [written]) => {
      const request = auditRequest(task(item), written);
      return kept(outputs, request === null ? null : read(request, outputs));
    },
  });
  return [
    {
      ...{ id: 'write', model: writer.name, before: [], repeat: 0 },
      // Two questions from one passage may have the same prompt; each is a draw of its own.
      draw: 'write',
      examinee: examineeOf(writer.name, writer),
      conversation: (item) => writeConversation(task(item).request),
      most: (one) => mostOfTurns(writer, turnsOf(one)),
      read: (item, { outputs }) => {
        const read = draftedQuestion(task(item).request.type, outputs);
        return kept(outputs, 'stem' in read ? read : null);
      },
    },
    audits('audit', auditConversation, readAudit),
    audits('solve', solveConversation, readSolution),
  ];
}

/** The id of a task in the record of its run. */
function taskId({ round, place }: Pick<WritingTask, 'round' | 'place'>): string {
  return `r${round}-q${place}`;
}

/** A task as the record of a run names it: an open question whose text is the passage. */
export function taskItem(task: WritingTask): Item {
  const content = { type: 'open' as const, stem: task.request.passage, key: [taskId(task)] };
  return {
    ...{ id: taskId(task), version: 1, status: 'pretest', language: task.request.language },
    ...{ tags: {}, source: 'writing', licence: 'unknown', hash: contentHash(content) },
    ...content,
  };
}

/** The question in a writer's kept replies, its options in a random order; null if there is none. */
function questionOf(
  { seed, round, place, request }: WritingTask,
  written: string,
): WrittenQuestion | null {
  const read = draftedQuestion(request.type, repliesIn(written));
  if (!('stem' in read)) return null;
  return writtenQuestion(read, randomStream(seed, 'writing', 'options', round, place));
}

/** What its auditor sees of a question; null if there is none. */
export function auditRequest(task: WritingTask, written: string): AuditRequest | null {
  const question = questionOf(task, written);
  const { language, passage, guideline } = task.request;
  return question === null ? null : { language, question, passage, guideline };
}

/** The replies of a kept answer. */
export function repliesIn(output: string): string[] {
  return output === '' ? [] : (JSON.parse(output) as string[]);
}

/** Used to estimate what an audit takes before there is a question. */
const NOTHING: AuditRequest = {
  language: 'en',
  question: {
    ...{ type: 'open', stem: 'x'.repeat(600), options: null, key: ['x'] },
    ...{ explanation: '', evidence: '' },
  },
  passage: 'x'.repeat(1600),
  guideline: null,
};
const UNASKED: ReadAnswer = {
  ...{ output: '', extracted: null, rule: 'unasked', reason: 'none', score: 0 },
};

function kept(outputs: readonly string[], read: unknown): ReadAnswer {
  const isRead = read !== null;
  return {
    output: JSON.stringify(outputs),
    extracted: isRead ? JSON.stringify(read) : null,
    rule: isRead ? 'json' : 'none',
    reason: isRead ? null : 'none',
    score: isRead ? 1 : 0,
  };
}

function* turnsOf(conversation: Conversation): Generator<readonly ChatMessage[]> {
  for (let turn = 0; turn < conversation.turns; turn++)
    yield conversation.next(Array<string>(turn).fill('')).messages;
}
