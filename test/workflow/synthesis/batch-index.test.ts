import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { customId, idTag } from '../../../src/examinee/batch/custom-id.ts';
import { requestLine } from '../../../src/examinee/batch/request-line.ts';
import { endpointConfiguration } from '../../../src/examinee/endpoint/configuration/configuration.ts';
import { problemsText } from '../../../src/operations/synthesize/batch/problems-text.ts';
import { batchFolder } from '../../../src/workflow/synthesis/batch/batch-folder.ts';
import {
  BatchIndex,
  type BatchMeaning,
} from '../../../src/workflow/synthesis/batch/batch-index.ts';
import { BatchProblems } from '../../../src/workflow/synthesis/batch/batch-problems.ts';
import { temporaryFolder } from '../../files/temporary.ts';

const RUN = idTag(1);
const CALL = idTag('call');
const KEPT = idTag('kept call');
const HASH = '0123456789abcdef0123';
const id = (place: number, more: object = {}) =>
  customId({ run: RUN, call: CALL, place, turn: 0, attempt: 1, request: HASH, ...more });
const result = (custom_id: string, content = 'A', status_code = 200) =>
  JSON.stringify({ id: 'b', custom_id, response: { status_code, body: { content } }, error: null });
const model = endpointConfiguration({ name: 'x', model: 'm', baseUrl: 'http://127.0.0.1:9/v1' });
const request = (custom_id: string) =>
  requestLine(custom_id, model, {
    item: 'q',
    repeat: 0,
    messages: [{ role: 'user', content: `custom_id ${'x'.repeat(500)}` }],
  });

const meaning: BatchMeaning = {
  run: RUN,
  stateOf: (call, place) =>
    place > 9 ? null : call === CALL ? 'missing' : call === KEPT ? 'kept' : null,
};

async function indexOf(requests: readonly string[], results: Readonly<Record<string, string>>) {
  const path = temporaryFolder();
  mkdirSync(join(path, 'results'));
  writeFileSync(join(path, '001-generate.x.1.jsonl'), requests.join(''));
  for (const [name, text] of Object.entries(results))
    writeFileSync(join(path, 'results', name), text);
  const problems = new BatchProblems();
  const index = new BatchIndex(meaning, problems);
  const reading = { advance() {}, stop: new AbortController().signal };
  await index.readRequests(batchFolder(path), reading);
  await index.readResults(batchFolder(path), reading);
  const paid: number[] = [];
  const of = (place: number, hash = HASH) =>
    index.resultsOf({ call: CALL, place, request: hash }, ({ dollars }) => paid.push(dollars));
  const kinds = () =>
    Object.fromEntries(
      problems.found.map(({ kind, first }) => [
        kind,
        first.map((where) => where.slice(path.length + '/results/'.length)),
      ]),
    );
  return { path, index, problems, of, kinds, paid };
}

const next = (index: BatchIndex, place: number, request = HASH) => {
  const { attempt, outstanding, isAwaited } = index.next({ call: CALL, place, request });
  return { attempt, outstanding, isAwaited };
};

test('results are found by request in any file, in the order of attempts', async () => {
  const long = 'é'.repeat(2 ** 20);
  const { of, index, kinds } = await indexOf([], {
    'b.jsonl': `${result(id(2), long)}\r\n\n${result(id(1, { attempt: 2 }), 'second')}`,
    'a.jsonl': `\uFEFF${result(id(1), 'first')}\n`,
    'c.txt': 'no results',
  });
  const said = (place: number) =>
    of(place).map((found) => (found.read()!.response!.body as { content: string }).content);
  expect(said(1)).toEqual(['first', 'second']);
  expect(said(2)).toEqual([long]);
  expect(said(3)).toEqual([]);
  expect(of(1, HASH.replace('0', '1'))).toEqual([]);
  expect(kinds()).toEqual({});
  index.close();
});

test('every line that is not kept is counted by kind, the first five with file and line', async () => {
  const lines = [
    result(id(1)),
    result(id(1, { run: idTag(2) })),
    result('request-1'),
    '{"custom_id": "x", "resp',
    'null',
    result(id(2, { call: idTag('another call') })),
    result(id(10)),
    result(id(1)),
    result(id(3, { call: KEPT })),
    result(id(4, { request: 'f'.repeat(20) })),
    Buffer.from('{"custom_id":"modèle"}', 'latin1').toString('latin1'),
    ...Array.from({ length: 6 }, () => '{'),
  ];
  const { of, index, kinds, problems, paid } = await indexOf([], { 'r.jsonl': lines.join('\n') });
  const [first, second] = of(1);
  first.use({ dollars: 2, tokens: 1 });
  first.use({ dollars: 2, tokens: 1 });
  expect(second.attempt).toBe(1);
  expect(paid).toEqual([2]);
  index.noteLeft((call) => call === CALL);
  expect(kinds()).toEqual({
    malformed: ['r.jsonl:4', 'r.jsonl:5', 'r.jsonl:11', 'r.jsonl:12', 'r.jsonl:13'],
    unknown: ['r.jsonl:3'],
    foreign: ['r.jsonl:2'],
    unexpected: ['r.jsonl:6', 'r.jsonl:7'],
    other: ['r.jsonl:10'],
    duplicate: ['r.jsonl:8'],
  });
  expect(problems.found.find(({ kind }) => kind === 'malformed')?.count).toBe(9);
  expect(problemsText(problems.found)).toContain('results, 9 lines: not');
  expect(problemsText(problems.found)).toContain('… and 4 more');
});

