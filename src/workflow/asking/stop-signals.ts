/** What ends asking. */
export interface StopSignals {
  /** Nothing more is asked; answers in flight are still kept. */
  readonly stop: AbortSignal;
  /** What is in flight ends too. */
  readonly abort: AbortSignal;
}

/** Signals that come from outside, such as from Ctrl+C, until they are let go. */
export interface Interrupts extends StopSignals {
  restore(): void;
}

/** Asking ends by itself only, or by the signal that is given. */
export function signalsOf(stop: AbortSignal = new AbortController().signal): Interrupts {
  return { stop, abort: stop, restore() {} };
}
