import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExpertWork } from '../../src/api/annotations.ts';
import { randomInteger, randomStream } from '../../src/random.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { AnnotationReport } from '../../src/workflow/annotation/annotation-report.ts';
import { start, succeed } from '../e2e/live/command.ts';
import { annotated, COUNT } from './annotated.ts';

/** Two models label 100 items each. */
const CALLS = 2 * COUNT;
const CONCURRENCY = 2;
/** Each of two models has this number in flight. */
const IN_FLIGHT = 2 * CONCURRENCY;
const KILLS = 3;
const MORE = ['--seed', '5', '--concurrency', String(CONCURRENCY)];

describe('an annotation that is killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-annotation-kills-'));
  const random = randomStream(1, 'kills');
  let exam: Awaited<ReturnType<typeof annotated>>;
  beforeAll(async () => {
    exam = await annotated(folder);
  });
  afterAll(async () => {
    await exam?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const inStore = async <T>(look: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>) => {
    const store = await openStore(exam.database, { clock: () => new Date() });
    try {
      return await look(store);
    } finally {
      await store.close();
    }
  };
  const labelsOf = async (id: string) => {
    const out = join(folder, `${id}.csv`);
    await succeed('annotate', 'export', id, '--out', out, '--database', exam.database);
    return readFileSync(out, 'utf8');
  };

  test('while models label has the labels of one that was not, and repeats only calls in flight', async () => {
    const args = exam.args('--json', ...MORE);
    for (let kill = 0; kill <= KILLS; kill++) {
      const { child, ended } = start([...args, ...(kill === 0 ? [] : ['--resume'])]);
      // The last kill comes with the last answers, when the panel is written.
      const until = kill === KILLS ? CALLS : Math.floor((CALLS * (kill + random())) / (KILLS + 1));
      while (exam.asked() < until && child.exitCode === null) await pause(1);
      if (kill === KILLS) await pause(randomInteger(random, 60));
      child.kill('SIGKILL');
      await ended;
      const [run] = await inStore((store) => store.runs());
      const panel = `annotation-${run.id}`;
      const kept = await inStore(async (store) =>
        (await store.panels.get(panel)) === undefined
          ? 0
          : (await store.annotations.entries(panel, 'all')).length,
      );
      expect([0, COUNT]).toContain(kept);
      if (kill < KILLS) expect([kept, run.finishedAt]).toEqual([0, null]);
    }
    const resumed: AnnotationReport = JSON.parse(await succeed(...args, '--resume'));
    expect(exam.repeated()).toBeLessThanOrEqual((KILLS + 1) * IN_FLIGHT);
    const whole: AnnotationReport = JSON.parse(await succeed(...args));
    expect(resumed).toEqual({ ...whole, id: resumed.id, run: resumed.run });
    expect(resumed.id).not.toBe(whole.id);
    expect(await labelsOf(resumed.id)).toBe(await labelsOf(whole.id));
    const entries = (id: string) => inStore((store) => store.annotations.entries(id, 'all'));
    expect(await entries(resumed.id)).toEqual(await entries(whole.id));
  });

  test('while experts review keeps each review that was acknowledged', async () => {
    const { id }: AnnotationReport = JSON.parse(
      await succeed(...exam.args('--json', '--seed', '6')),
    );
    const key = (
      await succeed(
        ...['keys', 'add', '--role', 'expert', '--panel', id, '--name', 'anna'],
        ...['--database', exam.database],
      )
    ).split('\n')[0];
    const said = new Map<number, string | null>();
    for (let kill = 0; kill < 2; kill++) {
      const { child, ended } = start([
        'serve',
        '--port',
        '0',
        '--json',
        '--database',
        exam.database,
      ]);
      const [line] = await once(createInterface({ input: child.stdout as never }), 'line');
      const work = `${JSON.parse(line).url}/v1/annotations/${id}/work`;
      const ask = async (path: string, init: RequestInit = {}) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const reply = await fetch(path, { ...init, headers });
        if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
        return (await reply.json()) as ExpertWork;
      };
      let next = (await ask(work)).entry;
      const before = said.size;
      const until = before + 3 + randomInteger(random, 6);
      // The kill comes while a review is on its way.
      for (let isKilled = false; !isKilled && next !== null; ) {
        const { entry, level } = next;
        const label = level.values[said.size % level.values.length].id;
        const sent = ask(`${work}/${entry}`, {
          method: 'PUT',
          body: JSON.stringify({ label }),
        });
        if (said.size >= until) child.kill('SIGKILL');
        try {
          next = (await sent).entry;
          said.set(entry, label);
        } catch (error) {
          expect(said.size, String(error)).toBeGreaterThanOrEqual(until);
          isKilled = true;
        }
      }
      await ended;
      expect(said.size).toBeGreaterThan(before);
      const entries = await inStore((store) => store.annotations.entries(id, 'queue'));
      const kept = entries.filter(({ reviews }) => reviews.length > 0);
      for (const [place, label] of said)
        expect(entries.find((entry) => entry.place === place)?.reviews).toMatchObject([{ label }]);
      // At most the one on its way besides.
      expect(kept.length).toBeLessThanOrEqual(said.size + 1 + kill);
    }
  });
});
