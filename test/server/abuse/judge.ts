import { problem } from '../../../src/api/common.ts';
import { type AbuseCase, SECRETS, type Sender } from './abuse-case.ts';
import type { FuzzedRequest } from './fuzzed-requests.ts';

export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Longest reply that says what is wrong, in characters: it does not repeat what was sent. */
const LONGEST_PROBLEM = 6000;

/** Sends a request of somebody. Of a stream, what comes at once. */
export async function send(
  { service }: AbuseCase,
  { key }: Sender,
  { method, url, type, payload }: FuzzedRequest,
): Promise<Reply> {
  const reply = await service.app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(type === null ? {} : { 'content-type': type }),
    },
    ...(payload === null ? {} : { payload }),
    payloadAsStream: true,
  });
  const contentType = String(reply.headers['content-type'] ?? '');
  const stream = reply.stream();
  if (contentType.startsWith('text/event-stream')) {
    stream.on('error', () => {}).destroy();
    return { status: reply.statusCode, type: contentType, text: '' };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return { status: reply.statusCode, type: contentType, text: Buffer.concat(chunks).toString() };
}

/** What is wrong with a reply; empty where nothing is. */
export function judge(
  { keys, link }: AbuseCase,
  sender: Sender,
  request: FuzzedRequest,
  reply: Reply,
): string[] {
  const { status, type, text } = reply;
  const found: string[] = [];
  if (status >= 500) found.push(`status ${status}: ${text.slice(0, 300)}`);
  if (status < 200 || (status >= 300 && status < 400)) found.push(`status ${status}`);
  if (status >= 400 && request.method !== 'HEAD') found.push(...wrongProblem(status, type, text));
  const isShared = request.url.startsWith('/shared/');
  const isOpen = isShared
    ? request.url.startsWith(`/shared/${link}`)
    : /^\/(?:health|ready)\b/.test(request.url);
  if ((sender.isRefused || isShared) && !isOpen && status < 400)
    found.push(`${sender.name} was let in`);
  if (/scrypt\$/.test(text)) found.push('a hash of a key');
  for (const key of keys) if (text.includes(key.split('_')[2])) found.push('a key');
  const { questions, answers, parameters, foreign } = sender.sees;
  if (!questions && text.includes(SECRETS.question)) found.push('the text of a question');
  if (!answers && text.includes(SECRETS.answer)) found.push('an answer key');
  if (!parameters && text.includes(SECRETS.parameter)) found.push('an item parameter');
  if (!foreign && text.includes(SECRETS.foreign)) found.push('something of another bank');
  return found.map(
    (what) =>
      `${sender.name}: ${request.method} ${request.url} ${(request.payload ?? '').slice(0, 200)}: ${what}`,
  );
}

function wrongProblem(status: number, type: string, text: string): string[] {
  if (!type.startsWith('application/problem+json')) return [`an error of the type ${type}`];
  if (text.length > LONGEST_PROBLEM) return [`an error of ${text.length} characters`];
  const parsed = problem.strict().safeParse(JSON.parse(text));
  if (!parsed.success) return [`no problem: ${text.slice(0, 200)}`];
  return parsed.data.status === status
    ? []
    : [`a problem of another status: ${parsed.data.status}`];
}
