import { beginSpan, type OpenSpan, traceParent } from './span.ts';

/** Steps of work that another thread or another layer tells of. */
export interface SpanSequence {
  /** Called with the step at work, also several times: a new one ends the span of the one before. */
  at(step: string): void;
  /** @param error what the last step failed with */
  end(error?: unknown): void;
}

/** Spans one after another, each a child of the span that is current now. */
export function spanSequence(): SpanSequence {
  const parent = traceParent();
  let name: string | null = null;
  let open: OpenSpan | null = null;
  return {
    at(step) {
      if (parent === null || step === name) return;
      open?.end();
      open = beginSpan(step, {}, { parent });
      name = step;
    },
    end(error) {
      open?.end(error);
      open = null;
    },
  };
}
