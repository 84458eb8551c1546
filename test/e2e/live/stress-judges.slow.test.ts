import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judge } from '../../../src/stand-in/answerers/judge.ts';
import { simulate } from '../../../src/stand-in/answerers/simulate.ts';
import { nearQuestions } from '../../../src/stand-in/questions/near-questions.ts';
import { indexQuestions } from '../../../src/stand-in/questions/question-index.ts';
import { standIn } from '../../../src/stand-in/stand-in.ts';
import { standInItems } from '../../../src/stand-in/stand-in-items.ts';
import type { StressResult } from '../../../src/workflow/stress/stress-result.ts';
import { succeed, thetarank } from './command.ts';

const PLACES = 'tunnel bridge harbour quarry orchard meadow chapel castle'.split(' ');

test('open questions are stressed with judges, and left out without them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-stress-judges-'));
  const path = (name: string) => join(folder, name);
  const rows = PLACES.flatMap((place, k) =>
    ['entrance', 'keeper', 'history'].map((part, m) => ({
      id: `q${k}-${m}`,
      question: `Who looks after the ${part} of the old ${place} beside the river every winter?`,
      reference: `the family of ${place} ${part} number ${k}`,
      metric: { name: 'rubric', rubric: 'report' },
    })),
  );
  writeFileSync(path('items.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const database = ['--database', path('store.db')];
  await succeed('bank', 'import', path('items.jsonl'), '--name', 'plant', ...database);
  await succeed('bank', 'export', 'plant', '--out', path('exported.jsonl'), ...database);
  const items = [];
  for await (const item of await standInItems(path('exported.jsonl'))) items.push(item);
  const server = standIn({
    answerers: [
      simulate(
        {
          abilities: new Map([['able', 9]]),
          seed: 1,
          changed: { near: nearQuestions(items), loss: 1 },
        },
        await indexQuestions(items),
      ),
      judge({ judges: new Map([['exact', { bias: 0, noise: 0 }]]), faults: 0, seed: 1 }),
      { models: ['mute'], answer: () => ({ text: 'Hm.', thinking: null }) },
    ],
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/v1`;
  writeFileSync(
    path('judges.yaml'),
    JSON.stringify({
      judges: [{ name: 'exact', model: 'exact', baseUrl: url, sampling: { maxTokens: 200 } }],
      rubrics: [
        {
          name: 'report',
          instruction: 'You check reports.',
          aspects: [{ name: 'facts', description: 'whether it is true', low: 0, high: 4 }],
        },
      ],
    }),
  );
  const call = [
    ...['stress', '--bank', 'plant', '--model', `able@${url}`, ...database],
    ...['--variants', 'typos,repeat', '--target', 'recorded', '--json'],
  ];
  const none = await thetarank(call);
  expect([none.status, none.stderr]).toEqual([2, expect.stringContaining('apply to no item')]);
  const text = await succeed(...call, '-T', `judges=${path('judges.yaml')}`);
  const { effects, judged, complete } = JSON.parse(text) as StressResult;
  expect([judged, complete]).toEqual([0, true]);
  const [typos, repeat] = effects;
  // Right answers are the references; of changed questions all answers are lost.
  expect(typos.effect!.original).toBeGreaterThan(0.9);
  expect(typos.effect!.change).toBeLessThan(-0.4);
  expect(typos.verdict!.is).toBe('lower');
  expect(repeat.verdict!.is).toBe('undecided');
  // A judge whose replies cannot be read: both answers are there, so nothing is missing, and nothing is asked again.
  writeFileSync(
    path('mute.yaml'),
    readFileSync(path('judges.yaml'), 'utf8').replaceAll('"exact"', '"mute"'),
  );
  const mute = await thetarank([...call, '-T', `judges=${path('mute.yaml')}`]);
  expect(mute.status, mute.stderr).toBe(0);
  const ungraded = JSON.parse(mute.stdout) as StressResult;
  expect(ungraded.complete).toBe(true);
  for (const one of ungraded.effects)
    expect(one).toMatchObject({ effect: null, missing: 0, ungraded: 24, end: 'items' });
  const show = await succeed('runs', 'show', `${ungraded.run}`, ...database);
  expect(show).toContain('48 pairs with');
  await server.close();
  rmSync(folder, { recursive: true });
});

test('a change that makes answers unreadable is told from one that makes them wrong', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thetarank-stress-unread-'));
  const path = (name: string) => join(folder, name);
  const rows = PLACES.flatMap((place, k) =>
    ['entrance', 'keeper', 'history', 'garden', 'cellar'].map((part, m) => ({
      id: `q${k}-${m}`,
      question: `Who looks after the ${part} of the old ${place} beside the river every winter?`,
      options: { A: `the family ${k}`, B: `the council ${m}`, C: 'the school' },
      answer: 'A',
    })),
  );
  writeFileSync(path('items.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const database = ['--database', path('store.db')];
  await succeed('bank', 'import', path('items.jsonl'), '--name', 'plant', ...database);
  const stems = rows.map(({ question }) => question);
  const server = standIn({
    answerers: [
      {
        models: ['puzzled'],
        answer({ messages }) {
          const { content } = messages[messages.length - 1];
          const isChanged = !stems.some((stem) => content.includes(stem));
          return { text: isChanged ? 'What is this?' : 'The answer is (A).', thinking: null };
        },
      },
    ],
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/v1`;
  const call = [
    ...['stress', '--bank', 'plant', '--model', `puzzled@${url}`, ...database],
    ...['--variants', 'typos,shuffle', '--out', path('out')],
  ];
  const { effects } = JSON.parse(await succeed(...call, '--json')) as StressResult;
  const [typos, shuffle] = effects;
  expect(typos.effect!.change).toBe(-1);
  const { items } = typos.effect!;
  expect(typos.absent).toMatchObject({
    original: { unread: 0, truncated: 0, refused: 0 },
    changed: { unread: items, truncated: 0, refused: 0 },
    // No pair has two readable answers.
    ...{ effect: null, verdict: null, movesVerdict: true },
  });
  // It always says A: wrong, but readable.
  expect(shuffle.effect!.change).toBeLessThan(0);
  expect(shuffle.absent).toBeNull();
  const text = await succeed(...call, '--resume');
  expect(text).toMatch(new RegExp(`^puzzled, typos +0 +${items}( +0){5}$`, 'm'));
  expect(text).toContain('puzzled, typos: what is shown rests on answers that are not there.');
  const [head, first] = readFileSync(path('out/effects.csv'), 'utf8').split('\n');
  const column = head.split(',').indexOf('unread_changed');
  expect(first.split(',')[column]).toBe(`${items}`);
  await server.close();
  rmSync(folder, { recursive: true });
});
