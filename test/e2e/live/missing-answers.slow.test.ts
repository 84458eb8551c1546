import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '../../../src/stand-in/api-error.ts';
import { standIn } from '../../../src/stand-in/stand-in.ts';
import type { ComparisonResult } from '../../../src/workflow/compare/comparison-result.ts';
import type { LiveResult } from '../../../src/workflow/live/live-result.ts';
import type { SeriesResult } from '../../../src/workflow/series/series-result.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { keepExam, keptRuns } from './bank.ts';
import { thetarank } from './command.ts';
import { writeExam } from './exam.ts';

/** Answers A to sums that begin with an even number; of the others it says nothing readable, or is not allowed to answer. */
const folder = temporaryFolder();
const database = join(folder, 'store.db');
const server = standIn({
  answerers: [
    {
      models: ['shy', 'open'],
      answer({ model, messages }) {
        const [, text] = /Mind sum (\d+)/.exec(messages[messages.length - 1].content)!;
        const left = Number(text);
        if (model === 'open') return { text: 'The answer is (A).', thinking: null };
        if (left % 4 === 1) return { text: 'Let me not say.', thinking: null };
        if (left % 4 === 3) throw new ApiError(400, 'content_policy_violation', 'not allowed');
        return { text: 'The answer is (A).', thinking: null };
      },
    },
  ],
});
let url = '';

beforeAll(async () => {
  await keepExam(writeExam(folder, 'missing', 120, {}), database);
  url = `${await server.listen({ host: '127.0.0.1', port: 0 })}/v1`;
});
afterAll(() => server.close());

const rank = (...args: string[]) =>
  thetarank([
    ...['rank', '--bank', 'sums', '--strategy', 'random', '--items', '8', '--database', database],
    ...['--model', `shy@${url}`, ...args],
  ]);

test('unreadable and refused answers count as 0, and the report has the score without them', async () => {
  const page = join(folder, 'report.html');
  const ran = await rank('--json');
  expect(ran, ran.stderr).toMatchObject({ status: 0 });
  const result: LiveResult = JSON.parse(ran.stdout);
  const kept = (await keptRuns(database)).find(({ id }) => id === result.run)!.kept;
  const refused = kept.filter((own) => own.refused !== null);
  const unread = kept.filter((own) => own.refused === null && own.extracted === null);
  const left = kept.filter(({ extracted }) => extracted !== null);
  // The seed draws some of each kind.
  expect([refused.length > 0, unread.length > 0, left.length > 0]).toEqual([true, true, true]);
  for (const own of [...refused, ...unread]) expect(own.score).toBe(0);
  const right = left.reduce((sum, { score }) => sum + score, 0);
  const [{ ifMissing, score }] = result.models;
  expect(score).toBeCloseTo((100 * right) / kept.length, 10);
  expect(ifMissing).toMatchObject({
    unread: unread.length,
    refused: refused.length,
    items: left.length,
  });
  expect(ifMissing!.score).toBeCloseTo((100 * right) / left.length, 10);
  expect(ifMissing!.change).toBeCloseTo((100 * right) / left.length - score, 10);
  expect(ifMissing!.isLarge).toBe(Math.abs(ifMissing!.change!) > ifMissing!.error);
  const report = await rank('--resume', '--report', page);
  expect(report.stdout).toMatch(
    /^(WARNING: )?shy: \d+ unreadable answers? and \d+ refused questions? scored 0\. If missing: score [\d.]+ \([\d.]+ – [\d.]+ \?\) instead of [\d.]+/m,
  );
  expect(report.stdout).toContain('favours models that');
  const written = readFileSync(page, 'utf8');
  expect(written).toContain('scored 0. If missing: score');
  // The same counts where its answers are recorded, from which they are kept as 0.
  const recorded = await thetarank([
    ...[
      'bank',
      'record',
      '--run',
      `${result.run}`,
      '--partial',
      '--absent',
      '--json',
      '--database',
      database,
    ],
  ]);
  expect(JSON.parse(recorded.stdout).kinds).toEqual([
    {
      model: 'shy',
      answers: kept.length,
      unread: unread.length,
      truncated: 0,
      refused: refused.length,
      missing: 0,
    },
  ]);
});

