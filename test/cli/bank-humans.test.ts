import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runCommand, runCommandSync, succeedSync } from '../command/run-command.ts';
import { temporaryFiles, temporaryFolder } from '../files/temporary.ts';
import { PEOPLE_ITEMS, peopleAnswers, peopleCsv } from './humans-case.ts';

const file = temporaryFiles();
const folder = temporaryFolder();
const database = join(folder, 'people.db');
const db = ['--database', database];
const MODELS = ['a', 'b', 'c', 'd', 'e'];

interface Figures {
  readonly id: string;
  readonly human?: { readonly accuracy: number; readonly respondents: number | null };
  readonly tags: Record<string, string>;
}
let items: Figures[];
const humans = (...args: string[]) =>
  JSON.parse(succeedSync(['bank', 'humans', 'people', ...args, '--json', ...db]));

beforeAll(() => {
  const csv = file(peopleCsv(), 'people.csv');
  succeedSync(['bank', 'import', csv, '--format', 'cmexam', '--name', 'people', ...db]);
  items = succeedSync(['bank', 'export', 'people', ...db])
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const answers = file(
    peopleAnswers(
      items.map(({ id }) => id),
      MODELS,
    ),
    'answers.csv',
  );
  succeedSync(['bank', 'record', answers, '--to', 'people', ...db]);
});

/** The plain computation: right answers of people by all their answers. */
function pooled(own: readonly Figures[]): number {
  let [right, all] = [0, 0];
  for (const { human } of own) {
    right += (human?.respondents ?? 0) * (human?.accuracy ?? 0);
    all += human?.respondents ?? 0;
  }
  return (100 * right) / all;
}

