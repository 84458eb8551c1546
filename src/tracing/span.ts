import type { SpanFacts } from './span-facts.ts';

/** A span that can say more while it lasts. */
export interface SpanNotes {
  note(facts: SpanFacts): void;
}

/** A span that its caller ends. */
export interface OpenSpan extends SpanNotes {
  /** Does work whose own spans become children of this one. */
  within<T>(work: () => T): T;
  /** @param error what it failed with; only its type or code is kept */
  end(error?: unknown): void;
  /** Forgets it: nothing of it is sent. For work that turns out to be too short for a span. */
  drop(): void;
  /** Of a command, whose name is known once its words have been read. */
  rename(name: string): void;
}

export interface SpanOptions {
  /** `server`: a request that came; `client`: one that is sent. */
  readonly kind?: 'server' | 'client';
  /** The W3C `traceparent` of the parent; null for the beginning of a trace. By default the current span is the parent. */
  readonly parent?: string | null;
}

/** Where spans go. */
export interface Tracer {
  begin(name: string, facts: SpanFacts, options: SpanOptions): OpenSpan;
  /** The span that the running work is part of. */
  current(): SpanNotes | null;
  /** Its W3C `traceparent`; null outside of all spans. */
  traceParent(): string | null;
  /** Does work that belongs to no span, such as what a service goes on with. */
  outside<T>(work: () => T): T;
  /** For the environment of child commands, so that their spans become children of the current one. */
  childEnvironment(): Readonly<Record<string, string>>;
  /** Whether a host is to learn the `traceparent` of the requests to it, such as `models.internal:8000`. */
  isTold(host: string): boolean;
  /** Ends the spans that last, as interrupted, and sends what there is, within about a second. @param code the exit code of the process */
  cut(code: number): Promise<void>;
}

/** One for the process: spans begin in every layer, and passing a tracer through all of them would change every signature. */
let tracer: Tracer | null = null;
/** Whether this process ends as soon as its last spans have been sent. */
let isEnding = false;

const SILENT: OpenSpan = {
  note() {},
  within: (work) => work(),
  end() {},
  drop() {},
  rename() {},
};
const NOTHING: Readonly<Record<string, string>> = {};

/** Sends the spans of this process to a tracer; null to none. */
export function useTracer(next: Tracer | null): void {
  tracer = next;
  isEnding = false;
}

/** Whether there are spans at all. */
export function isTraced(): boolean {
  return tracer !== null;
}

/**
 * Does work in a span that lasts until it returns, or until its promise is settled. Without a tracer it only does the work.
 * @param name of what is done, such as `calibrate`; never of data
 */
export function span<T>(
  name: string,
  facts: SpanFacts,
  work: (span: SpanNotes) => T,
  options: SpanOptions = {},
): T {
  if (tracer === null) return work(SILENT);
  const own = tracer.begin(name, facts, options);
  let result: T;
  try {
    result = own.within(() => work(own));
  } catch (error) {
    own.end(error);
    throw error;
  }
  if (!(result instanceof Promise)) {
    own.end();
    return result;
  }
  return result.then(
    (value) => {
      own.end();
      return value;
    },
    (error) => {
      own.end(error);
      throw error;
    },
  ) as T;
}

/** A span that the caller ends. */
export function beginSpan(name: string, facts: SpanFacts, options: SpanOptions = {}): OpenSpan {
  return tracer === null ? SILENT : tracer.begin(name, facts, options);
}

/** The span that the running work is part of; null if there is none. */
export function currentSpan(): SpanNotes | null {
  return tracer === null ? null : tracer.current();
}

/** The W3C `traceparent` of the current span; null if there is none. */
export function traceParent(): string | null {
  return tracer === null ? null : tracer.traceParent();
}

/**
 * Before a process ends at once: ends the spans that last and sends them, within about a second. Nothing is traced after that.
 * @param code the exit code of the process
 * @returns null if nothing is traced, so that the process need not wait
 */
export function cutSpans(code: number): Promise<void> | null {
  if (tracer === null) return null;
  const last = tracer;
  tracer = null;
  isEnding = true;
  return last.cut(code);
}

/** Whether this process has been ended and only sends its last spans: no other work should go on. */
export function isCut(): boolean {
  return isEnding;
}

/** Does work that belongs to no span. */
export function outsideSpans<T>(work: () => T): T {
  return tracer === null ? work() : tracer.outside(work);
}

/** What the environment of a child command needs, so that its spans become children of the current one. */
export function traceEnvironment(): Readonly<Record<string, string>> {
  return tracer === null ? NOTHING : tracer.childEnvironment();
}

/** The trace headers of a request to a host: none, unless the host is named as one that may learn them. */
export function traceHeaders(host: string): Readonly<Record<string, string>> {
  if (tracer === null || !tracer.isTold(host)) return NOTHING;
  const parent = tracer.traceParent();
  return parent === null ? NOTHING : { traceparent: parent };
}