test('a comparison counts these answers by kind, and says what is decided without them', async () => {
  const compare = (...args: string[]) =>
    thetarank([
      ...['compare', `open@${url}`, `shy@${url}`, '--bank', 'sums', '--items', '60'],
      ...['--database', database, ...args],
    ]);
  const ran = await compare('--json');
  expect(ran, ran.stderr).toMatchObject({ status: 0 });
  const { models, changes, run, asked }: ComparisonResult = JSON.parse(ran.stdout);
  const kept = (await keptRuns(database)).find(({ id }) => id === run!.number)!.kept;
  const shy = kept.filter(({ examinee }) => examinee === 'shy');
  const unread = shy.filter((own) => own.refused === null && own.extracted === null).length;
  const refused = shy.filter((own) => own.refused !== null).length;
  expect(unread * refused).toBeGreaterThan(0);
  expect(models).toMatchObject([
    { name: 'open', unread: 0, refused: 0 },
    { name: 'shy', unread, refused },
  ]);
  const [{ change, verdict, ifMissing }] = changes;
  expect(verdict).toBe('lower');
  expect(change).toBeLessThan(0);
  // Where both answer readably they say the same; the estimate also has what is expected of the items not asked.
  expect(ifMissing).toMatchObject({
    items: asked - unread - refused,
    verdict: 'undecided',
    movesVerdict: true,
  });
  expect(Math.abs(ifMissing!.change)).toBeLessThan(2);
  expect(ifMissing!.low).toBeLessThan(0);
  expect(ifMissing!.high).toBeGreaterThan(0);
  const text = (await compare('--resume')).stdout;
  expect(text).toContain(
    `Count as 0: shy: ${unread} unreadable answer${unread === 1 ? '' : 's'} and ${refused} refused question${refused === 1 ? '' : 's'}.`,
  );
  expect(text).toMatch(
    /WARNING: shy: without these items [+−-]?[01]\.\d \(.*\) on \d+ items: then no difference is shown/,
  );
});

test('a series counts them per checkpoint, and says which marks rest on them', async () => {
  const step = (model: string, at: string, ...args: string[]) =>
    thetarank([
      ...['series', 'training', '--bank', 'sums', '--model', `${model}@${url}`, '--step', at],
      ...['--items', '40', '--anchors', '40', '--database', database, ...args],
    ]);
  const first = await step('open', '1', '--json');
  expect(first, first.stderr).toMatchObject({ status: 0 });
  expect(JSON.parse(first.stdout).checkpoints[0].unread).toBeUndefined();
  const ran = await step('shy', '2', '--json');
  expect(ran, ran.stderr).toMatchObject({ status: 0 });
  const { checkpoints }: SeriesResult = JSON.parse(ran.stdout);
  const runs = await keptRuns(database);
  const kept = runs
    .find(({ configuration }) => configuration.series === 'training')!
    .kept.filter(({ examinee }) => examinee === 'step 2: shy');
  const refused = kept.filter((own) => own.refused !== null).length;
  const unread = kept.filter((own) => own.refused === null && own.extracted === null).length;
  expect(checkpoints).toMatchObject([
    { unread: 0, refused: 0, ifMissing: { items: 40 } },
    { unread, refused, ifMissing: { items: 40 - unread - refused } },
  ]);
  const [open, shy] = checkpoints;
  expect(open.ifMissing!.score).toBeGreaterThan(0);
  expect(shy.change!.difference).toBeLessThan(0);
  expect(shy.ifMissing!.score).toBeGreaterThan(shy.score);
  // Where both answer readably they say the same.
  expect(shy.ifMissing!.change).toMatchObject({ significant: false });
  expect(shy.ifMissing!.movesMarks).toBe(shy.change!.significant);
  const text = (await step('shy', '2')).stdout;
  expect(text).toMatch(
    /^(WARNING: )?step 2: \d+ unreadable answers? and \d+ refused questions? scored 0\. If missing: score [\d.]+ \(/m,
  );
});
