import type { Problem } from '../../api/common.ts';
import { t } from '../words/t.ts';

/** A refusal by the service in its own words, or a failed connection. */
class ServiceProblem extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

/** The problem that a reply tells, whatever its form. */
export async function problemOf(reply: Response): Promise<ServiceProblem> {
  const plain = t('The service answered {status}.', {
    status: `${reply.status} ${reply.statusText}`.trim(),
  });
  const text = await reply.text().catch(() => '');
  try {
    const { code, detail, title } = JSON.parse(text) as Partial<Problem>;
    return new ServiceProblem(reply.status, code ?? 'UNKNOWN', detail ?? title ?? plain);
  } catch {
    return new ServiceProblem(reply.status, 'UNKNOWN', plain);
  }
}

/** The code of a refusal by the service; null for anything else that was thrown. */
export function codeOf(error: unknown): string | null {
  return error instanceof ServiceProblem ? error.code : null;
}

/** Whether the service does not know the key. */
export function isUnknownKey(error: unknown): boolean {
  return error instanceof ServiceProblem && error.status === 401;
}

/** The message shown to readers for anything that was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof ServiceProblem) return error.message;
  if (error instanceof TypeError)
    return t('The service cannot be reached. Check that it is running.');
  return error instanceof Error ? error.message : String(error);
}
