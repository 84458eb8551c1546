/** A refusal as clients of OpenAI's interface expect it. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string | null,
    message: string,
    more: { param?: string | null; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.param = more.param ?? null;
    this.headers = more.headers ?? {};
  }

  get body(): { error: object } {
    const { message, param, code, status } = this;
    return { error: { message, type: TYPES[status] ?? typeOfRange(status), param, code } };
  }
}

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  429: 'rate_limit_error',
};

function typeOfRange(status: number): string {
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}
