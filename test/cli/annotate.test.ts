import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { AnnotationReport } from '../../src/workflow/annotation/annotation-report.ts';
import { annotated, truthOf } from '../annotation/annotated.ts';
import { runCommand } from '../command/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-annotate-'));
/** Labelled of 100. */
const COUNT = 50;
let exam: Awaited<ReturnType<typeof annotated>>;
const annotate = (...more: string[]) => exam.annotate('--items', `${COUNT}`, ...more);
let report: AnnotationReport;
let unfinished: { readonly run: number; readonly missing: number };
beforeAll(async () => {
  exam = await annotated(folder);
  // A budget that ends it in the middle, then the rest.
  const begun = await annotate('--budget', '30ktok', '-M', 'max-tokens=50', '--json');
  expect(begun.status, begun.stderr).toBe(4);
  unfinished = JSON.parse(begun.stdout);
  const ended = await annotate('--resume', '--json', '-M', 'max-tokens=50');
  expect(ended.status, ended.stderr).toBe(0);
  report = JSON.parse(ended.stdout);
});
afterAll(async () => {
  await exam?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a run that a budget ended says how many labels are missing', () => {
  const { run, missing, ...more } = unfinished;
  expect([run, more]).toEqual([report.run, {}]);
  expect(missing).toBeGreaterThan(0);
  expect(missing).toBeLessThan(2 * COUNT);
});

test('a run that was interrupted and resumed has the result of one that was not', async () => {
  const whole = await annotate('--json', '-M', 'max-tokens=50');
  expect(whole.status, whole.stderr).toBe(0);
  const { id, run, ...found } = JSON.parse(whole.stdout) as AnnotationReport;
  expect({ ...found, id: report.id, run: report.run }).toEqual(report);
  expect([id, run]).not.toEqual([report.id, report.run]);
});

test('what models disagree on or refuse is reviewed, and a fifth of the rest', () => {
  const [level] = report.levels;
  const { reasons, agreedError, labels, entries } = level;
  const doubtful = Object.values(reasons).reduce((sum, n) => sum + n, 0);
  expect(entries).toBe(COUNT);
  expect(doubtful + agreedError.agreed).toBe(COUNT);
  expect(reasons.refusal).toBeGreaterThan(0);
  expect(agreedError.audited).toBe(Math.ceil(0.2 * agreedError.agreed));
  expect(report.queue.entries).toBe(doubtful + agreedError.audited);
  const { agreed, audited } = agreedError;
  expect(labels).toEqual({ agreed, auditing: audited, people: 0, missing: COUNT - agreed });
  // Errors of 5% and 30% leave 0.95 · 0.7 of the labels agreed, but for refusals and chance.
  expect(agreedError.agreed / COUNT).toBeGreaterThan(0.5);
  expect(agreedError.agreed / COUNT).toBeLessThan(0.8);
});

test('show says whether experts see proposals, and of which labels the agreement with people is', async () => {
  const database = ['--database', exam.database];
  const show = async (id: string) =>
    (await runCommand(['annotate', 'show', id, ...database])).stdout;
  expect(report.blind).toBe(true);
  expect(await show(report.id)).not.toContain('Experts see');
  const shown = await annotate('--json', '--show-proposals', '--seed', '5');
  const { id, blind } = JSON.parse(shown.stdout) as AnnotationReport;
  expect(blind).toBe(false);
  const store = await openStore(exam.database, { clock: () => new Date('2026-01-01') });
  try {
    const entries = await store.annotations.entries(id, 'queue');
    const say = (reviewer: string, place: number, label: string | null) =>
      store.annotations.review(
        id,
        place,
        { reviewer, label, note: '', at: '2026-01-01T00:00:00.000Z' },
        false,
        () => true,
      );
    const [audited, doubtful] = [true, false].map((isAgreed) =>
      entries.filter(({ reason }) => (reason === null) === isAgreed),
    );
    for (const { place, item } of doubtful) await say('anna', place, truthOf(item));
    const before = await show(id);
    expect(before).toContain('Experts see');
    expect(before).toMatch(/^.*good and people: .*κ .* not audited/m);
    // Two experts differ on one of the audited labels.
    for (const { place, item } of audited) await say('anna', place, truthOf(item));
    await say('ben', audited[0].place, null);
    const after = await show(id);
    expect(after).toMatch(/^.*good and people: .*κ .* by weights/m);
    expect(after).toMatch(/: .* decided; 1 in conflict/);
  } finally {
    await store.close();
  }
});

test('labels are exported, and become tags in a new version of the bank with the same questions', async () => {
  const out = join(folder, 'labels.csv');
  const database = ['--database', exam.database];
  const made = await runCommand([
    'annotate',
    'export',
    report.id,
    '--out',
    out,
    '--apply',
    '--json',
    ...database,
  ]);
  expect(made.status, made.stderr).toBe(0);
  const { labels, open, applied } = JSON.parse(made.stdout);
  expect(labels + open).toBe(COUNT);
  // `show` counts as the export does, also labels that wait for their audit.
  expect(labels).toBe(report.levels[0].labels.agreed);
  expect(applied).toMatchObject({ changed: labels, versionBefore: 1, version: 2 });
  const rows = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(','));
  expect(rows).toHaveLength(labels);
  // Both models err alike in few of them.
  const right = rows.filter(([item, , label]) => label === truthOf(item)).length;
  expect(right / labels).toBeGreaterThan(0.9);
  const again = await runCommand([
    'annotate',
    'export',
    report.id,
    '--apply',
    '--json',
    ...database,
  ]);
  expect(JSON.parse(again.stdout).applied).toMatchObject({ changed: 0, version: 2 });
  // The labels are not compared with themselves: no item had the tag when they were made.
  const shown = await runCommand(['annotate', 'show', report.id, '--json', ...database]);
  expect(JSON.parse(shown.stdout).levels[0]).toMatchObject({ withTags: null, ratersWithTags: [] });
  const run = await runCommand(['runs', 'show', `${report.run}`, ...database]);
  expect(run.stdout).toContain(`thetarank annotate show ${report.id}`);
  const exported = join(folder, 'items.jsonl');
  await runCommand(['bank', 'export', 'exam', '--out', exported, ...database]);
  const tags = new Map(
    readFileSync(exported, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((item) => [item.id, item.tags.clinical_department]),
  );
  for (const [item, , label] of rows) expect(tags.get(item)).toBe(label);
});

test('a level that the taxonomy lacks, and a bank without one, are named', async () => {
  const wrong = await exam.annotate('--level', 'clinical_departments');
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toContain('clinical_department');
  const dry = await annotate('--dry-run', '--seed', '9');
  expect(dry.stderr).toContain('100 calls');
});
