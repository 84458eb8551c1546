import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { PARTIAL } from '../../src/operations/exit-codes.ts';
import { runCommandSync, succeedSync } from '../command/run-command.ts';
import { temporaryFolder } from '../files/temporary.ts';

/** Question banks too large for the repository, and not ours to ship; skipped where they are not there. */
const SHARED = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
const folder = temporaryFolder();
const of = (...args: string[]) => ['bank', ...args, '--database', join(folder, 'test.db')];
const thetarank = (...args: string[]) => succeedSync(of(...args));
const json = (...args: string[]) => JSON.parse(thetarank(...args, '--json'));
const hashes = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).hash);

/** The numbers of records are those of the README beside the data. */
const BANKS: [string, string, { read: number; accepted: number; duplicates: number }][] = [
  ['cmexam', 'banks/cmexam_val.jsonl', { read: 6811, accepted: 6802, duplicates: 0 }],
  ['apollo', 'banks/apollo_cmb-single.jsonl', { read: 2000, accepted: 1996, duplicates: 3 }],
  ['cmmlu', 'banks/cmmlu.jsonl', { read: 11917, accepted: 11913, duplicates: 3 }],
  ['mmlu', 'mmlu_pro/items.csv', { read: 12032, accepted: 11873, duplicates: 159 }],
];

describe.each(BANKS)('%s', (name, path, expected) => {
  const isThere = existsSync(`${SHARED}${path}`);
  const title = isThere
    ? 'imported and valid; of the smallest the export is imported again'
    : `skipped: no ../shared/data/${path}`;
  test.skipIf(!isThere)(title, () => {
    const rejected = expected.read - expected.accepted - expected.duplicates;
    const { status, stdout } = runCommandSync(
      of('import', `${SHARED}${path}`, '--name', name, '--json'),
    );
    expect(status).toBe(rejected > 0 ? PARTIAL : 0);
    expect(JSON.parse(stdout).files[0]).toMatchObject({ ...expected, rejected });
    expect(json('audit', name)).toMatchObject({
      items: expected.accepted,
      invalid: { count: 0 },
    });
    if (name !== 'apollo') return;
    const [one, two] = ['one', 'two'].map((part) => join(folder, `${name}-${part}.jsonl`));
    thetarank('export', name, '--out', one);
    const again = json('import', one, '--format', 'thetarank', '--name', `${name}-2`);
    expect(again.files[0]).toMatchObject({
      accepted: expected.accepted,
      rejected: 0,
      duplicates: 0,
    });
    thetarank('export', `${name}-2`, '--out', two);
    expect(hashes(two)).toEqual(hashes(one));
    expect(readFileSync(two, 'utf8') === readFileSync(one, 'utf8')).toBe(true);
  });
});

const items = `${SHARED}mmlu_pro/items.csv`;
const isThere = existsSync(items);
const title = isThere
  ? 'text of mmlu-pro under both ids of one content'
  : 'skipped: no ../shared/data/mmlu_pro/items.csv';
test.skipIf(!isThere)(title, () => {
  const attached = json('attach', items, '--to', 'mmlu-pro');
  expect(attached).toMatchObject({
    read: 12_032,
    matched: 12_032,
    added: 12_032,
    withText: 12_032,
  });
  expect(json('audit', 'mmlu-pro')).toMatchObject({ items: 12_032, duplicates: { count: 159 } });
  expect(json('attach', items, '--to', 'mmlu-pro')).toMatchObject({ added: 0 });
  const [first, second] = ['q893', 'q894'].map((id) => json('show', 'mmlu-pro', '--item', id)[0]);
  expect(second.hash).toBe(first.hash);
  expect(second.id).toBe('q894');
});

const functions = `${SHARED}cruxeval_o/items.csv`;
const isCruxeval = existsSync(functions);
test.skipIf(!isCruxeval)(
  'the published form of CRUXEval is the text of all items of cruxeval-o',
  () => {
    const path = join(folder, 'cruxeval.jsonl');
    const [, ...rows] = parse(readFileSync(functions, 'utf8')) as [string, string, string][];
    const lines = rows.map(([id, output, question]) => {
      const [, code, input] = /\[PYTHON\]\n(.*)\nassert f\((.*)\) == \?\?\n/s.exec(question)!;
      return JSON.stringify({ code, input, output, id: id.replace('crux-test-#', 'sample_') });
    });
    writeFileSync(path, lines.join('\n'));
    expect(json('attach', path, '--to', 'cruxeval-o')).toMatchObject({
      read: 800,
      matched: 800,
      added: 800,
    });
  },
);
