import { fail } from '../errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a collector of this machine listens. */
const LOCAL_COLLECTOR = 'http://localhost:4318';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const TIME_LIMITS = ['OTEL_EXPORTER_OTLP_TRACES_TIMEOUT', 'OTEL_EXPORTER_OTLP_TIMEOUT'];

/** How traces are made, by OpenTelemetry's variables of the environment. */
export interface TraceSettings {
  /** The collector, without the path of traces; null if a variable of its own names the whole address. */
  readonly collector: string | null;
  readonly sampler: (typeof SAMPLERS)[number];
  /** The share of traces that a sampler by ratio keeps. */
  readonly ratio: number;
  /** The W3C `traceparent` of whoever started this process. */
  readonly parent: string | null;
  /** Whether a variable limits the time of a group of spans. */
  readonly hasTimeLimit: boolean;
  /** Hosts of models that learn the `traceparent` of requests, with their ports. */
  readonly toldHosts: ReadonlySet<string>;
}

/**
 * @param isAsked whether `--trace` was given
 * @returns null if there are to be no traces
 * @throws OPTION_INVALID, with the variable as the option
 */
export function traceSettings(env: Environment, isAsked: boolean): TraceSettings | null {
  const own = variable(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const common = variable(env, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  if (!isAsked && own === null && common === null) return null;
  if (variable(env, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null;
  if (variable(env, 'OTEL_TRACES_EXPORTER') === 'none') return null;
  requireAddress('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', own);
  requireAddress('OTEL_EXPORTER_OTLP_ENDPOINT', common);
  refuseGrpc(env);
  return {
    collector: own === null ? (common ?? LOCAL_COLLECTOR) : null,
    sampler: samplerOf(env),
    ratio: ratioOf(env),
    parent: variable(env, 'TRACEPARENT'),
    hasTimeLimit: TIME_LIMITS.some((name) => variable(env, name) !== null),
    toldHosts: new Set(listOf(variable(env, 'THETARANK_TRACE_HOSTS'))),
  };
}

/** An empty variable counts as one that is not set. */
function variable(env: Environment, name: string): string | null {
  return env[name]?.trim() || null;
}

function listOf(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');
}

function requireAddress(option: string, text: string | null): void {
  if (text === null || /^https?:$/.test(URL.parse(text)?.protocol ?? '')) return;
  // The address itself may contain a password.
  fail('OPTION_INVALID', {
    option,
    found: 'something other than an address',
    accepted: 'an address of a collector, such as http://localhost:4318',
  });
}

/** JSON over HTTP is read at the port of `http/protobuf` too, which is the default; the port of gRPC reads nothing else. */
function refuseGrpc(env: Environment): void {
  for (const option of ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL']) {
    const found = variable(env, option);
    if (found === null) continue;
    if (found !== 'grpc') return;
    fail('OPTION_INVALID', {
      option,
      found,
      accepted: 'http/json, at the port for HTTP of the collector (usually 4318)',
    });
  }
}

function samplerOf(env: Environment): TraceSettings['sampler'] {
  const found = variable(env, 'OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  return (
    SAMPLERS.find((name) => name === found) ??
    fail('OPTION_INVALID', {
      option: 'OTEL_TRACES_SAMPLER',
      found: JSON.stringify(found),
      accepted: SAMPLERS.join(', '),
    })
  );
}

function ratioOf(env: Environment): number {
  const found = variable(env, 'OTEL_TRACES_SAMPLER_ARG');
  const ratio = found === null ? 1 : Number(found);
  if (ratio >= 0 && ratio <= 1) return ratio;
  return fail('OPTION_INVALID', {
    option: 'OTEL_TRACES_SAMPLER_ARG',
    found: JSON.stringify(found),
    accepted: 'a share from 0 to 1',
  });
}
