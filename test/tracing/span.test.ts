import { afterEach, expect, test } from 'vitest';
import {
  beginSpan,
  currentSpan,
  cutSpans,
  isCut,
  isTraced,
  outsideSpans,
  span,
  type Tracer,
  traceEnvironment,
  traceHeaders,
  traceParent,
  useTracer,
} from '../../src/tracing/span.ts';
import { spanSequence } from '../../src/tracing/span-sequence.ts';

afterEach(() => useTracer(null));

/** What a tracer is told, in order. */
function telling(): { tracer: Tracer; told: string[] } {
  const told: string[] = [];
  const tracer: Tracer = {
    begin(name, facts) {
      told.push(`begin ${name} ${JSON.stringify(facts)}`);
      return {
        note: (more) => told.push(`note ${JSON.stringify(more)}`),
        within: (work) => work(),
        end: (error) => told.push(`end ${name} ${error instanceof Error ? error.message : error}`),
        drop: () => {},
        rename: () => {},
      };
    },
    current: () => null,
    traceParent: () => '00-1-2-01',
    outside: (work) => work(),
    childEnvironment: () => ({ TRACEPARENT: '00-1-2-01' }),
    isTold: (host) => host === 'known:1',
    cut: async (code) => void told.push(`cut ${code}`),
  };
  return { tracer, told };
}

test('a span lasts until a promise is settled, and passes its value on', async () => {
  const { tracer, told } = telling();
  useTracer(tracer);
  const { promise, resolve } = Promise.withResolvers<number>();
  const result = span('ask', { 'thetarank.answers': 2 }, () => promise);
  expect(told).toEqual(['begin ask {"thetarank.answers":2}']);
  resolve(7);
  expect(await result).toBe(7);
  expect(told.at(-1)).toBe('end ask undefined');
});

test('what work throws, now or later, ends its span and is thrown', async () => {
  const { tracer, told } = telling();
  useTracer(tracer);
  const broken = () => {
    throw new Error('now');
  };
  expect(() => span('score', {}, broken)).toThrow('now');
  await expect(span('ask', {}, () => Promise.reject(new Error('later')))).rejects.toThrow('later');
  expect(told.filter((line) => line.startsWith('end'))).toEqual(['end score now', 'end ask later']);
});

test('only hosts that are named learn of a trace', () => {
  useTracer(telling().tracer);
  expect(traceHeaders('known:1')).toEqual({ traceparent: '00-1-2-01' });
  expect(traceHeaders('known:2')).toEqual({});
});

test('after a cut nothing is traced, and other work is not to go on', async () => {
  const { tracer, told } = telling();
  useTracer(tracer);
  expect([isTraced(), isCut()]).toEqual([true, false]);
  await cutSpans(130);
  span('score', {}, () => {});
  expect(told).toEqual(['cut 130']);
  expect([isTraced(), isCut()]).toEqual([false, true]);
});

test('a cut of a process without traces takes no time', () => {
  expect(cutSpans(130)).toBeNull();
  expect(isCut()).toBe(false);
});

test('steps of other work are spans one after another; an error is that of the last', () => {
  const { tracer, told } = telling();
  useTracer(tracer);
  const steps = spanSequence();
  for (const step of ['drift', 'drift', 'fit']) steps.at(step);
  steps.end(new Error('broken'));
  steps.end();
  expect(told).toEqual([
    ...['begin drift {}', 'end drift undefined'],
    ...['begin fit {}', 'end fit broken'],
  ]);
});

test('without a tracer the work is done, and nothing else', async () => {
  expect(isTraced()).toBe(false);
  expect(span('score', {}, (own) => [own.note({}), 3])).toEqual([undefined, 3]);
  expect(await span('ask', {}, async () => 4)).toBe(4);
  expect(beginSpan('job', {}).within(() => 5)).toBe(5);
  expect(outsideSpans(() => 6)).toBe(6);
  expect([currentSpan(), traceParent(), traceEnvironment(), traceHeaders('known:1')]).toEqual([
    ...[null, null, {}, {}],
  ]);
});
