/** Signals that end asking. */
export interface StopSignals {
  /** Nothing more is asked; answers in flight are still kept. */
  readonly stop: AbortSignal;
  /** Requests in flight end too. */
  readonly abort: AbortSignal;
}

/** Signals from outside, such as Ctrl+C, until they are released. */
export interface Interrupts extends StopSignals {
  restore(): void;
}

/** Asking ends only by itself, or by the given signal. */
export function signalsOf(stop: AbortSignal = new AbortController().signal): Interrupts {
  return { stop, abort: stop, restore() {} };
}
