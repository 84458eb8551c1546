/**
 * All that a span can say. The list is closed, so that no key, question, output, address or name of an item gets into a trace:
 * whoever adds a fact must consider who reads traces. Names are those of OpenTelemetry's semantic conventions where these have one.
 */
export interface SpanFacts {
  /** The words of a command without its options. */
  readonly 'thetarank.command'?: string;
  readonly 'process.exit.code'?: number;
  readonly 'http.request.method'?: string;
  /** The pattern, such as `/v1/sessions/:id`. */
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  /** The number of a request of the service, as in its log. */
  readonly 'thetarank.request'?: string;
  /** The number of answers that a request brings. */
  readonly 'thetarank.answers'?: number;
  readonly 'thetarank.job'?: string;
  readonly 'thetarank.job.kind'?: string;
  readonly 'thetarank.job.state'?: string;
  readonly 'db.system.name'?: 'sqlite' | 'postgresql';
  /** The name of a method of the store. */
  readonly 'db.operation.name'?: string;
  /** The name that the configuration gives a model. */
  readonly 'gen_ai.request.model'?: string;
  readonly 'gen_ai.usage.input_tokens'?: number;
  readonly 'gen_ai.usage.output_tokens'?: number;
  /** What came of a question or of a request to an endpoint, in one word. */
  readonly 'thetarank.outcome'?: string;
  /** Why a request is made again, in one word. */
  readonly 'thetarank.retry_reason'?: string;
  readonly 'thetarank.retries'?: number;
  /** The number of a thread of this process, from 1 in each group of threads. */
  readonly 'thetarank.thread'?: number;
  /** Tasks that a thread has done, and how long it worked on them, in ms. */
  readonly 'thetarank.tasks'?: number;
  readonly 'thetarank.busy_ms'?: number;
  /** Replications or blocks that a phase of a study is to simulate. */
  readonly 'thetarank.replications'?: number;
  readonly 'thetarank.blocks'?: number;
}
