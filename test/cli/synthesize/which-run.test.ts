import { describe, expect, test } from 'vitest';
import { synthesisConfiguration } from '../../../calibration/synthesize/configuration.ts';
import { synthesisHint } from '../../../src/operations/synthesize/which-run.ts';
import type { RunConfiguration, RunSummary } from '../../../src/run/run-record.ts';
import { refuseOtherRun } from '../../../src/workflow/asking/refuse-other-run.ts';
import {
  synthesisHash,
  synthesisIdentity,
  synthesisRun,
} from '../../../src/workflow/synthesis/synthesis-run.ts';

const BANK = { name: 'exam', fingerprint: 'f', items: 9 } as Parameters<typeof synthesisRun>[0];
const URL = 'http://localhost:8000/v1';

function runOf(models: readonly object[]): RunConfiguration {
  return synthesisRun(BANK, synthesisConfiguration({ models }, 'mps.yaml'));
}
const model = (name: string, rest: object = {}) => ({ name, baseUrl: URL, ...rest });
const BEFORE = runOf([model('a'), model('b', { sampling: { temperature: 0.7 } })]);
const kept = (configuration: RunConfiguration): RunSummary => ({
  id: 3,
  hash: 'h',
  configuration,
  startedAt: '',
  finishedAt: null,
  answers: 5,
  cost: 0,
});

test('an endpoint that was started at another address goes on with its run', () => {
  const moved = runOf([
    model('a', { baseUrl: 'http://localhost:9000/v1' }),
    model('b', { sampling: { temperature: 0.7 } }),
  ]);
  expect(synthesisHash(moved)).toBe(synthesisHash(BEFORE));
  expect(moved).not.toEqual(BEFORE);
  const facts = { configuration: moved, resume: true, reuse: true, runs: [] };
  expect(synthesisHint({ ...facts, same: kept(BEFORE) })).toMatch(/run 3: 5 answers .*: a\.$/);
});

describe('everything else that answers depend on makes another run', () => {
  test.each([
    [{ temperature: 0.9 }, 'sampling.temperature (0.7 then, 0.9 now) of b'],
    [{ temperature: 0.7, topP: 0.5 }, 'sampling.topP of b'],
  ])('%j', (sampling, said) => {
    const other = runOf([model('a'), model('b', { sampling })]);
    expect(synthesisHash(other)).not.toBe(synthesisHash(BEFORE));
    const before = kept(synthesisIdentity(BEFORE));
    expect(() => refuseOtherRun(synthesisIdentity(other), [before], 'pool', '--resume')).toThrow(
      said,
    );
  });

  test('texts are not shown', () => {
    const other = runOf([
      model('a', { systemPrompt: 'secret words' }),
      model('b', { sampling: { temperature: 0.7 } }),
    ]);
    let said = '';
    try {
      refuseOtherRun(other, [kept(BEFORE)], 'pool', '--resume');
    } catch (error) {
      said = (error as Error).message;
    }
    expect(said).toContain('another systemPrompt of a.');
    expect(said).not.toContain('secret');
  });

  test.each([
    [true, 'are reused'],
    [false, '--reuse'],
  ])('a model more, with reuse %j', (reuse, said) => {
    const configuration = runOf([model('a'), model('c')]);
    const runs = [kept(BEFORE)];
    const hint = synthesisHint({ configuration, resume: true, reuse, same: undefined, runs });
    expect(hint).toContain('a new run starts');
    expect(hint).toMatch(/Run 3 .* lacks c; .* has b\./);
    expect(hint).toContain(said);
  });
});
