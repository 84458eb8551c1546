import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, getNumberFromEnv, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { ThetarankError } from '../errors.ts';
import type { OpenSpan, SpanOptions, Tracer } from './span.ts';
import type { SpanFacts } from './span-facts.ts';
import type { TraceSettings } from './trace-settings.ts';

/** How long a group of spans may take, with all repeats, in ms. */
const COLLECTOR_TIME = 3000;
/** The same for the last ones, which the end of a command waits for: less than the pause before a repeat, so that there is none. */
const LAST_TIME = 750;
/** The longest wait for all of the last ones, in ms, unless a variable sets a limit. */
const END_TIME = 1000;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;
const propagator = new W3CTraceContextPropagator();

/**
 * Spans by OpenTelemetry's SDK, sent as JSON over HTTP. Nothing is registered globally: the context is our own, so that packages
 * that know OpenTelemetry add no spans of theirs, whose attributes nobody has looked at.
 */
export function otelTracer(
  settings: TraceSettings,
  version: string,
  onFailure: (reason: string) => void,
): { readonly tracer: Tracer; readonly close: () => Promise<void> } {
  let isEnding = false;
  const exporterOf = (timeoutMillis: number) =>
    // It reads the variables for headers, certificates and time limits itself.
    new OTLPTraceExporter({
      ...(settings.collector === null ? {} : { url: tracesAddress(settings.collector) }),
      ...(settings.hasTimeLimit ? {} : { timeoutMillis }),
    });
  const [patient, quick] = [exporterOf(COLLECTOR_TIME), exporterOf(LAST_TIME)];
  const exporter = toldOfFailure(
    {
      export: (spans, done) => (isEnding ? quick : patient).export(spans, done),
      shutdown: async () => {
        await Promise.all([patient.shutdown(), quick.shutdown()]);
      },
    },
    onFailure,
  );
  const resource = resourceFromAttributes({
    'service.name': 'thetarank',
    'service.version': version,
  }).merge(detectResources({ detectors: [envDetector] }));
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter, ...batchOptions() })],
  });
  const inner = provider.getTracer('thetarank', version);
  const contexts = new AsyncLocalStorage<Context>();
  const now = () => contexts.getStore() ?? ROOT_CONTEXT;
  /** Those that last, the oldest first. */
  const open = new Set<Span>();

  const opened = (span: Span, context: Context): OpenSpan => ({
    note: (facts) => {
      span.setAttributes({ ...facts });
    },
    within: (work) => contexts.run(context, work),
    end: (error) => {
      if (error !== undefined) {
        // Its message may quote data.
        span.setAttribute('error.type', errorType(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
      open.delete(span);
    },
    drop: () => {
      open.delete(span);
    },
    rename: (name) => {
      span.updateName(name);
    },
  });
  const tracer: Tracer = {
    begin(name: string, facts: SpanFacts, { kind, parent }: SpanOptions) {
      const above = parent === undefined ? now() : contextOf(parent);
      const options = {
        kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind],
        attributes: { ...facts },
      };
      const span = inner.startSpan(name, options, above);
      if (span.isRecording()) open.add(span);
      return opened(span, trace.setSpan(above, span));
    },
    current() {
      const context = now();
      const span = trace.getSpan(context);
      return span === undefined ? null : opened(span, context);
    },
    traceParent: () => traceParentOf(now()),
    outside: (work) => contexts.run(ROOT_CONTEXT, work),
    childEnvironment() {
      const parent = traceParentOf(now());
      const collector = settings.collector;
      return {
        // A child of a command with --trace has no such option, but sends its spans to the same place.
        ...(collector === null ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: collector }),
        ...(parent === null ? {} : { TRACEPARENT: parent }),
      };
    },
    isTold: (host) => settings.toldHosts.has(host.toLowerCase()),
    async cut(code) {
      const [first] = open;
      first?.setAttribute('process.exit.code', code);
      await close();
    },
  };
  const close = async () => {
    const limit = settings.hasTimeLimit ? null : END_TIME;
    isEnding = true;
    for (const span of [...open].reverse()) {
      span.setAttribute('thetarank.outcome', 'interrupted');
      span.end();
    }
    open.clear();
    const sent = provider.shutdown();
    const late = new AbortController();
    await (limit === null
      ? sent
      : Promise.race([sent, delay(limit, undefined, { signal: late.signal })]));
    late.abort();
  };
  return { tracer, close };
}

function tracesAddress(collector: string): string {
  return `${collector.replace(/\/$/, '')}/v1/traces`;
}

function contextOf(parent: string | null): Context {
  return parent === null
    ? ROOT_CONTEXT
    : propagator.extract(ROOT_CONTEXT, { traceparent: parent }, defaultTextMapGetter);
}

function traceParentOf(context: Context): string | null {
  const carrier: Record<string, string> = {};
  propagator.inject(context, carrier, defaultTextMapSetter);
  return carrier.traceparent ?? null;
}

/** The code of an error of ours, else the name of its class. */
function errorType(error: unknown): string {
  if (error instanceof ThetarankError) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const root = {
    on: new AlwaysOnSampler(),
    off: new AlwaysOffSampler(),
    ratio: new TraceIdRatioBasedSampler(ratio),
  };
  switch (sampler) {
    case 'always_on':
      return root.on;
    case 'always_off':
      return root.off;
    case 'traceidratio':
      return root.ratio;
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: root.on });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: root.off });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: root.ratio });
  }
}

/** The SDK leaves these variables to its callers. Values that are missing are its defaults. */
function batchOptions() {
  const values = {
    scheduledDelayMillis: getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY'),
    maxQueueSize: getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE'),
    maxExportBatchSize: getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Spans are lost if the collector is away, and nothing else is; whoever waits for them is to know why there are none. */
function toldOfFailure(exporter: SpanExporter, onFailure: (reason: string) => void): SpanExporter {
  let isTold = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS && !isTold) {
          isTold = true;
          onFailure(result.error?.message || 'no reason given');
        }
        // Reported already: the SDK would repeat it for each group of spans.
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
