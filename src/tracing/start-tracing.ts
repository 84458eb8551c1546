import { useTracer } from './span.ts';
import { traceSettings } from './trace-settings.ts';

export interface TracingOptions {
  /** Whether traces are wanted without a variable that names a collector. */
  readonly isAsked: boolean;
  /** Of thetarank. */
  readonly version: string;
  /** Told once if the collector cannot be reached, with the reason. */
  readonly onFailure: (reason: string) => void;
}

const NOTHING_STARTED = { parent: null, stop: async () => {} };

/**
 * Begins to send spans to a collector, if the environment names one. The packages that do this are only loaded then.
 * @returns the `traceparent` that the environment names, and what sends the last spans and ends tracing
 * @throws OPTION_INVALID for a variable that is not right
 */
export async function startTracing(
  env: Readonly<Record<string, string | undefined>>,
  { isAsked, version, onFailure }: TracingOptions,
): Promise<{ readonly parent: string | null; readonly stop: () => Promise<void> }> {
  const settings = traceSettings(env, isAsked);
  if (settings === null) return NOTHING_STARTED;
  const { otelTracer } = await import('./otel-tracer.ts');
  const { tracer, close } = otelTracer(settings, version, onFailure);
  useTracer(tracer);
  const stop = async () => {
    useTracer(null);
    await close();
  };
  return { parent: settings.parent, stop };
}
