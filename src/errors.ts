/** Built-in banks whose items nobody but their authors has: there is no text to join. */
const NEVER_PUBLIC: readonly string[] = ['climedbench'];

/**
 * The registry of every error a user can meet: one code, one wording, one exit code, one HTTP status.
 * A message says where (file, row, column or item), what was found, what is accepted, and what to do.
 *
 * Exit codes: 2 the input or the call is wrong; 3 the computation did not converge; 1 a defect of thetarank.
 */
const REGISTRY = {
  FILE_NOT_FOUND: {
    status: 404,
    exit: 2,
    message: (d: { file: string }) => `${d.file}: no such file. Check the path.`,
  },
  FILE_UNREADABLE: {
    status: 400,
    exit: 2,
    message: (d: { file: string; reason: string }) => `${d.file}: cannot be read (${d.reason}).`,
  },
  FILE_EXISTS: {
    status: 409,
    exit: 2,
    message: (d: { file: string }) =>
      `${d.file}: exists, and is not a result of thetarank. Name another place, or remove it.`,
  },
  FILE_UNWRITABLE: {
    status: 400,
    exit: 2,
    message: (d: { file: string; reason: string }) => `${d.file}: cannot be written (${d.reason}).`,
  },
  FILE_INVALID: {
    status: 400,
    exit: 2,
    message: (d: { file: string; where?: string; found: string; accepted: string }) =>
      `${d.file}${d.where === undefined ? '' : `, ${d.where}`}: found ${d.found}; accepted: ${d.accepted}.`,
  },
  PARAMETER_INVALID: {
    status: 400,
    exit: 2,
    message: (d: { item: string; parameter: string; found: number; accepted: string }) =>
      `item ${d.item}: ${d.parameter} is ${d.found}; accepted: ${d.accepted}.`,
  },
  ITEM_WITHOUT_PARAMETERS: {
    status: 400,
    exit: 2,
    message: (d: { item: string; file: string; count: number }) =>
      `item ${d.item}${d.count > 1 ? ` and ${d.count - 1} more` : ''}: no row in ${d.file}. Add the parameters, or remove the column from the responses.`,
  },
  ITEM_WITHOUT_TAGS: {
    status: 400,
    exit: 2,
    message: (d: { item: string; file: string; count: number }) =>
      `item ${d.item}${d.count > 1 ? ` and ${d.count - 1} more` : ''}: no row in ${d.file}. Add a row with its tags.`,
  },
  EXAMINEE_WITHOUT_FAMILY: {
    status: 400,
    exit: 2,
    message: (d: { examinee: string; file: string; count: number; column: string }) =>
      `examinee ${d.examinee}${d.count > 1 ? ` and ${d.count - 1} more` : ''}: no row in ${d.file}. Add a row with its ${d.column}.`,
  },
  HARNESS_UNMAPPED: {
    status: 400,
    exit: 2,
    message: (d: { bank: string; reason: string }) =>
      `bank ${d.bank}: cannot be matched with lm-evaluation-harness (${d.reason}).`,
  },
  ITEM_UNKNOWN: {
    status: 404,
    exit: 2,
    message: (d: { item: string; where: string }) => `item ${d.item}: not in ${d.where}.`,
  },
  NAME_UNKNOWN: {
    status: 404,
    exit: 2,
    /** `nearest`: names that may have been meant; empty where there is none at all; null where names are not told. */
    message: (d: { kind: string; name: string; nearest: readonly string[] | null }) => {
      const unknown = `unknown ${d.kind} "${d.name}".`;
      if (d.nearest === null) return unknown;
      return `${unknown} ${d.nearest.length === 0 ? 'There is none to choose from.' : `Did you mean ${d.nearest.join(' or ')}?`}`;
    },
  },
  OPTION_INVALID: {
    status: 400,
    exit: 2,
    message: (d: { option: string; found: string; accepted: string }) =>
      `${d.option}: found ${d.found}; accepted: ${d.accepted}.`,
  },
  OPTION_RENAMED: {
    status: 400,
    exit: 2,
    message: (d: { option: string; use: string }) =>
      `${d.option}: this command has no such option. Use ${d.use}.`,
  },
  OPTIONS_CONFLICT: {
    status: 400,
    exit: 2,
    message: (d: { options: string; reason: string }) => `${d.options}: ${d.reason}`,
  },
  TOO_MANY_ITEMS: {
    status: 400,
    exit: 2,
    message: (d: { asked: number; available: number; where: string }) =>
      `${d.asked} items asked for: ${d.where} has ${d.available} items. Ask for at most ${d.available}.`,
  },
  TOO_FEW_EXAMINEES: {
    status: 400,
    exit: 2,
    message: (d: { found: number; needed: number; purpose: string }) =>
      `${d.found} examinee${d.found === 1 ? '' : 's'}: ${d.purpose} needs at least ${d.needed}.`,
  },
  NO_ANSWERS: {
    status: 400,
    exit: 2,
    message: (d: { where: string }) =>
      `${d.where}: every cell is empty; at least one answer is needed.`,
  },
  VALUE_NOT_FINITE: {
    status: 400,
    exit: 2,
    message: (d: { name: string; found: number; accepted: string }) =>
      `${d.name} is ${d.found}; accepted: ${d.accepted}.`,
  },
  SESSION_INVALID: {
    status: 409,
    exit: 2,
    message: (d: { reason: string }) => `adaptive session: ${d.reason}`,
  },
  SESSION_REFUSED: {
    status: 400,
    exit: 2,
    message: (d: { reason: string }) => `session: ${d.reason}.`,
  },
  SESSION_BANK_CHANGED: {
    status: 409,
    exit: 2,
    message: (d: { session: string; bank: string; reason: string }) =>
      `session ${d.session}: ${d.reason}, so it cannot continue. Its answers are kept and can be exported. Start a new session on bank ${d.bank}.`,
  },
  SESSION_OVER: {
    status: 409,
    exit: 2,
    message: (d: { session: string; state: string; wanted: string }) =>
      `session ${d.session} is ${d.state}: it cannot be ${d.wanted}.`,
  },
  RESULT_WITHHELD: {
    status: 403,
    exit: 2,
    message: (d: { session: string; reason: string }) =>
      `session ${d.session}: no result is shown, ${d.reason}.`,
  },
  ANSWERS_REFUSED: {
    status: 409,
    exit: 2,
    message: (d: {
      session: string;
      results: readonly { code?: string | undefined; reason?: string | undefined }[];
    }) =>
      `session ${d.session}: all ${d.results.length} answers were refused. The first: ${d.results[0]?.code}, ${d.results[0]?.reason}`,
  },
  QUOTAS_IMPOSSIBLE: {
    status: 400,
    exit: 2,
    message: (d: { reason: string }) => `content quotas: ${d.reason}`,
  },
  SOLVER_FAILED: {
    status: 500,
    exit: 3,
    message: (d: { status: string; columns: number }) =>
      `no test could be assembled from ${d.columns} candidate items: the solver ended with ${d.status}. Ask for fewer overlapping quotas, or for assembly: greedy.`,
  },
  EXAMINEE_FAILED: {
    status: 502,
    exit: 2,
    /**
     * `cost`: what came to nothing has cost or may have, in dollars; 0 where it is left out. `isForAll`: every question
     * would end so, such as without credit.
     */
    message: (d: {
      examinee: string;
      reason: string;
      todo: string;
      cost?: number;
      isForAll?: boolean;
    }) => `examinee ${d.examinee}: no answer (${d.reason}). ${d.todo}`,
  },
  KEY_MISSING: {
    status: 400,
    exit: 2,
    message: (d: { examinee: string; variable: string }) =>
      `examinee ${d.examinee}: the environment variable ${d.variable}, which holds its key, is not set. Set it, or name another one.`,
  },
  STORE_UNAVAILABLE: {
    status: 503,
    exit: 2,
    message: (d: { location: string; reason: string; todo: string }) =>
      `database ${d.location}: ${d.reason}. ${d.todo}`,
  },
  STORE_NEWER: {
    status: 409,
    exit: 2,
    message: (d: { location: string; found: string; known: string }) =>
      `database ${d.location}: written by a newer thetarank (schema ${d.found}; this one knows ${d.known}). Update thetarank, or name another database.`,
  },
  ITEM_EXISTS: {
    status: 409,
    exit: 2,
    message: (d: { bank: string }) =>
      `bank ${d.bank}: the id of a new item is already in use. Nothing was added. Give it another id; or try again, if another process added items at the same time.`,
  },
  ANSWERS_RECORDED: {
    status: 409,
    exit: 2,
    message: (d: { bank: string; models: readonly string[] }) =>
      `bank ${d.bank}: ${d.models.slice(0, 3).join(', ')}${d.models.length > 3 ? ` and ${d.models.length - 3} more` : ''} ${d.models.length === 1 ? 'has' : 'have'} recorded answers already. Nothing was kept. To replace them: replace=true in the address, or the command without --only-new.`,
  },
  DEMO_FAILED: {
    status: 500,
    exit: 1,
    message: (d: { command: string; code: string }) =>
      `a step of the demonstration ended with exit code ${d.code}: ${d.command}. Its output is above.`,
  },
  SERVICE_BUSY: {
    status: 409,
    exit: 2,
    message: (d: { holder: string }) =>
      `${d.holder} already serves this database. Two services would both ask, and pay for, the same questions. Stop that one first, or give another --database.`,
  },
  RUN_BUSY: {
    status: 409,
    exit: 2,
    message: (
      d: { run: number } & (
        | { holder: string; free: number | null }
        | { examinee: string; place: number }
      ),
    ) =>
      'holder' in d
        ? `run ${d.run}: ${d.holder} is at work on it, so nothing was asked. End that one, or let it finish; --resume goes on with what is kept.${d.free === null ? '' : ` If it is gone already, try again in ${d.free} s.`}`
        : `run ${d.run}, examinee ${d.examinee}, place ${d.place}: another process has kept an answer there meanwhile. End the other one, or let it finish; --resume goes on with what is kept.`,
  },
  CALIBRATION_OF_TESTED: {
    status: 409,
    exit: 2,
    message: (d: { calibration: number; models: readonly string[]; others: readonly number[] }) =>
      `calibration ${d.calibration}: made of answers of ${d.models.join(', ')}, which would be tested on a calibration made from their own answers. Leave out ${d.models.length === 1 ? 'that model' : 'those models'}, or take another calibration: ${d.others.length === 0 ? 'there is none without them; synthesize one with another pool' : d.others.join(', ')}.`,
  },
  BANK_WITHOUT_TEXT: {
    status: 409,
    exit: 2,
    message: (d: { bank: string; item: string; count: number }) =>
      `bank ${d.bank}, item ${d.item}${d.count > 1 ? ` and ${d.count - 1} more` : ''}: no question text. ${
        NEVER_PUBLIC.includes(d.bank)
          ? 'This bank has no public text: it serves rankings of recorded answers.'
          : `Join it with: thetarank bank attach FILE --to ${d.bank}`
      }`,
  },
  HOST_NOT_ALLOWED: {
    status: 403,
    exit: 2,
    message: (d: { model: string; host: string; option: string }) =>
      `model ${d.model}: its host ${d.host} is not allowed, so the model is never asked. Add the host to ${d.option}, or correct the address.`,
  },
  SESSION_BUDGET_SPENT: {
    status: 409,
    exit: 4,
    message: (d: { limit: number; spent: number; most: number }) =>
      `the budget of $${d.limit} is spent: $${d.spent.toFixed(4)} so far, and one more answer may cost $${d.most.toFixed(4)}. End the session to keep what was answered, or make one with a larger budget.`,
  },
  SERVICE_KEY_MISSING: {
    status: 400,
    exit: 2,
    message: (d: { variable: string }) =>
      `the environment variable ${d.variable}, which holds the key to the service, is not set. Set it, or name another one with --key-variable.`,
  },
  SERVICE_UNREACHABLE: {
    status: 502,
    exit: 2,
    message: (d: { url: string; reason: string; attempts: number }) =>
      `the service at ${d.url} does not answer (${d.reason}; ${d.attempts} attempt${d.attempts === 1 ? '' : 's'}). Check --url, and that thetarank serve runs.`,
  },
  SERVICE_REFUSED: {
    status: 502,
    exit: 2,
    message: (d: { status: number; code: string; detail: string }) =>
      `the service refuses (${d.status}, ${d.code}): ${d.detail}`,
  },
  SESSION_ANSWERS_REFUSED: {
    status: 409,
    exit: 2,
    message: (d: { count: number; item: string; reason: string }) =>
      `${d.count === 1 ? 'one answer was' : `${d.count} answers were`} refused, the first to item ${d.item}: ${d.reason}`,
  },
  HARNESS_FAILED: {
    status: 500,
    exit: 2,
    message: (d: { command: string; reason: string }) =>
      `${d.command}: ${d.reason}. Its output says why. Answers received are kept; run the same command again to continue.`,
  },
  HARNESS_INCOMPLETE: {
    status: 500,
    exit: 2,
    message: (d: { missing: number; items: number; item: string; folder: string }) =>
      `${d.missing} of ${d.items} items have no answer in ${d.folder}, such as ${d.item}. The harness must run exactly these items and log each one (lm_eval: --log_samples; Inspect: --log-dir).`,
  },
  LEADERBOARD_UNKNOWN: {
    status: 404,
    exit: 2,
    message: (d: { id: string }) =>
      `leaderboard ${d.id}: no such leaderboard. GET /v1/leaderboards lists them; a new version of a bank or calibration starts a new one.`,
  },
  SESSION_WITHOUT_ANSWERS: {
    status: 409,
    exit: 2,
    message: (d: { session: string }) =>
      `session ${d.session}: has no answer yet, so it has no score. Answer its items first.`,
  },
  BANK_DAMAGED: {
    status: 500,
    exit: 2,
    message: (d: { file: string; reason: string }) =>
      `${d.file}: not a readable bank file (${d.reason}). Install thetarank again, or rebuild it with npm run build:banks.`,
  },
  STUDY_EXISTS: {
    status: 409,
    exit: 2,
    message: (d: { name: string }) => `a study "${d.name}" exists already. Choose another name.`,
  },
  FOLDER_MISSING: {
    status: 409,
    exit: 2,
    message: (d: { what: string; field: string }) =>
      `this service has no folder of ${d.what}: an administrator sets one as "${d.field}" in its configuration.`,
  },
  SESSION_UNKNOWN: {
    status: 404,
    exit: 2,
    message: (d: { session: string }) => `there is no session "${d.session}".`,
  },
  REQUEST_INVALID: {
    status: 400,
    exit: 2,
    message: (d: { field: string; found: string; accepted: string }) =>
      `${d.field}: found ${d.found}; accepted: ${d.accepted}.`,
  },
  KEY_REQUIRED: {
    status: 401,
    exit: 2,
    message: (_: Record<string, never>) =>
      'a key is needed. Send it as a header: Authorization: Bearer tr_…',
  },
  KEY_INVALID: {
    status: 401,
    exit: 2,
    message: (d: { reason: string }) =>
      `the key is not accepted: ${d.reason}. Ask an administrator for another one.`,
  },
  ROLE_INSUFFICIENT: {
    status: 403,
    exit: 2,
    message: (d: { role: string; accepted: readonly string[] }) =>
      `keys of the role ${d.role} may not do this; accepted: ${d.accepted.join(', ')}.`,
  },
  SCOPE_INSUFFICIENT: {
    status: 403,
    exit: 2,
    message: (d: { reason: string; todo: string }) =>
      `this key may not do this: ${d.reason}. ${d.todo}`,
  },
  ROUTE_UNKNOWN: {
    status: 404,
    exit: 2,
    message: (d: { method: string; path: string }) =>
      `${d.method} ${d.path}: no such path. All paths are listed at /docs.`,
  },
  METHOD_UNKNOWN: {
    status: 405,
    exit: 2,
    message: (d: { method: string; path: string; accepted: readonly string[] }) =>
      `${d.path}: found ${d.method}; accepted: ${d.accepted.join(', ')}.`,
  },
  REQUEST_SLOW: {
    status: 408,
    exit: 2,
    message: (d: { seconds: number }) =>
      `the request did not arrive completely within ${d.seconds} seconds. Send less at a time.`,
  },
  BODY_TOO_LARGE: {
    status: 413,
    exit: 2,
    message: (d: { most: number }) =>
      `the body is larger than ${d.most} bytes. Send it in parts, or ask an administrator to raise the limit.`,
  },
  TYPE_UNSUPPORTED: {
    status: 415,
    exit: 2,
    message: (d: { found: string; accepted: readonly string[] }) =>
      `Content-Type: found ${d.found}; accepted: ${d.accepted.join(', ')}.`,
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    exit: 2,
    message: (d: { most: number; of: string; seconds: number }) =>
      `more than ${d.most} ${d.of}. Try again in ${d.seconds} s.`,
  },
  PREPARATIONS_WAITING: {
    status: 429,
    exit: 2,
    message: (d: { most: number; of: string }) =>
      `${d.most} calibrations and preparations of tests ${d.of} are already running or waiting. Try again in a moment; sessions that share a calibration prepare it once.`,
  },
  CLIENT_GONE: {
    status: 400,
    exit: 2,
    message: (_: Record<string, never>) =>
      'the client closed the connection before the reply. Send the request again, and wait.',
  },
  JOBS_WAITING: {
    status: 429,
    exit: 2,
    message: (d: { most: number; of: string }) =>
      `${d.most} jobs ${d.of} are already waiting, which is the limit. Try again when some have started, or cancel some.`,
  },
  SERVICE_CLOSING: {
    status: 503,
    exit: 2,
    message: (_: Record<string, never>) => 'the service is closing. Try again in a moment.',
  },
  THREAD_ENDED: {
    status: 500,
    exit: 1,
    message: (d: { reason: string }) =>
      `a worker thread ended before its work was done (${d.reason}). Run it again, with fewer --workers where memory is short.`,
  },
  DEFECT: {
    status: 500,
    exit: 1,
    message: (d: { id: string }) =>
      `thetarank failed on something it should have handled. The log of the service says more: request ${d.id}.`,
  },
} as const;

