import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { randomStream } from '../../src/random.ts';
import { runCommand } from '../command/run-command.ts';
import { keepExam } from '../e2e/live/bank.ts';
import { writeRefreshExam } from '../e2e/live/refresh-exam.ts';
import { temporaryFolder } from '../files/temporary.ts';
import { type Collector, collector } from './collector.ts';
import { PATIENT } from './interrupt.ts';

/** The phases of commands that compute, and what their threads do. */
const folder = temporaryFolder();
let traces: Collector;
beforeAll(async () => {
  traces = await collector();
});
beforeEach(() => {
  traces.spans.length = 0;
});
afterAll(() => traces.close());

const ran = async (...args: string[]) => {
  const { status, stderr } = await runCommand(args, {
    OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
    ...PATIENT,
  });
  expect(status, stderr).toBe(0);
  // Each span was ended by what it is of, and not by the end of the command.
  expect(traces.spans.filter(({ facts }) => 'thetarank.outcome' in facts)).toEqual([]);
};
/** Names of the children of the only command, in their order, without those of the database and of threads. */
const phasesOf = (parent: string) => {
  const [{ id }] = traces.named(parent);
  const own = traces.spans.filter((span) => span.parent === id);
  return own.map(({ name }) => name).filter((name) => !/^(database|thread|task)\b/.test(name));
};
const sumOf = (fact: string) =>
  traces.named('thread').reduce((sum, { facts }) => sum + Number(facts[fact]), 0);

test('simulate monte-carlo: its phases, and two threads that do all blocks', async () => {
  await ran(
    ...['simulate', 'monte-carlo', '--bank', 'generated', '--items', '40', '--lengths', '5'],
    ...['--selectors', 'random', '--estimators', 'eap', '--replications', '6', '--workers', '2'],
    ...['--out', join(folder, 'secret-folder'), '--rows'],
  );
  expect(phasesOf('thetarank simulate monte-carlo')).toEqual([
    ...['read', 'simulate', 'combine rows', 'aggregate', 'write'],
  ]);
  const [simulate] = traces.named('simulate');
  const blocks = Number(simulate.facts['thetarank.blocks']);
  expect(blocks).toBeGreaterThanOrEqual(6);
  const threads = traces.named('thread');
  expect(threads.map(({ facts }) => facts['thetarank.thread']).sort()).toEqual([1, 2]);
  expect(threads.map(({ parent }) => parent)).toEqual([simulate.id, simulate.id]);
  expect(sumOf('thetarank.tasks')).toBe(blocks);
  expect(sumOf('thetarank.busy_ms')).toBeGreaterThan(0);
  for (const task of traces.named('task monte-carlo')) expect(task.parent).toBe(simulate.id);
  expect(new Set(traces.spans.map(({ trace }) => trace)).size).toBe(1);
  expect(traces.texts.join('')).not.toContain('secret-folder');
});

test('simulate test-length: each round of replications, on threads that serve all rounds', async () => {
  await ran(
    ...['simulate', 'test-length', '--bank', 'cruxeval-o', '--goal', 'kendall>=0.8'],
    ...['--abilities', 'normal:0:1', '--examinees', '10', '--max-replications', '20'],
    ...['--max-items', '30', '--workers', '1'],
  );
  expect(phasesOf('thetarank simulate test-length')).toEqual([
    ...['read', 'simulate', 'simulate', 'aggregate', 'write'],
  ]);
  const rounds = traces.named('simulate').map(({ facts }) => facts['thetarank.replications']);
  expect(rounds.map(Number)).toEqual([10, 10]);
  expect(sumOf('thetarank.tasks')).toBe(20);
});

test('calibrate fit and refresh: reading, the steps of the thread, and what is kept', async () => {
  const exam = writeRefreshExam(folder);
  const database = join(folder, 'refresh.db');
  const on = ['--bank', 'sums', '--database', database];
  await keepExam(exam, database);
  await ran('calibrate', 'fit', '--keep', '--irt-model', '2pl', ...on);
  expect(phasesOf('thetarank calibrate fit')).toEqual(['read', 'calibrate', 'keep', 'write']);
  expect(sumOf('thetarank.tasks')).toBe(1);
  await ran('calibrate', 'accept', '1', '--database', database);
  await ran('bank', 'record', exam.later, '--to', 'sums', '--database', database);
  traces.spans.length = 0;
  await ran('calibrate', 'refresh', ...on);
  expect(phasesOf('thetarank calibrate refresh')).toEqual(['read', 'calibrate', 'keep', 'write']);
  expect(phasesOf('calibrate')).toEqual(['choose anchors', 'test drift', 'fit', 'compare models']);
  expect(traces.spans.some(({ isFailed }) => isFailed)).toBe(false);
});

test('bank import and audit', async () => {
  const file = join(folder, 'secret-items.csv');
  const lines = ['question,A,B,C,answer'];
  for (let k = 0; k < 30; k++)
    lines.push(`How much is ${k} plus ${k * k} plus 7?,${k},${k + 1},none,A`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  const database = join(folder, 'audit.db');
  await ran('bank', 'import', file, '--name', 'secret-bank', '--database', database);
  expect(phasesOf('thetarank bank import')).toEqual(['read and keep', 'write']);
  await ran('bank', 'audit', 'secret-bank', '--database', database);
  expect(phasesOf('thetarank bank audit')).toEqual([
    ...['read', 'compare texts', 'weigh answers', 'write'],
  ]);
  traces.spans.length = 0;
  await ran('bank', 'audit', 'cruxeval-o', '--database', database);
  expect(phasesOf('thetarank bank audit')).toEqual([
    ...['read', 'compare texts', 'weigh answers', 'score', 'write'],
  ]);
  const [weigh] = traces.named('weigh answers');
  expect(traces.named('thread').map(({ parent }) => parent)).toEqual([weigh.id]);
  for (const secret of ['secret-items', 'secret-bank', 'How much', folder])
    expect(traces.texts.join('').includes(secret), secret).toBe(false);
});

test('rank: threads below the tests they do, beside reading and writing', async () => {
  const random = randomStream(20261125, 'traced-rank');
  const lines = ['examinee,item,score'];
  for (let i = 0; i < 20; i++)
    for (let j = 0; j < 40; j++)
      lines.push(`model-${i},item-${j},${random() < (i + 5) / 30 + (j - 20) / 80 ? 1 : 0}`);
  const file = join(folder, 'answers.csv');
  writeFileSync(file, `${lines.join('\n')}\n`);
  await ran('rank', '--responses', file, '--items', '10');
  const phases = new Set(phasesOf('thetarank rank'));
  expect(phases).toEqual(new Set(['read', 'calibrate', 'test', 'score', 'write']));
  const tasks = traces.named('task');
  for (const task of tasks) expect(['calibrate', 'test']).toContain(traces.pathOf(task).at(-2));
  expect(sumOf('thetarank.tasks')).toBe(
    traces.named('calibrate').length + traces.named('test').length,
  );
});
