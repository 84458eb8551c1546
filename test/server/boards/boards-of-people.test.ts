import { parse } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import type { Leaderboard } from '../../../src/api/leaderboards.ts';
import { ENGLISH } from '../../../src/languages/words.ts';
import { boardCsv } from '../../../src/server/boards/board-csv.ts';
import { boardHtml } from '../../../src/server/boards/board-html.ts';
import { formsDiffer } from '../../../src/server/sessions/report/forms-differ.ts';
import { testService } from '../service.ts';
import { addPersonBank, fitting, invite } from '../sessions/person/person-case.ts';

const TEN = Array.from({ length: 10 }, (_, k) => `item-${k}`);

test('of people only intervals by the design of a draw are verified, and a leaderboard says what people did otherwise than models and that forms differ', async () => {
  const service = await testService();
  onTestFinished(() => service.close());
  await addPersonBank(service.parts.context.store);
  const take = async (examinee: string, request: Record<string, unknown>) => {
    const { id, key } = await invite(service, { examinee, ...request });
    const url = `/v1/sessions/${id}`;
    let { body } = await service.ask('POST', `${url}/begin`, key);
    while (body.question !== null)
      ({ body } = await service.ask('POST', `${url}/responses`, key, fitting(body.question)));
  };
  const viewer = await service.key('viewer');
  const boardOf = async (strategy: string): Promise<Leaderboard> => {
    const { items } = (await service.ask('GET', '/v1/leaderboards', viewer)).body;
    const { id } = items.find((one: Leaderboard) => one.strategy === strategy);
    return (await service.ask('GET', `/v1/leaderboards/${id}`, viewer)).body;
  };
  const people = ({ rows }: Leaderboard) =>
    rows
      .filter(({ person }) => person)
      .map(({ examinee, verified, form }) => [examinee, verified, form])
      .sort();

  await take('ann', { strategy: 'fixed' });
  await take('bob', { strategy: 'fixed', seed: 2, items: 12 });
  await take('cat', { strategy: 'paper' });
  const drawn = await boardOf('fixed');
  expect(people(drawn)).toEqual([
    ['ann', true, 'representative'],
    ['bob', true, 'representative'],
  ]);
  expect(drawn.formsDiffer).toBe(false);
  expect(people(await boardOf('paper'))).toEqual([['cat', false, null]]);

  await take('dan', { strategy: 'fixed', form: { items: TEN } });
  const mixed = await boardOf('fixed');
  // Chosen questions stand on the same leaderboard, so that links to it go on showing everybody.
  expect(mixed.id).toBe(drawn.id);
  expect(people(mixed).at(-1)).toEqual(['dan', false, 'given']);
  expect(mixed.formsDiffer).toBe(true);

  const notes = [/skipped do not count as wrong/, /time limit and breaks/, /Forms differ/];
  for (const note of notes) expect(boardHtml(mixed, ENGLISH)).toMatch(note);
  expect(boardHtml(drawn, ENGLISH)).not.toMatch(/Forms differ/);
  expect(boardHtml(mixed, ENGLISH)).toContain('person, tested, chosen');
  const rows: Record<string, string>[] = parse(boardCsv(mixed), { columns: true });
  const noted = rows.filter(({ note }) => /skipped questions do not count as wrong/.test(note));
  expect(noted.map(({ examinee }) => examinee).sort()).toEqual(['ann', 'bob', 'dan']);
  expect(noted.map(({ form }) => form).sort()).toEqual([
    ...['given', 'representative', 'representative'],
  ]);
});

test('forms differ where items were given: from drawn ones and from other items, not from the same', () => {
  const form = (draw: 'representative' | 'random' | null, version: string) => ({
    form: { draw, version },
  });
  const [given, other] = [form(null, 'a'), form(null, 'b')];
  const drawn = [form('representative', 'c'), form('random', 'd'), form('representative', 'e')];
  expect(formsDiffer([{ form: null }, { form: null }])).toBe(false);
  expect(formsDiffer(drawn)).toBe(false);
  expect(formsDiffer([given, given])).toBe(false);
  expect(formsDiffer([given, other])).toBe(true);
  expect(formsDiffer([given, drawn[0]])).toBe(true);
});
