import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runCommandSync } from '../command/run-command.ts';
import { temporaryFolder } from '../files/temporary.ts';
import { IS_ALL } from '../repetitions.ts';

const base = temporaryFolder();
const ITEMS = 30;
const places = Array.from({ length: ITEMS }, (_, k) => k);
let folder = '';
let env: Record<string, string>;
beforeEach(() => {
  folder = mkdtempSync(join(base, 'run-'));
  env = { THETARANK_DATABASE: join(folder, 'store.db') };
});

const run = (...args: string[]) => runCommandSync(args, { env });
const key = (k: number) => 'ABCD'[(7 * k) % 4];
const other = (k: number) => 'BCDA'[(7 * k) % 4];

/** What a model made of an item: a letter, or why there is none. */
type Given = 'right' | 'wrong' | 'unread' | 'truncated' | 'refused';
const STOPS = { unread: 'stop', truncated: 'max_tokens', refused: 'content_filter' };

/** A log of Inspect with answers of a model to some items. */
function log(model: string, given: (k: number) => Given, items: readonly number[] = places) {
  const samples = items.map((k) => {
    const own = given(k);
    const isThere = own === 'right' || own === 'wrong';
    const answer = own === 'right' ? key(k) : own === 'wrong' ? other(k) : '';
    return {
      ...{ id: k, epoch: 1, input: `Which drawer holds spoon ${k}?`, target: key(k) },
      choices: ['oak', 'ash', 'elm', 'fir'],
      scores: { choice: { value: own === 'right' ? 'C' : 'I', answer, explanation: '' } },
      output: { choices: [{ stop_reason: isThere ? 'stop' : STOPS[own] }] },
    };
  });
  const file = join(mkdtempSync(join(folder, 'log-')), 'log.json');
  writeFileSync(
    file,
    JSON.stringify({ version: 2, status: 'success', eval: { task: 'spoons', model }, samples }),
  );
  return file;
}

const add = (files: string | string[], ...more: string[]) =>
  run(
    ...['bank', 'import', ...[files].flat(), '--format', 'inspect', '--name', 'own'],
    ...['--licence', 'MIT', ...more],
  );

/** Right answers to a share of the items, as of a model that knows so much. */
const knows = (share: number) => (k: number) =>
  (k * 13) % ITEMS < share * ITEMS ? ('right' as const) : ('wrong' as const);
/** The same, but for every fourth answer, which is not there. */
const lacks = (kind: Given) => (k: number) => (k % 4 === 0 ? kind : knows(0.6)(k));

const json = (...args: string[]) => {
  const { status, stdout, stderr } = run(...args, '--bank', 'own', '--json');
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
};
const shown = () => JSON.parse(run('bank', 'show', 'own', '--json').stdout);

const absent = (model: string, kinds: Readonly<Record<string, number>>) => ({
  ...{ kind: 'absent', examinees: [model], answers: 30 },
  absent: { unread: 0, truncated: 0, refused: 0, ...kinds },
});
/** The models of this test have the same answers to most items. */
const ofRecord = ({ doubts }: { doubts: { kind: string }[] }) =>
  doubts.filter(({ kind }) => kind === 'absent' || kind === 'below-chance');

test('a ranking of logs names the models of which many answers are not there or fewer are right than by guessing', () => {
  const honest = [
    ...[0.3, 0.5, 0.9].map((share) => log(`knows ${share}`, knows(share))),
    // One that guesses, and one of which a tenth of the answers are cut.
    log('guess', knows(0.2)),
    log('tenth', (k) => (k % 10 === 0 ? 'truncated' : knows(0.6)(k))),
  ];
  expect(add(honest)).toMatchObject({ status: 0 });
  expect(shown().doubts).toEqual([]);
  const kinds = ['unread', 'truncated', 'refused'] as const;
  const odd = [...kinds.map((kind) => log(kind, lacks(kind))), log('moved', () => 'wrong')];
  expect(add(odd)).toMatchObject({ status: 0 });
  const own = (kind: string) => absent(kind, { [kind]: 8 });
  const faults = [
    ...kinds.map(own),
    {
      ...{ kind: 'below-chance', examinees: ['moved'] },
      ...{ count: 0, of: 30, expected: 7.5, p: expect.any(Number) },
    },
  ];
  expect(ofRecord(json('rank', '--items', '12', '--strategy', 'paper'))).toEqual(faults);
  expect(ofRecord(shown())).toEqual(faults);
  expect(ofRecord(json('compare', 'knows 0.9', 'refused'))).toEqual([own('refused')]);
});

test.runIf(IS_ALL)('a calibration names them, and keeps that as a warning', () => {
  for (const share of [0.3, 0.5, 0.9]) add(log(`knows ${share}`, knows(share)));
  add(log('cut', lacks('truncated')));
  expect(ofRecord(json('calibrate', 'fit', '--keep'))).toMatchObject([{ examinees: ['cut'] }]);
  const kept = run('calibrate', 'list', '--bank', 'own', '--json');
  expect(kept.stdout).toContain('8 truncated answers out of 30');
});

test('a later log keeps the reasons of other items, and replaces those of its own', () => {
  add(log('part', lacks('truncated')));
  add(log('part', (k) => (k === 0 ? 'right' : 'wrong'), [0, 4]));
  expect(shown().doubts).toEqual([absent('part', { truncated: 6 })]);
  add(log('part', (k) => (k < 10 ? 'refused' : 'right'), [8, 9, 10, 11, 13]));
  expect(shown().doubts).toEqual([absent('part', { truncated: 5, refused: 2 })]);
});

test('answers are refused if half or more of a model are not there, unless --absent is given', () => {
  const half = log('half', (k) => (k % 2 === 0 ? 'truncated' : 'right'));
  expect(add(half)).toMatchObject({
    status: 2,
    error: {
      code: 'ANSWERS_ABSENT',
      details: { models: [{ model: 'half', answers: 30, none: 15 }] },
    },
  });
  expect(run('bank', 'show', 'own').error).toMatchObject({ code: 'NAME_UNKNOWN' });
  expect(add(log('good', knows(0.9)))).toMatchObject({ status: 0 });
  expect(add(half)).toMatchObject({ status: 2 });
  expect(shown().examinees).toEqual(['good']);
  expect(add(half, '--absent')).toMatchObject({ status: 0 });
  expect(shown().examinees).toEqual(['good', 'half']);
  // A batch is scored here, and recorded by the same rule.
  const items = run('bank', 'show', 'own', '--text', '--limit', '4', '--json');
  const ids: string[] = JSON.parse(items.stdout).map(({ id }: { id: string }) => id);
  const lines = ids.map((custom_id, k) => {
    const choices = [{ message: { content: k < 2 ? 'Well.' : '(A)' }, finish_reason: 'stop' }];
    return JSON.stringify({
      custom_id,
      response: { status_code: 200, body: { model: 'batch', choices } },
    });
  });
  const batch = join(folder, 'results.jsonl');
  writeFileSync(batch, `${lines.join('\n')}\n`);
  const record = ['bank', 'record', batch, '--to', 'own'];
  expect(run(...record).error).toMatchObject({ code: 'ANSWERS_ABSENT' });
  expect(run(...record, '--absent')).toMatchObject({ status: 0 });
  expect(shown().doubts).toMatchObject([
    { examinees: ['half'], absent: { truncated: 15 } },
    { examinees: ['batch'], answers: 4, absent: { unread: 2 } },
  ]);
});