describe('thetarank bank humans', () => {
  test('weights by respondents, overall and in each of the five dimensions of CMExam', () => {
    const found = humans();
    expect(found).toMatchObject({ bank: 'people', of: PEOPLE_ITEMS, weights: 'respondents' });
    expect(found.overall.accuracy).toBeCloseTo(pooled(items), 9);
    const figures = items.filter(({ human }) => human !== undefined);
    const counted = figures.filter(({ human }) => human!.respondents !== null);
    expect(found.overall.items).toBe(counted.length);
    expect(found.overall.unweighted).toBe(figures.length - counted.length);
    expect(found.overall.unweighted).toBeGreaterThan(0);
    expect(found.strata.map(({ tags }: { tags: string[] }) => tags[0]).sort()).toEqual([
      'clinical_department',
      'difficulty_level',
      'icd11_group',
      'medical_competency',
      'medical_discipline',
    ]);
    for (const { tags, rows } of found.strata)
      for (const { values, accuracy, items: n } of rows) {
        const own = items.filter((item) => item.tags[tags[0]] === values[0]);
        expect(accuracy).toBeCloseTo(pooled(own), 9);
        expect(n).toBeGreaterThan(0);
      }
    expect(found.tagWords.clinical_department.name).toBe('Clinical department');
  });

  test('divides by several tags together, and all items may count alike', () => {
    const tags = ['medical_competency', 'clinical_department'];
    const { strata, overall, weights } = humans(
      '--divide-by',
      tags.join('+'),
      '--weights',
      'items',
    );
    expect(weights).toBe('items');
    const figures = items.flatMap(({ human }) => human?.accuracy ?? []);
    expect(overall.accuracy).toBeCloseTo(
      (100 * figures.reduce((x, y) => x + y)) / figures.length,
      9,
    );
    expect(strata).toHaveLength(1);
    expect(strata[0].tags).toEqual(tags);
    const pairs = new Set(items.map((item) => tags.map((tag) => item.tags[tag]).join()));
    expect(strata[0].rows).toHaveLength(pairs.size);
  });

  test('sets models beside people on the same items', () => {
    const { overall, models, levels } = humans('--model', 'b', '--model', 'a');
    expect(models).toEqual(['b', 'a']);
    const [b] = overall.models;
    expect(b.accuracy).toBeCloseTo(overall.accuracy, 9);
    expect(b.difference).toBeCloseTo(b.score - b.accuracy, 9);
    expect(b.expected.low).toBeLessThan(b.recorded.low);
    expect(levels.reduce((sum: number, { items: n }: { items: number }) => sum + n, 0)).toBe(
      items.filter(({ human }) => human !== undefined).length,
    );
  });

  test('prints tables, writes a file of all strata and a page with charts', () => {
    const [csv, page] = [join(folder, 'p.csv'), join(folder, 'p.html')];
    const args = [
      'bank',
      'humans',
      'people',
      '--model',
      'a',
      '--csv',
      csv,
      '--report',
      page,
      ...db,
    ];
    const said = succeedSync(args);
    expect(said).toContain('Internal Medicine');
    const lines = readFileSync(csv, 'utf8').trim().split('\n');
    expect(lines).toContainEqual(expect.stringMatching(/^clinical_department,IM,.*,a,/));
    expect(readFileSync(page, 'utf8').match(/<svg/g)).toHaveLength(6);
  });

  test('items that hang together count as one draw: as the bank knows, by a tag, or each by itself', () => {
    const lines = items.map(({ id, tags, ...rest }, k) =>
      JSON.stringify({ ...rest, id, tags: { ...tags, case_id: String(k >> 2) } }),
    );
    const source = file(`${lines.join('\n')}\n`, 'cases.jsonl');
    succeedSync(['bank', 'import', source, '--format', 'thetarank', '--name', 'cases', ...db]);
    const of = (...args: string[]) =>
      JSON.parse(succeedSync(['bank', 'humans', 'cases', ...args, '--json', ...db]));
    const [known, tagged, alone] = [[], ['case_id'], ['none']].map((tag) =>
      of(...tag.flatMap((name) => ['--cluster-by', name])),
    );
    expect(known.clusters).toMatchObject({ count: 10, largest: 4, tag: null });
    expect(tagged.clusters).toMatchObject({ count: 10, largest: 4, tag: 'case_id' });
    expect(tagged.overall).toEqual(known.overall);
    expect(alone.clusters).toBeNull();
    expect(alone.overall.expected).not.toEqual(known.overall.expected);
    expect(succeedSync(['bank', 'humans', 'cases', ...db])).toMatch(/ 10 groups .* 4 /);
  });

  test.each([
    [['--cluster-by', 'ward'], 'NAME_UNKNOWN', { name: 'ward' }],
    [['--model', 'nobody'], 'NAME_UNKNOWN', { name: 'nobody', nearest: ['b', 'd', 'a'] }],
    [['--divide-by', 'ward'], 'NAME_UNKNOWN', { name: 'ward' }],
    [['--csv', 'x', '--report', 'x'], 'OPTIONS_CONFLICT', { options: '--csv, --report' }],
  ])('%j: an error to act on', (args, code, details) => {
    const ran = runCommandSync(['bank', 'humans', 'people', ...args, ...db]);
    expect(ran).toMatchObject({ status: 2, error: { code, details } });
  });

  test('a bank without human figures is refused', () => {
    const bare = file('question,A,B,answer\nx?,1,2,A\n', 'bare.csv');
    succeedSync(['bank', 'import', bare, '--name', 'bare', ...db]);
    for (const bank of ['bare', 'mmlu-pro'])
      expect(runCommandSync(['bank', 'humans', bank, ...db])).toMatchObject({
        status: 2,
        error: { code: 'BANK_WITHOUT_HUMANS', details: { bank } },
      });
  });
});

test('a ranking names people as a reference without a rank', async () => {
  const args = ['rank', '--bank', 'people', '--items', '10', '--workers', '1', ...db];
  const page = join(folder, 'r.html');
  const { stdout, stderr } = await runCommand([...args, '--report', page]);
  expect(stdout + stderr).toMatch(/^People .*: [\d.]+ \([\d.]+ to [\d.]+\)\. On \d+ of 40 /m);
  expect(readFileSync(page, 'utf8')).toContain('class="reference"');
  const json = JSON.parse((await runCommand([...args, '--json'])).stdout);
  expect(json.humans.accuracy).toBeCloseTo(pooled(items), 9);
  expect(json.models.map(({ model }: { model: string }) => model).sort()).toEqual(MODELS);
});