test('a request is awaited from when it is written until its last attempt has a result', async () => {
  const { index, of } = await indexOf(
    [id(1), id(2), id(3), id(3, { attempt: 2 }), id(5, { call: KEPT })].map(request),
    {
      'r.jsonl': [result(id(2), '', 500), result(id(3), '', 500), result(id(4), '', 500)].join(
        '\n',
      ),
    },
  );
  for (const place of [2, 3, 4]) of(place)[0].fail('HTTP 500', 0);
  expect(next(index, 1)).toEqual({ attempt: 2, outstanding: 1, isAwaited: true });
  expect(next(index, 2)).toEqual({ attempt: 2, outstanding: 0, isAwaited: false });
  expect(next(index, 3)).toEqual({ attempt: 3, outstanding: 1, isAwaited: true });
  // Its file of requests is gone.
  expect(next(index, 4)).toEqual({ attempt: 2, outstanding: 0, isAwaited: false });
  expect(next(index, 6)).toEqual({ attempt: 1, outstanding: 0, isAwaited: false });
  // Another question was written, not this one.
  expect(next(index, 1, 'f'.repeat(20))).toEqual({ attempt: 1, outstanding: 0, isAwaited: false });
});

test('a failure is told once, and a result for another attempt of an answered request is none', async () => {
  const { of, kinds, index } = await indexOf([], {
    'r.jsonl': [
      result(id(1), '', 500),
      result(id(1, { attempt: 2 })),
      result(id(1, { attempt: 3 })),
    ].join('\n'),
  });
  for (let k = 0; k < 2; k++) {
    const [failed, answered] = of(1);
    failed.fail('HTTP 500: no', 0.5);
    answered.use({ dollars: 1, tokens: 1 });
  }
  expect(kinds()).toEqual({ failed: ['r.jsonl:1: HTTP 500: no'] });
  // Once, however often it is met.
  expect([...index.failed]).toEqual([[id(1), 0.5]]);
});

test('two answers are paid twice: for a missing call, and for a kept one', async () => {
  const body = {
    choices: [{ message: { content: 'A' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 5 },
  };
  const said = (custom_id: string) =>
    JSON.stringify({ custom_id, response: { status_code: 200, body } });
  const late = (place: number, attempt: number) => id(place, { call: KEPT, attempt });
  const { index, of, kinds } = await indexOf(
    [id(1), id(1, { attempt: 2 }), late(3, 1), late(3, 2), late(4, 1), late(4, 2), late(5, 1)].map(
      request,
    ),
    {
      'r.jsonl': [
        said(id(1)),
        said(id(1, { attempt: 2 })),
        // The same line once more is no second answer.
        said(id(1, { attempt: 2 })),
        said(late(3, 1)),
        said(late(3, 2)),
        said(late(4, 1)),
        said(late(5, 1)),
        // One that failed was not paid.
        result(id(2), '', 500),
      ].join('\n'),
    },
  );
  of(1)[0].use({ dollars: 1, tokens: 15 });
  const twice = [...index.answeredTwice()];
  expect(twice.map(({ id: own, call }) => [own, call])).toEqual([
    [id(1, { attempt: 2 }), CALL],
    [late(3, 2), KEPT],
  ]);
  expect(twice[0].answer.usage).toMatchObject({ prompt: 10, completion: 5 });
  expect(kinds()).toMatchObject({ paid: ['r.jsonl:2', 'r.jsonl:5'] });
  // The second request of a call that is kept may be answered yet.
  expect([...index.outstanding]).toEqual([[KEPT, 1]]);
  index.noteLeft(() => true);
  expect(kinds().other).toEqual(['r.jsonl:8']);
  index.close();
});

test('each attempt that was written and not answered is outstanding', async () => {
  const attempts = [1, 2, 3, 4].map((attempt) => request(id(1, { attempt })));
  const { index } = await indexOf(attempts, { 'r.jsonl': result(id(1, { attempt: 2 }), '', 500) });
  expect(next(index, 1)).toEqual({ attempt: 5, outstanding: 3, isAwaited: true });
});

test('a folder of another run, and a file of requests that was changed, are refused', async () => {
  const other = indexOf([request(id(1)), request(id(2, { run: idTag(2) }))], {});
  await expect(other).rejects.toMatchObject({
    code: 'OPTIONS_CONFLICT',
    message: expect.stringMatching(
      /001-generate\.x\.1\.jsonl, line 2, is a request of another run/,
    ),
  });
  const changed = indexOf([request(id(1)), result(id(1))], {});
  await expect(changed).rejects.toMatchObject({
    code: 'FILE_INVALID',
    message: expect.stringMatching(
      /line 2: found content that is not a request written by thetarank/,
    ),
  });
});

test('a file that has shrunk since it was read has no result any more', async () => {
  const { of, path } = await indexOf([], { 'r.jsonl': result(id(1)) });
  const file = join(path, 'results', 'r.jsonl');
  writeFileSync(file, readFileSync(file).subarray(0, 20));
  expect(of(1)[0].read()).toBeNull();
});
