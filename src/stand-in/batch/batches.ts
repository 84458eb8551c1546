import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { randomStream, shuffle } from '../../random.ts';
import { ApiError } from '../api-error.ts';
import { pause } from '../pause.ts';
import { answerLine } from './answer-line.ts';
import { BATCH_ENDPOINTS, type BatchEndpoint, type BatchLine, readBatch } from './read-batch.ts';
import type { StoredFile, StoredFiles } from './stored-files.ts';

type Status =
  | 'validating'
  | 'failed'
  | 'in_progress'
  | 'finalizing'
  | 'completed'
  | 'cancelling'
  | 'cancelled';

const REQUEST = z.looseObject({
  input_file_id: z.string(),
  endpoint: z.enum(BATCH_ENDPOINTS),
  completion_window: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
});

const WINDOW_SECONDS = 86_400;
const MOST_BATCHES = 10_000;
/** Lines answered before others get their turn. */
const LINES_AT_ONCE = 50;

export interface BatchWork {
  readonly files: StoredFiles;
  /** Answers one request as the endpoint does. @throws ApiError */
  readonly answer: (endpoint: BatchEndpoint, body: unknown) => object;
  readonly seed: number;
  /** Milliseconds a batch takes besides its work: half before it begins, half before it ends. */
  readonly delay: number;
  readonly closing: AbortSignal;
  /** Called for each batch that is made. */
  readonly counted: () => void;
}

/** Batches, worked on in the background one beside the other. */
export class Batches {
  private readonly batches = new Map<string, BatchState>();
  private readonly work: BatchWork;

  constructor(work: BatchWork) {
    this.work = work;
  }

  /** Makes a batch and begins to work on it. @throws ApiError 400, 404 */
  create(body: unknown): object {
    const parsed = REQUEST.safeParse(body);
    if (!parsed.success) {
      const { path, message } = parsed.error.issues[0];
      const param = path.map(String).join('.');
      throw new ApiError(400, 'invalid_value', `${param}: ${message}`, { param });
    }
    if (this.batches.size >= MOST_BATCHES)
      throw new ApiError(400, 'too_many_batches', `at most ${MOST_BATCHES} batches`);
    const { input_file_id, endpoint, completion_window, metadata } = parsed.data;
    const input = this.work.files.get(input_file_id);
    const batch = newBatch(`batch_stand-in-${this.batches.size + 1}`, {
      endpoint,
      input_file_id,
      completion_window,
      metadata: metadata ?? null,
    });
    this.batches.set(batch.id, batch);
    void this.run(batch, input);
    this.work.counted();
    return { ...batch };
  }

  /** @throws ApiError 404 */
  get(id: string): object {
    return { ...this.find(id) };
  }

  list(): object[] {
    return [...this.batches.values()].reverse().map((batch) => ({ ...batch }));
  }

  /** Ends a batch early; what is answered is kept. @throws ApiError 400 where it has ended, 404 */
  cancel(id: string): object {
    const batch = this.find(id);
    if (batch.status !== 'validating' && batch.status !== 'in_progress')
      throw new ApiError(400, 'batch_ended', `batch ${id} is ${batch.status}`);
    batch.status = 'cancelling';
    batch.cancelling_at = seconds();
    return { ...batch };
  }

  private find(id: string): BatchState {
    const batch = this.batches.get(id);
    if (batch === undefined)
      throw new ApiError(404, 'batch_not_found', `no batch "${id.slice(0, 200)}"`);
    return batch;
  }

  private async run(batch: BatchState, input: StoredFile): Promise<void> {
    const { delay, closing } = this.work;
    await setImmediate();
    const { lines, problems } = readBatch(input.bytes, batch.endpoint);
    batch.request_counts.total = lines.length;
    await this.wait(batch, delay / 2);
    if (problems.length > 0) {
      batch.errors = { object: 'list', data: problems };
      batch.status = 'failed';
      batch.failed_at = seconds();
      return;
    }
    if (batch.status === 'validating') {
      batch.status = 'in_progress';
      batch.in_progress_at = seconds();
    }
    const written = await this.answerAll(batch, this.inOrder(lines, input));
    if (batch.status === 'in_progress') await this.wait(batch, delay / 2);
    if (closing.aborted) return;
    this.finish(batch, written);
  }

