import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FaultRates } from 'thetarank/study';

/** The start message to the stand-in. */
export interface StandInSetting {
  /** Number of items. */
  readonly items: number;
  /** Name to ability. */
  readonly abilities: Readonly<Record<string, number>>;
  readonly faults: FaultRates;
  readonly seed: number;
}

/**
 * Its messages: that it serves, the number of answered questions, that a requested number is reached, and the questions since
 * the last request.
 */
export type StandInMessage =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'due' }
  | { readonly kind: 'asked'; readonly asked: readonly string[] };

/** Messages to it: report the questions; report when a number of answers is reached, or stop doing so. */
export type StandInOrder =
  | { readonly kind: 'asked' }
  | { readonly kind: 'due'; readonly at: number | null };

/** A stand-in in a separate process. */
export interface StandInProcess {
  readonly url: string;
  /** Questions answered, as of a second ago. */
  count(): number;
  /** The questions answered since the last call, as `call<tab>item`, also if a fault kept the answer from arriving. */
  asked(): Promise<readonly string[]>;
  /** Calls back once, as soon as this many questions have been answered; null for never. */
  whenAnswered(count: number | null, then: () => void): void;
  stop(): void;
}

/** @throws if it does not start */
export async function startStandIn(setting: StandInSetting): Promise<StandInProcess> {
  const script = fileURLToPath(new URL('naming-stand-in.ts', import.meta.url));
  const child = fork(script, [JSON.stringify(setting)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  let count = 0;
  let onDue = () => {};
  let onAsked = (_: readonly string[]) => {};
  child.on('message', (message: StandInMessage) => {
    if (message.kind === 'count') count = message.count;
    else if (message.kind === 'due') onDue();
    else if (message.kind === 'asked') onAsked(message.asked);
  });
  const order = (one: StandInOrder) => child.send(one);
  const [first] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the stand-in did not start');
    }),
  ])) as [StandInMessage];
  if (first.kind !== 'ready') throw new Error('the stand-in did not start');
  return {
    url: first.url,
    count: () => count,
    asked: () =>
      new Promise((resolve) => {
        onAsked = resolve;
        order({ kind: 'asked' });
      }),
    whenAnswered(at, then) {
      onDue = then;
      order({ kind: 'due', at });
    },
    stop: () => child.disconnect(),
  };
}
