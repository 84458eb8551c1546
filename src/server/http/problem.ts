import type { Problem } from '../../api/common.ts';
import { type ErrorCode, errorOf, fail, onOneLine, ThetarankError } from '../../errors.ts';
import { chineseOf } from '../../languages/errors-zh.ts';
import type { Language } from '../../languages/language.ts';
import { issuesOf } from './request-issues.ts';

/** The media type of every error (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/** An error in a reply. */
export interface ToldError {
  readonly problem: Problem;
  /** Whether it is a defect, whose cause goes into the log and not into a reply. */
  readonly isDefect: boolean;
}

/** The accepted and the given content type of a body. */
export interface Accepts {
  readonly bytes: number;
  readonly types: readonly string[];
  /** The header Content-Type. */
  readonly given: string;
}

const NOTHING: Accepts = { bytes: 0, types: [], given: 'nothing' };

/**
 * The reply to an error. Errors of the registry appear as they are; all others only with the number of the request. Errors with
 * a status of 500 and up may contain file names and addresses of this machine, so only their code appears.
 */
export function problemOf(
  error: unknown,
  request: string,
  accepts = NOTHING,
  language: Language = 'en',
): ToldError {
  const known = error instanceof ThetarankError ? error : asRegistered(error, request, accepts);
  const { code, status } = known;
  const isServers = status >= 500 && !TOLD.has(code);
  const detail = isServers ? ofServer(code, request, language) : messageIn(language, known);
  const issues = issuesOf(known);
  return {
    isDefect: isServers,
    problem: {
      type: `/errors#${code}`,
      title: titleOf(code),
      status,
      code,
      detail,
      ...(status >= 500 ? { request } : {}),
      ...(issues === undefined ? {} : { errors: [...issues] }),
      ...(code === 'ANSWERS_REFUSED' ? { results: known.details.results as unknown[] } : {}),
    },
  };
}

/** Errors with a status of 500 and up that reveal nothing about this machine. */
const TOLD: ReadonlySet<ErrorCode> = new Set(['SERVICE_CLOSING', 'EXAMINEE_FAILED']);

/** The message of an error in a language; in English where that has no wording of it. */
function messageIn(language: Language, { code, details, message }: ThetarankError): string {
  const chinese = language === 'zh' ? chineseOf(code, details) : null;
  return chinese === null ? message : onOneLine(chinese);
}

function ofServer(code: ErrorCode, request: string, language: Language): string {
  if (language === 'zh')
    return `${code === 'STORE_UNAVAILABLE' ? '无法连接数据库。请稍后重试。' : '服务遇到了本应处理的问题：这是一个缺陷。'}原因见服务日志中的请求 ${request}。`;
  const what =
    code === 'STORE_UNAVAILABLE'
      ? 'the database cannot be reached. Try again in a moment.'
      : 'thetarank failed on something it should have handled: a defect.';
  return `${what} For the cause, see request ${request} in the log of the service.`;
}

/** `KEY_REQUIRED`: Key required. */
export function titleOf(code: string): string {
  const words = code.replaceAll('_', ' ').toLowerCase();
  return words[0].toUpperCase() + words.slice(1);
}

/** Fastify's own errors as those of the registry. */
function asRegistered(error: unknown, request: string, accepts: Accepts): ThetarankError {
  const { code = '', statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  return errorOf(() => {
    const found = FASTIFYS[code];
    if (found !== undefined) fail('REQUEST_INVALID', found);
    if (statusCode === 413) fail('BODY_TOO_LARGE', { most: accepts.bytes });
    if (statusCode === 415)
      fail('TYPE_UNSUPPORTED', { found: accepts.given, accepted: accepts.types });
    // For files: paths that lead out of their folder.
    if (statusCode === 403 || statusCode === 404)
      fail('REQUEST_INVALID', {
        field: 'path',
        found: 'no such path',
        accepted: 'one of /openapi.json',
      });
    if (statusCode === 400)
      fail('REQUEST_INVALID', {
        field: 'body',
        found: 'invalid JSON',
        accepted: 'valid JSON in UTF-8',
      });
    fail('DEFECT', { id: request });
  });
}

const FASTIFYS: Readonly<Record<string, { field: string; found: string; accepted: string }>> = {
  FST_ERR_BAD_URL: {
    field: 'path',
    found: 'a broken % escape',
    accepted: 'UTF-8 with % escapes',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    field: 'Content-Length',
    found: 'a body whose length differs from the header Content-Length',
    accepted: 'the length of the body in bytes',
  },
  FST_ERR_MAX_PARAM_LENGTH: {
    field: 'path',
    found: 'a name that is too long',
    accepted: 'names of at most 200 characters',
  },
};

/**
 * A defect for the log. Its message may contain sent data, such as the text of a question. So for errors outside the registry,
 * only the kind and the place are logged.
 */
export function whatHappened(error: unknown): Record<string, unknown> {
  if (error instanceof ThetarankError) return { code: error.code, message: error.message };
  const { name = typeof error, code, stack = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>;
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return { error: name, ...(code === undefined ? {} : { code }), at: frames.slice(0, 8) };
}