  /** Waits, but no longer than until the batch is cancelled. */
  private async wait(batch: BatchState, milliseconds: number): Promise<void> {
    const STEP = 20;
    for (let left = milliseconds; left > 0; left -= STEP) {
      if (batch.status === 'cancelling' || this.work.closing.aborted) return;
      await pause(Math.min(left, STEP), this.work.closing);
    }
  }

  /** Replies come in an order of their own, as from others who work on many requests at once. */
  private inOrder(lines: readonly BatchLine[], { bytes }: StoredFile): BatchLine[] {
    return shuffle([...lines], randomStream(this.work.seed, 'batch', hash('sha1', bytes)));
  }

  private async answerAll(batch: BatchState, lines: readonly BatchLine[]): Promise<Written> {
    const written: Written = { output: [], error: [] };
    for (const [k, line] of lines.entries()) {
      if (k % LINES_AT_ONCE === 0) await setImmediate();
      if (batch.status === 'cancelling' || this.work.closing.aborted) break;
      const id = `batch_req_${batch.id}_${k + 1}`;
      const { isError, reply } = answerLine(id, line, (body) =>
        this.work.answer(batch.endpoint, body),
      );
      written[isError ? 'error' : 'output'].push(`${JSON.stringify(reply)}\n`);
      batch.request_counts[isError ? 'failed' : 'completed']++;
    }
    return written;
  }

  private finish(batch: BatchState, { output, error }: Written): void {
    const isCancelled = batch.status === 'cancelling';
    batch.status = 'finalizing';
    batch.finalizing_at = seconds();
    try {
      batch.output_file_id = this.keep(`${batch.id}_output.jsonl`, output);
      batch.error_file_id = this.keep(`${batch.id}_error.jsonl`, error);
    } catch (problem) {
      // There is no room for the files.
      const { code, message } = problem as ApiError;
      batch.errors = { object: 'list', data: [{ code, message, param: null, line: null }] };
      batch.status = 'failed';
      batch.failed_at = seconds();
      return;
    }
    batch.status = isCancelled ? 'cancelled' : 'completed';
    batch[isCancelled ? 'cancelled_at' : 'completed_at'] = seconds();
  }

  private keep(name: string, lines: readonly string[]): string | null {
    if (lines.length === 0) return null;
    return this.work.files.add(name, 'batch_output', Buffer.from(lines.join(''))).id;
  }
}

interface Written {
  readonly output: string[];
  readonly error: string[];
}

interface BatchState {
  readonly id: string;
  readonly endpoint: BatchEndpoint;
  readonly request_counts: { total: number; completed: number; failed: number };
  status: Status;
  errors: object | null;
  output_file_id: string | null;
  error_file_id: string | null;
  in_progress_at: number | null;
  finalizing_at: number | null;
  completed_at: number | null;
  failed_at: number | null;
  cancelling_at: number | null;
  cancelled_at: number | null;
}

function newBatch(
  id: string,
  about: Pick<BatchState, 'endpoint'> & Record<string, unknown>,
): BatchState {
  const created_at = seconds();
  const times = {
    created_at,
    in_progress_at: null,
    expires_at: created_at + WINDOW_SECONDS,
    finalizing_at: null,
    completed_at: null,
    failed_at: null,
    expired_at: null,
    cancelling_at: null,
    cancelled_at: null,
  };
  return {
    id,
    object: 'batch',
    ...about,
    errors: null,
    status: 'validating',
    output_file_id: null,
    error_file_id: null,
    ...times,
    request_counts: { total: 0, completed: 0, failed: 0 },
  } as BatchState;
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
