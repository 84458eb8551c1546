import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import type { Pending } from '../../src/api/sessions.ts';
import { loopSession } from '../../src/client/loop-session.ts';
import type { ReadAnswer } from '../../src/client/read-answers.ts';
import { filledIn } from '../../src/client/run-harness.ts';
import type { ServiceClient } from '../../src/client/service-client.ts';
import type { SessionCalls } from '../../src/client/session-calls.ts';
import { SYSTEM_CLOCK } from '../../src/examinee/services.ts';
import { harnessDocs } from './harness-docs.ts';

const HARNESS = new URL('fake-harness.mjs', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'loop-'));
const docs = join(folder, 'docs.json');
writeFileSync(docs, JSON.stringify(harnessDocs()));
afterAll(() => rmSync(folder, { recursive: true }));

/** A session that asks every 500th item of mmlu-pro, ten in flight. */
function fakeCalls() {
  const items = loadBuiltinBank('mmlu-pro').items.filter((_, j) => j % 500 === 0);
  const answers = new Map<string, number>();
  const pending = (): Pending => {
    const open = items.filter((item) => !answers.has(item)).slice(0, 10);
    return {
      state: open.length === 0 ? 'finished' : 'open',
      items: open.map((item, k) => ({ item, place: k + 1 })),
      asked: 0,
      answered: answers.size,
      length: items.length,
    };
  };
  const calls = {
    items: async () => pending(),
    answer: async (_: string, given: readonly ReadAnswer[]) => {
      for (const { item, score } of given) answers.set(item, score!);
      return pending();
    },
  } as unknown as SessionCalls;
  return { items, answers, calls };
}

function looped(calls: SessionCalls, more: readonly string[] = []) {
  const command = [process.execPath, HARNESS, '--docs', docs, ...more];
  return loopSession(
    {} as ServiceClient,
    calls,
    { id: 's', bank: 'mmlu-pro' },
    {
      harness: 'lm-eval',
      command: [...command, '--samples', '{samples}', '--output_path={out}'],
      folder: join(folder, 'rounds'),
      clock: SYSTEM_CLOCK,
    },
  );
}

describe('a harness in a loop', () => {
  test('answers a whole session, ten items a round', async () => {
    const { items, answers, calls } = fakeCalls();
    const last = await looped(calls);
    expect(last.state).toBe('finished');
    expect(answers.size).toBe(items.length);
    for (const [item, score] of answers)
      expect(score).toBe(Number(item.slice(1)) % 2 === 0 ? 1 : 0);
    const rounds = readdirSync(join(folder, 'rounds')).sort();
    expect(rounds.map((name) => name.slice(0, 9))).toEqual(['round-001', 'round-002', 'round-003']);
    const first: Record<string, number[]> = JSON.parse(
      readFileSync(join(folder, 'rounds', rounds[0], 'samples.json'), 'utf8'),
    );
    expect(Object.values(first).flat()).toHaveLength(10);
    // The harness walks documents in their own order.
    for (const own of Object.values(first)) expect(own).toEqual([...own].sort((x, y) => x - y));
  });

  test('keeps the answers, and names unanswered items', async () => {
    const { answers, calls } = fakeCalls();
    await expect(looped(calls, ['--forget', '1'])).rejects.toMatchObject({
      code: 'HARNESS_INCOMPLETE',
      message: expect.stringMatching(/^1 of 10 items have no answer in .*out, such as q\d+/),
    });
    expect(answers.size).toBe(9);
    await looped(calls);
    expect(answers.size).toBe(25);
  });

  test('that fails or does not exist ends it with its command and its code', async () => {
    const { calls } = fakeCalls();
    await expect(looped(calls, ['--fail'])).rejects.toMatchObject({
      code: 'HARNESS_FAILED',
      details: {
        command: expect.stringContaining('fake-harness.mjs'),
        reason: expect.stringContaining('exit code 3'),
      },
    });
    const missing = loopSession(
      {} as ServiceClient,
      calls,
      { id: 's', bank: 'mmlu-pro' },
      {
        harness: 'lm-eval',
        command: ['no-such-harness', '{samples}'],
        folder,
        clock: SYSTEM_CLOCK,
      },
    );
    await expect(missing).rejects.toMatchObject({
      code: 'HARNESS_FAILED',
      details: {
        command: expect.stringMatching(/^no-such-harness /),
        reason: expect.stringContaining('no such program'),
      },
    });
  });

  test('gets each argument unchanged, with any characters', () => {
    const values = { '{samples}': '/a b/s.json', '{ids}': '1,$(x)', '{items}': '', '{out}': '/o' };
    expect(filledIn(['h', '--samples={samples}', '{ids}', '{other}'], values)).toEqual([
      ...['h', '--samples=/a b/s.json', '1,$(x)', '{other}'],
    ]);
  });
});
