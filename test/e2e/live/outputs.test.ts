import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepExam } from './bank.ts';
import { thetarank } from './command.ts';
import { writeExam } from './exam.ts';
import { type ServedExam, serveExam } from './served-exam.ts';

const folder = mkdtempSync(join(tmpdir(), 'thetarank-outputs-'));
const exam = writeExam(folder, 'outputs', 24, { strong: 1, weak: -1 });
const database = join(folder, 'store.db');
let served: ServedExam;
beforeAll(async () => {
  await keepExam(exam, database);
  served = await serveExam(exam);
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

const rank = (out: string) =>
  thetarank([
    ...['rank', '--bank', 'sums', '--strategy', 'random', '--items', '4', '--out', out],
    ...['--model', `strong@${served.url}`, '--database', database],
  ]);
const synthesize = (out: string) => {
  const models = ['strong', 'weak'].map((name) => ({ name, model: name, baseUrl: served.url }));
  const config = join(folder, 'mps.yaml');
  writeFileSync(config, JSON.stringify({ models, participants: [{ who: 'alone' }] }));
  return thetarank([
    ...['calibrate', 'synthesize', '--bank', 'sums', '--config', config, '--items', '6'],
    ...['--out', out, '--database', database],
  ]);
};
const COMMANDS: [string, (out: string) => ReturnType<typeof rank>, string, string][] = [
  ['rank --model', rank, 'leaderboard.csv', 'strong'],
  ['calibrate synthesize', synthesize, 'report.json', 'participants'],
];

test.each(COMMANDS)(
  '%s: a place that cannot be written to is found before anything is asked',
  async (_, run) => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    served.asked.length = 0;
    const { status, stdout, stderr } = await run(join(file, 'out'));
    expect(stderr).toMatch(
      /^error: .*cannot be written \(.* is not a folder\)\. Name another file/m,
    );
    expect([status, stdout, served.asked]).toEqual([2, '', []]);
  },
);

test.each(COMMANDS)(
  '%s: what cannot be written in the end is printed, with the command that prints it again',
  async (name, run, file, words) => {
    const out = join(folder, name);
    served.onAsked = () => mkdirSync(join(out, file), { recursive: true });
    const { status, stdout, stderr } = await run(out);
    served.onAsked = () => {};
    expect(stdout).toContain(words);
    expect(stdout).not.toContain('Written to');
    const [, number] =
      /The results of run (\d+) are kept\. Print them with: thetarank runs show \1 --database/.exec(
        stderr,
      )!;
    expect(stderr).toMatch(
      /^error: .*cannot be written \(it is a (?:folder|directory)\)\. Name another file/m,
    );
    expect(status).toBe(2);
    const shown = await thetarank(['runs', 'show', number, '--database', database]);
    expect(shown.stdout).toContain(words);
    expect(shown.status).toBe(0);
  },
);
