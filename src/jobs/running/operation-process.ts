import { endProcess } from '../../tracing/end-process.ts';
import { beginSpan } from '../../tracing/span.ts';
import { startTracing } from '../../tracing/start-tracing.ts';
import { type OperationCall, performOperation } from './perform-operation.ts';
import type { OperationMessage } from './run-operation.ts';

/** The process of one operation: it gets a call, tells how far it is, and how it ended. It ends with the process that started it. */

/** Exit code after an interrupt. */
const INTERRUPTED = 130;
/** Progress is told at most this often, in ms, and at the end. */
const EVERY = 250;

process.once('disconnect', () => process.exit(1));
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    // What asks models hears it too, and keeps the answers in flight, which are paid for.
    if (process.listenerCount(signal) === 1) endProcess(INTERRUPTED);
  });
process.once('message', async (call: OperationCall & { version: string }) => {
  const { operation, version } = call;
  const tracing = await startTracing(process.env, { isAsked: false, version, onFailure() {} });
  const span = beginSpan(`thetarank ${operation}`, { 'thetarank.command': operation }, tracing);
  let told = Number.NEGATIVE_INFINITY;
  const end = await span.within(() =>
    performOperation(call, (progress) => {
      const now = performance.now();
      if (now - told < EVERY && progress.done !== progress.total) return;
      told = now;
      process.send!({ progress } satisfies OperationMessage);
    }),
  );
  span.end(end.error ?? undefined);
  await tracing.stop();
  process.send!(end satisfies OperationMessage, () => process.disconnect());
});