export type ErrorCode = keyof typeof REGISTRY;
type Details<C extends ErrorCode> = Parameters<(typeof REGISTRY)[C]['message']>[0];

/** Every code with its HTTP status, in the order of the registry. */
export function errorCodes(): { readonly code: ErrorCode; readonly status: number }[] {
  return (Object.keys(REGISTRY) as ErrorCode[]).map((code) => ({
    code,
    status: REGISTRY[code].status,
  }));
}

/** An error a user can act on. Everything else that is thrown is a defect. */
export class ThetarankError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly exitCode: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, details: Record<string, unknown>) {
    super(message);
    this.name = 'ThetarankError';
    this.code = code;
    this.status = REGISTRY[code].status;
    this.exitCode = REGISTRY[code].exit;
    this.details = details;
  }
}

/** Throws the registered error `code`. */
export function fail<C extends ErrorCode>(code: C, details: Details<C>): never {
  const message = (REGISTRY[code].message as (d: Details<C>) => string)(details);
  throw new ThetarankError(code, onOneLine(message), details as Record<string, unknown>);
}

/** The error that `work` throws, for those who hand errors on instead of throwing them. */
export function errorOf(work: () => never): ThetarankError {
  try {
    return work();
  } catch (error) {
    return error as ThetarankError;
  }
}

/** Names and cells go into messages as they were found: their line ends and control characters are escaped. */
function onOneLine(message: string): string {
  return message.replaceAll(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
