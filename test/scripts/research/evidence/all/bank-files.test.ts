import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankFiles, keyFile } from '../../../../../scripts/research/evidence/all/bank-files.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'thetarank-bank-files-'));
  mkdirSync(join(folder, 'exam'));
  const write = (name: string, text: string | Buffer) =>
    writeFileSync(join(folder, 'exam', name), text);
  write('items.csv', 'item,subject,flagged,reason\ni1,"a, b",0,\ni2,c,1,wrong\ni3,c,0,\n');
  write(
    'examinees.csv',
    'examinee,family,landmark_tier,duplicate_of\nA,F,,\nB,G,3,\nC,G,,A\nD,G,,\n',
  );
  write('responses.csv.gz', gzipSync('examinee,i1,i2,i3\nA,1,0,\nB,1,1,1\nC,1,0,1\nD,0,1,0.5\n'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');

test('answers without flagged items, landmarks and copies; tags and families', () => {
  const into = join(folder, 'made');
  const { args, files } = bankFiles(join(folder, 'exam'), 'exam', 'subject', into);
  expect(read('made', 'responses.csv')).toBe('examinee,i1,i3\nA,1,\nD,0,0.5\n');
  expect(read('made', 'tags.csv')).toBe('item,subject\ni1,"a, b"\ni2,c\ni3,c\n');
  expect(read('made', 'families.csv')).toContain('D,G\n');
  expect(files).toEqual(
    ['responses.csv', 'families.csv', 'tags.csv'].map((name) => join(into, name)),
  );
  expect(args.slice(0, 4)).toEqual(['--responses', files[0], '--name', 'exam']);
  expect(bankFiles(join(folder, 'exam'), 'exam', null, into).args).not.toContain('--tags');
});

test('names a file that is missing or broken', () => {
  mkdirSync(join(folder, 'broken'));
  for (const name of ['items.csv', 'examinees.csv'])
    writeFileSync(join(folder, 'broken', name), read('exam', name));
  const make = () => bankFiles(join(folder, 'broken'), 'broken', null, join(folder, 'out'));
  expect(make).toThrow('responses.csv.gz: no such file');
  writeFileSync(join(folder, 'broken', 'responses.csv.gz'), 'plain');
  expect(make).toThrow('responses.csv.gz: cannot be read');
});

test('answer keys of questions with commas', () => {
  const questions = join(folder, 'questions.csv');
  writeFileSync(questions, 'item,answer,question,n_options\nq1,B,"x, y",4\n');
  const keys = join(folder, 'keys.csv');
  expect(keyFile(questions, keys)).toBe(keys);
  expect(read('keys.csv')).toBe('item,n_options,answer\nq1,4,B\n');
  expect(keyFile(join(folder, 'none.csv'), keys)).toBeNull();
});
