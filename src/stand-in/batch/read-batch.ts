import { z } from 'zod';
import { parseJson } from '../../text/parse-json.ts';

export const BATCH_ENDPOINTS = ['/v1/chat/completions', '/v1/embeddings'] as const;
export type BatchEndpoint = (typeof BATCH_ENDPOINTS)[number];

/** One line of an input file. */
export interface BatchLine {
  readonly custom_id: string;
  readonly body: unknown;
}

export interface BatchProblem {
  readonly code: string;
  readonly message: string;
  readonly param: string | null;
  readonly line: number | null;
}

const MOST_LINES = 50_000;
const MOST_PROBLEMS = 100;

const LINE = z.looseObject({
  custom_id: z.string().min(1).max(512),
  method: z.literal('POST'),
  url: z.string(),
  body: z.looseObject({}),
});

/** The requests of an input file, or what is wrong with it: one wrong line fails the whole batch. */
export function readBatch(
  bytes: Buffer,
  endpoint: BatchEndpoint,
): { lines: BatchLine[]; problems: BatchProblem[] } {
  const lines: BatchLine[] = [];
  const problems: BatchProblem[] = [];
  const seen = new Set<string>();
  const say = (line: number | null, code: string, message: string, param: string | null = null) => {
    if (problems.length < MOST_PROBLEMS) problems.push({ code, message, param, line });
  };
  for (const [k, text] of bytes.toString('utf8').split('\n').entries()) {
    if (text.trim() === '') continue;
    const parsed = LINE.safeParse(parseJson(text));
    if (!parsed.success) {
      const { path, message } = parsed.error.issues[0];
      say(k + 1, 'invalid_line', message, path.map(String).join('.') || null);
      continue;
    }
    const { custom_id, url, body } = parsed.data;
    if (url !== endpoint) say(k + 1, 'mismatched_endpoint', `url is not ${endpoint}`, 'url');
    else if (seen.has(custom_id))
      say(k + 1, 'duplicate_custom_id', `custom_id "${custom_id}" again`, 'custom_id');
    else lines.push({ custom_id, body });
    seen.add(custom_id);
  }
  if (lines.length === 0 && problems.length === 0) say(null, 'empty_file', 'no requests');
  if (lines.length > MOST_LINES)
    say(null, 'too_many_requests', `more than ${MOST_LINES} requests in a batch`);
  return { lines, problems };
}
