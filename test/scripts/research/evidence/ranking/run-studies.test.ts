import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  progressOf,
  timeText,
} from '../../../../../scripts/research/evidence/ranking/report-progress.ts';
import { runStudies } from '../../../../../scripts/research/evidence/ranking/run-studies.ts';
import {
  allStudies,
  requestOf,
  type Study,
} from '../../../../../scripts/research/evidence/ranking/studies.ts';

describe('the studies', () => {
  test('of recorded banks four, of those with many models two, of the simulated bank one', () => {
    expect(allStudies().map(({ name, seeds }) => [name, seeds])).toEqual([
      ...['mmlu-pro', 'cruxeval-o'].flatMap((bank) => [
        [`${bank}-family`, 10],
        [`${bank}-family-10`, 10],
        [`${bank}-random`, 10],
        [`${bank}-strongest`, 5],
      ]),
      ...['ikp', 'swebench-verified'].flatMap((bank) => [
        [`${bank}-family`, 3],
        [`${bank}-family-10`, 3],
      ]),
      ['climedbench-family', 3],
    ]);
  });

  test('with fewer repetitions, none has more', () => {
    expect(allStudies(4).map(({ seeds }) => seeds)).toEqual([
      ...[4, 4, 4, 4, 4, 4, 4, 4],
      ...[3, 3, 3, 3, 3],
    ]);
  });

  test('strategies that need tags run only on banks with tags', () => {
    const strategies = (name: string) =>
      requestOf(allStudies().find((study) => study.name === name)!).strategies;
    expect(strategies('mmlu-pro-family-10')).toContain('balanced');
    expect(strategies('cruxeval-o-random')).not.toContain('balanced');
    expect(strategies('cruxeval-o-random')).toContain('robust');
  });
});

describe('running', () => {
  const work = mkdtempSync(join(tmpdir(), 'thetarank-evidence-'));
  afterAll(() => rmSync(work, { recursive: true, force: true }));
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(work, 'run-'));
  });

  /** In place of a study: leaves a file each time it runs, and fails on one name. */
  const program = join(work, 'study.mjs');
  writeFileSync(
    program,
    `import { mkdirSync, writeFileSync } from 'node:fs';
     import { dirname, join } from 'node:path';
     const [study, file, key] = process.argv.slice(2);
     const { name } = JSON.parse(study);
     mkdirSync(dirname(file), { recursive: true });
     writeFileSync(join(dirname(file), '..', name + '-' + process.pid + '.ran'), '');
     if (name === 'bad') process.exit(3);
     console.log(JSON.stringify({ done: 1, steps: 1, doing: key }));
     writeFileSync(file, JSON.stringify({ study: JSON.parse(study) }));`,
  );
  const study = (name: string): Study => ({
    name,
    bank: 'mmlu-pro',
    split: 'family',
    calibrationModels: null,
    seeds: 1,
  });
  const ran = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ran'))
      .map((name) => name.split('-')[0])
      .sort();
  const studies = ['a', 'b', 'c'].map(study);
  const options = () => ({ folder, key: 'code', parallel: 2, program });

  test('each once, with its steps; results in the order asked for', async () => {
    const steps: string[] = [];
    const results = await runStudies(studies, {
      ...options(),
      onStep: ({ name }, { done, steps: all, doing }) =>
        steps.push(`${name} ${done}/${all} ${doing}`),
    });
    expect(results.map((result) => result.study.name)).toEqual(['a', 'b', 'c']);
    expect(steps.sort()).toEqual(['a 1/1 code', 'b 1/1 code', 'c 1/1 code']);
  });

  test('a second run takes the results that are there, of the same code and repetitions', async () => {
    await runStudies(studies.slice(0, 2), options());
    await runStudies(studies, options());
    expect(ran()).toEqual(['a', 'b', 'c']);
    await runStudies([studies[0]], { ...options(), key: 'newer' });
    await runStudies([{ ...studies[0], seeds: 2 }], options());
    expect(ran()).toEqual(['a', 'a', 'a', 'b', 'c']);
  });

  test('one that fails ends the run and leaves the others’ results', async () => {
    const list = ['a', 'bad', 'c', 'd', 'e'].map(study);
    const run = runStudies(list, { ...options(), parallel: 1 });
    await expect(run).rejects.toThrow('bad: ended with exit code 3');
    expect(ran()).toEqual(['a', 'bad']);
    expect(JSON.parse(readFileSync(join(folder, 'code', 'a-1.json'), 'utf8'))).toEqual({
      study: study('a'),
    });
  });
});

describe('progress', () => {
  const [family, few] = allStudies();

  test('is the share of the work and the time left, each 20 seconds and when a study ends', () => {
    let now = 0;
    const lines: string[] = [];
    const step = progressOf(
      [family, { ...family, name: 'like it' }],
      () => now,
      (line) => lines.push(line),
    );
    now = 10_000;
    step(family, { done: 1, steps: 4, doing: 'x' });
    expect(lines).toEqual([]);
    now = 60_000;
    step(family, { done: 2, steps: 4, doing: 'testing y' });
    // A quarter in one minute.
    expect(lines).toEqual(['25.0% of 2 studies, 3 min left; mmlu-pro-family 2/4, testing y']);
    now = 60_001;
    step(family, { done: 4, steps: 4, doing: 'z' });
    expect(lines[1]).toBe('50.0% of 2 studies, 1 min left; mmlu-pro-family 4/4: done');
  });

  test('few calibration models are less work', () => {
    const lines: string[] = [];
    const step = progressOf(
      [family, few],
      () => 0,
      (line) => lines.push(line),
    );
    step(few, { done: 1, steps: 1, doing: '' });
    expect(Number.parseFloat(lines[0])).toBeLessThan(40);
  });

  test.each([
    [1000, '1 min'],
    [59 * 60_000, '59 min'],
    [125 * 60_000, '2 h 05 min'],
  ])('%d ms: %s', (ms, text) => {
    expect(timeText(ms)).toBe(text);
  });
});
