import { cutSpans } from '../../tracing/span.ts';

/** Ends this process at once; if it is traced, after its last spans have been sent, within about a second. */
export function endProcess(code: number): void {
  const sent = cutSpans(code);
  if (sent === null) process.exit(code);
  void sent.finally(() => process.exit(code));
}
