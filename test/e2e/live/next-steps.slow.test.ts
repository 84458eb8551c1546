import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMAND_NAMES } from '../../../src/command-names.ts';
import { runCommand } from '../../command/run-command.ts';
import { writeExam } from './exam.ts';
import { type ServedExam, serveExam } from './served-exam.ts';

/**
 * Every command that a line "Next: …" shows is run, and every one that it then shows in turn. Data and the database lie where only
 * options name them, so that a next step that forgets one of these fails.
 */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-next-'));
const at = (file: string) => join(folder, file);
const exam = writeExam(folder, 'next', 60, { strong: 1.3, weak: -0.9 });
const database = ['--database', at('store.db')];
/** The default database is another one. */
const env = { THETARANK_DATABASE: at('default.db') };
let served: ServedExam;

beforeAll(async () => {
  served = await serveExam(exam);
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a reader puts into the places that a next step leaves open. */
const open = (): [RegExp, string][] => [
  [/\b(?:my-model|NAME)@\S+/g, `strong@${served.url}`],
  [/\bANSWERS\.csv\b/g, exam.responses],
  [/\bbank import FILE\b/g, `bank import ${exam.items}`],
  [/(--parameters \S+ --responses) FILE\b/g, `$1 ${exam.responses}`],
  [/--name (?:NAME|OTHER)\b/g, '--name another'],
  [/\bbank show NAME\b/g, 'bank show mine'],
  [/--out parameters\.csv\b/g, `--out ${at('parameters.csv')}`],
  [/\b(calibrate keep \S+) --bank NAME$/g, `$1 --bank mine ${database.join(' ')}`],
  [/--bank NAME (.*)$/g, `--bank mine $1 ${database.join(' ')}`],
];

const COMMAND = new RegExp(`(?=thetarank (?:${COMMAND_NAMES.join('|')}) )`);

/** The commands of the lines of an output that name a next step. */
function nextCommands(output: string): string[] {
  const lines = output.split('\n').filter((line) => line.includes('Next: '));
  return lines
    .flatMap((line) => line.slice(line.indexOf('Next: ')).split(COMMAND).slice(1))
    .map((text) => text.replace(/(?:, or |; (?:or )?|[.,;)](?: |$)| shows | \().*$/s, '').trim())
    .map((command) => open().reduce((text, [place, value]) => text.replace(place, value), command));
}

/** Words of a command as a shell reads them: all values here are plain or in single quotes. */
function words(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain);
}

/** Longer than anything here takes: a study is begun with little to do. */
const SMALL = new Map([
  ['simulate post-hoc', ['--lengths', '10', '--seeds', '1', '--strategies', 'random-irt']],
  ['simulate ordering', ['--repetitions', '1']],
]);

test('every command that a next step shows can be run, one after another', async () => {
  const begin = [
    ['bank', 'import', exam.items, '--name', 'mine', ...database],
    ['bank', 'record', exam.responses, '--to', 'mine', ...database],
    ['bank', 'list', ...database],
    ['bank', 'export', 'mine', '--out', at('items.jsonl'), ...database],
    ['bank', 'export', 'mine', '--recorded-answers', '--out', at('answers.csv'), ...database],
    ['calibrate', 'fit', '--bank', 'mine', '--keep', ...database],
    ['calibrate', 'list', '--bank', 'mine', ...database],
    ['rank', '--bank', 'mine', '--items', '10', ...database],
    ['rank', '--responses', exam.responses, '--items', '10'],
    ['order', '--bank', 'mine', '--confidence', '0.9', ...database],
    ['runs', 'list', ...database],
  ];
  const waiting = begin.map((args) => ({ args, by: 'the user' }));
  const seen = new Set<string>();
  const failed: string[] = [];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { args, by } = next;
    const key = args.join(' ').replaceAll(/\d+/g, '0');
    if (seen.has(key)) continue;
    seen.add(key);
    const small = SMALL.get(args.slice(0, 2).join(' ')) ?? [];
    const { status, stdout, stderr } = await runCommand([...args, ...small], env);
    if (status !== 0) failed.push(`${args.join(' ')} (shown by ${by}): ${status} ${stderr}`);
    for (const command of nextCommands(stdout))
      waiting.push({ args: words(command).slice(1), by: args.join(' ') });
  }
  expect(failed).toEqual([]);
  expect(seen.size).toBeGreaterThan(begin.length + 8);
});
