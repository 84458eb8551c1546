import { expect, test } from 'vitest';
import { traceSettings } from '../../src/tracing/trace-settings.ts';
import { failureOf } from '../files/temporary.ts';

const ON = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

test('nothing is traced unless the environment or the command asks for it', () => {
  expect(traceSettings({}, false)).toBeNull();
  expect(traceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: ' ', TRACEPARENT: 'x' }, false)).toBeNull();
  expect(traceSettings({ ...ON, OTEL_SDK_DISABLED: 'true' }, true)).toBeNull();
  expect(traceSettings({ ...ON, OTEL_TRACES_EXPORTER: 'none' }, true)).toBeNull();
  expect(traceSettings({}, true)?.collector).toBe('http://localhost:4318');
  expect(traceSettings(ON, false)?.collector).toBe('http://collector:4318');
});

test('an address of traces of its own is used as it is', () => {
  const env = { ...ON, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces/in' };
  expect(traceSettings(env, false)?.collector).toBeNull();
});

test('the sampler, its share, and the hosts that learn of traces', () => {
  expect(traceSettings(ON, false)).toMatchObject({ sampler: 'parentbased_always_on', ratio: 1 });
  const env = {
    ...ON,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    THETARANK_TRACE_HOSTS: 'localhost:8000, Models.Internal',
  };
  expect(traceSettings(env, false)).toMatchObject({
    sampler: 'parentbased_traceidratio',
    ratio: 0.25,
    toldHosts: new Set(['localhost:8000', 'models.internal']),
  });
});

test.each([
  ['OTEL_TRACES_SAMPLER', 'often', 'found "often"; accepted: always_on, always_off'],
  ['OTEL_TRACES_SAMPLER_ARG', '2', 'found "2"; accepted: a share from 0 to 1'],
  ['OTEL_TRACES_SAMPLER_ARG', 'half', 'found "half"'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'accepted: http/json'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'user:secret@collector', 'accepted: an address of a collector'],
])('%s=%s is refused', (name, value, said) => {
  const error = failureOf(() => traceSettings({ ...ON, [name]: value }, false));
  expect(error.message).toContain(name);
  expect(error.message).toContain(said);
  expect(error.message).not.toContain('secret');
});

test('a protocol over HTTP is accepted, also beside gRPC for other signals', () => {
  const env = {
    ...ON,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf',
  };
  expect(traceSettings(env, false)).not.toBeNull();
});
