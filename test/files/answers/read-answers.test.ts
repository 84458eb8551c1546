import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readAnswers } from '../../../src/files/answers/read-answers.ts';
import { taskNames } from '../../../src/files/answers/task-names.ts';
import {
  type AnswerFormatName,
  type AnswerOptions,
  answerFormat,
  answerFormatName,
} from '../../../src/workflow/bank/answer-formats.ts';
import { makeParquet } from '../../item-bank/import/make-parquet.ts';
import { expectFailure, temporaryFolder } from '../temporary.ts';
import {
  EEE_RECORDS,
  HELM_RUN,
  HELM_STATS,
  LONG_ROWS,
  SAMPLES,
  SWE_REPORT,
  WIDE_ROWS,
  writeSample,
} from './sample-files.ts';

const base = temporaryFolder();
let folders = 0;

/** Writes a file, JSON if it is not text, and gives its path. */
function at(place: string, value: unknown): string {
  const path = join(base, `${folders++}`, place);
  mkdirSync(dirname(path), { recursive: true });
  const isPlain = typeof value === 'string' || Buffer.isBuffer(value);
  writeFileSync(path, isPlain ? value : JSON.stringify(value));
  return path;
}
const lines = (values: readonly unknown[]) => values.map((one) => JSON.stringify(one)).join('\n');

async function read(format: AnswerFormatName, files: string | string[], options?: AnswerOptions) {
  const { matrix, reports, families } = await readAnswers(
    [files].flat(),
    answerFormat(format, options),
    { open: (name) => name },
  );
  const { examinees, items, scores } = matrix;
  const table = Object.fromEntries(
    examinees.map((examinee, m) => [
      examinee,
      [...scores.subarray(m * items.length, (m + 1) * items.length)],
    ]),
  );
  for (const { read, accepted, rejectedCount, duplicates } of reports)
    expect(read).toBe(accepted + rejectedCount + duplicates);
  return { table, items, families, reports, report: reports[0] };
}

describe('swe-bench', () => {
  test('failures that are none of the agent are missing, and so are outcomes that are not known', async () => {
    const report = {
      submitted_ids: ['t1', 't2', 't3', 't4', 't5', 't6'],
      resolved_ids: ['t1'],
      unresolved_ids: ['t2'],
      error_ids: ['t3', 't4'],
      environment_failure_ids: ['t4'],
      skipped_flaky_ids: ['t5'],
      infra_failure_ids: ['t6'],
    };
    const { table, items } = await read('swe-bench', at('maker__agent-1.5.run1.json', report));
    expect(Object.fromEntries(items.map((item, j) => [item, table['maker/agent-1.5'][j]]))).toEqual(
      {
        t1: 1,
        t2: 0,
        t3: 0,
      },
    );
  });

  test('what failed is told by lists, by single outcomes and by the trials of Terminal-Bench', async () => {
    const answered = async (value: unknown, model?: string) => {
      const { table, items } = await read('swe-bench', at('agent.run1.json', value), { model });
      return Object.fromEntries(items.map((item, j) => [item, Object.values(table)[0][j]]));
    };
    const lists = {
      resolved_ids: ['a'],
      unresolved_ids: ['b', 'c', 'd'],
      timeout_ids: ['b'],
      docker_failed_ids: ['c'],
      image_build_error_ids: ['d'],
    };
    expect(await answered(lists)).toEqual({ a: 1, b: 0 });
    const outcome = (instance_id: string, resolved: boolean, cause: object) => ({
      instance_id,
      resolved,
      ...cause,
    });
    expect(
      await answered([
        outcome('a', true, { status: 'docker_error' }),
        outcome('b', false, { error: 'AgentTimeoutError' }),
        outcome('c', false, { exception_info: { exception_type: 'DockerError' } }),
        outcome('d', false, { exit_status: 'RateLimitError' }),
        outcome('e', false, { error: 'FAILED tests/test_docker.py' }),
        { ...outcome('f', false, { status: 'infra_error' }), resolved: 1 },
        outcome('g', false, { error: 'requests.exceptions.ConnectionError' }),
        outcome('h', false, { exit_status: 'exit_environment_timeout' }),
        outcome('i', false, { exception: 'werkzeug InternalServerError', test_status: 'FAIL' }),
        outcome('j', false, { error_type: 'BuildImageError' }),
        outcome('k', false, { error: 'rate limit exceeded' }),
        outcome('l', false, { exit_status: 'APIConnectionError' }),
        outcome('m', false, { test_status: 'networkx.exception.NetworkXError' }),
        outcome('n', false, {
          error: 'Error building image registry.example/eval/sphinx-12:latest',
        }),
        outcome('o', false, {
          error:
            'Traceback (most recent call last):\n  File "/opt/run.py"\ndocker.errors.NotFound: 404',
        }),
        outcome('p', false, {
          exception_info: {
            exception_type: 'RuntimeError',
            exception_message:
              'failed to start the sandbox container after 3 attempts, see /var/log',
          },
        }),
        outcome('q', false, {
          error:
            'E   AssertionError: tests/test_docker.py::test_pull expected the image to build, got None',
        }),
      ]),
    ).toEqual({ a: 1, b: 0, e: 0, f: 1, g: 0, h: 0, i: 0, m: 0, q: 0 });
    const trial = (task_id: string, failure_mode: string) => ({ task_id, failure_mode });
    const trials = {
      results: [trial('b', 'agent_timeout'), trial('c', 'agent_installation_failed')],
      resolved_ids: ['a'],
      unresolved_ids: ['b', 'c'],
    };
    expect(await answered(trials, 'agent')).toEqual({ a: 1, b: 0 });
  });

  test.each(['output.run1.json', 'predictions/results/results.json', 'report.eval.json'])(
    'no model is called by %s',
    async (place) => {
      const report = { resolved_ids: ['t1'], unresolved_ids: [] };
      await expect(read('swe-bench', at(place, report))).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        details: { option: '--model' },
      });
      const named = { ...report, model_name_or_path: 'maker/agent' };
      expect((await read('swe-bench', at(place, named))).table).toEqual({ 'maker/agent': [1] });
    },
  );

  test('a report of the harness: errors and empty patches are 0, tasks not submitted have no answer', async () => {
    const { table, items, report } = await read(
      'swe-bench',
      at('maker__agent-1.5.run1.json', SWE_REPORT),
    );
    expect(Object.keys(table)).toEqual(['maker/agent-1.5']);
    const scores = new Map(items.map((item, j) => [item, table['maker/agent-1.5'][j]]));
    expect(scores.size).toBe(10);
    for (const id of SWE_REPORT.submitted_ids)
      expect([id, scores.get(id)]).toEqual([id, SWE_REPORT.resolved_ids.includes(id) ? 1 : 0]);
    expect(report).toMatchObject({ read: 12, accepted: 10, rejectedCount: 2, duplicates: 0 });
    expect(report.rejected[0]).toEqual({
      where: 'incomplete_ids, entry 1',
      reason: 'task made__up-1010: not submitted, which SWE-bench itself counts as not resolved',
    });
  });

  const results = { resolved: ['t-1', 't-3'], no_generation: ['t-2'], no_logs: [] };

  test("a leaderboard's folder: the submission is the model, tasks not named are not resolved", async () => {
    const files = ['one', 'two'].map((name) => at(`${name}/results/results.json`, results));
    const { table, items } = await read('swe-bench', files, {
      tasks: ['t-1', 't-2', 't-3', 't-4'],
    });
    expect(items).toEqual(['t-1', 't-3', 't-2', 't-4']);
    expect(table).toEqual({ one: [1, 1, 0, 0], two: [1, 1, 0, 0] });
  });

  test('a task that is not among the tasks is left out', async () => {
    const file = at('one/results/results.json', results);
    const { report, items } = await read('swe-bench', file, { tasks: ['t-1', 't-2'] });
    expect(items).toEqual(['t-1', 't-2']);
    expect(report.rejected).toEqual([
      { where: 'resolved, entry 2', reason: 'task t-3: not among the tasks' },
    ]);
  });

  test('resolved tasks alone do not say what was asked', async () => {
    const file = at('one/results/results.json', results);
    await expect(read('swe-bench', file)).rejects.toMatchObject({
      code: 'FILE_INVALID',
      details: { accepted: expect.stringContaining('--items-file') },
    });
  });

  test('an older leaderboard: a task that was generated and not resolved is 0', async () => {
    const file = at('one/results/results.json', { ...results, generated: ['t-1', 't-3', 't-5'] });
    expect((await read('swe-bench', file)).table).toEqual({ one: [1, 1, 0, 0] });
  });

  test('reports of single tasks, and a list of outcomes of several models', async () => {
    const single = at('agent/t-1/report.json', { 't-1': { resolved: true, tests: {} } });
    expect((await read('swe-bench', single)).table).toEqual({ agent: [1] });
    const list = at('outcomes.json', [
      { instance_id: 't-1', model_name_or_path: 'a', resolved: true },
      { instance_id: 't-1', model_name_or_path: 'b', resolved: false },
      { instance_id: 't-1', model_name_or_path: 'b', resolved: false },
      { instance_id: 't-2', model_name_or_path: 'b', resolved: 'maybe' },
    ]);
    const { table, report } = await read('swe-bench', list);
    expect(table).toEqual({ a: [1], b: [0] });
    expect(report).toMatchObject({ read: 4, accepted: 2, duplicates: 1, rejectedCount: 1 });
  });

  test('a task that is resolved and not resolved', async () => {
    const file = at('agent.run1.json', { ...SWE_REPORT, error_ids: ['made__up-1000'] });
    await expect(read('swe-bench', file)).rejects.toMatchObject({
      code: 'FILE_INVALID',
      details: {
        where: 'error_ids, entry 1, examinee "agent", item "made__up-1000"',
        found: expect.stringMatching(/^score 0, but 1 at resolved_ids, entry 1/),
      },
    });
  });

  test.each([
    ['{"scores": 1}', 'no outcome of a task'],
    ['[1', 'no JSON object or list'],
    ['{"unresolved_ids": []}', 'no list of resolved tasks'],
  ])('%s: refused', async (text, found) => {
    await expect(read('swe-bench', at('agent.run1.json', text))).rejects.toThrow(found);
  });
});

describe('helm', () => {
  test('one split counts: test, else valid', async () => {
    const of = (split: string, k: number, mean: number) => ({
      instance_id: `id${k}`,
      stats: [{ name: { name: 'exact_match', split }, count: 1, mean }],
    });
    const place = `${HELM_RUN}/per_instance_stats.json`;
    const all = [of('train', 1, 1), of('valid', 2, 1), of('test', 3, 0), of('valid', 4, 1)];
    const tested = await read('helm', at(place, all));
    expect(tested.table.maker_small).toEqual([0]);
    expect(tested.report).toMatchObject({ rejectedCount: 3, isPartial: false });
    const valid = await read('helm', at(place, all.toSpliced(2, 1)));
    expect(valid.table.maker_small).toEqual([1, 1]);
    // Another run may have counted the test, whose instances have the same names.
    const ofTest = await read('helm', at(place, [of('test', 2, 0)]));
    expect(ofTest.items.filter((item) => valid.items.includes(item))).toEqual([]);
  });

  test('of an entry with two splits the test counts; an instance twice, and errors, are refused', async () => {
    const stat = (name: string, split: string, mean: number) => ({
      name: { name, split },
      count: 1,
      mean,
    });
    const entry = (...stats: object[]) => ({ instance_id: 'id1', stats });
    const place = `${HELM_RUN}/per_instance_stats.json`;
    const both = entry(stat('exact_match', 'valid', 1), stat('exact_match', 'test', 0));
    expect((await read('helm', at(place, [both]))).table.maker_small).toEqual([0]);
    const again = entry(stat('exact_match', 'test', 1));
    await expect(read('helm', at(place, [both, again]))).rejects.toMatchObject({
      code: 'FILE_INVALID',
    });
    const toxic = at(place, [entry(stat('toxic_frac', 'test', 0))]);
    await expect(read('helm', toxic)).rejects.toMatchObject({ code: 'FILE_INVALID' });
    const { table } = await read('helm', toxic, { metric: 'toxic_frac' });
    expect(table.maker_small).toEqual([0]);
  });

  const sample = () => writeSample(join(base, `${folders++}`), SAMPLES.helm.files);

  test('scores of exact_match; perturbed instances and further trials are left out', async () => {
    const { table, items, report } = await read('helm', sample());
    expect(table).toEqual({ 'maker/small': [1, 0, 1, 0, 1, 0, 1, 0] });
    expect(items[3]).toBe('made_up_subject_law_method_joint:id3');
    expect(report.rejected.map(({ reason }) => reason)).toEqual([
      'instance id0: a perturbed instance',
      'instance id1: trial 1; only trial 0 counts',
    ]);
  });

  test('another metric; one of fractions ends the reading and names those of 0 and 1', async () => {
    const file = sample();
    expect((await read('helm', file, { metric: 'prefix_exact_match' })).table).toEqual({
      'maker/small': [1, 1, 1, 1, 1, 1, 1, 1],
    });
    await expect(read('helm', file, { metric: 'f1_score' })).rejects.toMatchObject({
      code: 'FILE_INVALID',
      details: {
        where: 'instance "id0", metric "f1_score"',
        found: '0.25',
        accepted: expect.stringContaining('--metric (0 or 1 for this instance: exact_match'),
      },
    });
    await expect(read('helm', file, { metric: 'bleu' })).rejects.toMatchObject({
      code: 'FILE_INVALID',
      details: {
        found: expect.stringContaining('no metric bleu; found: num_references, exact_match'),
      },
    });
  });

  test('without run_spec.json the folder names model and scenario', async () => {
    const { table, items } = await read(
      'helm',
      at(`${HELM_RUN}/per_instance_stats.json`, HELM_STATS),
    );
    expect(Object.keys(table)).toEqual(['maker_small']);
    expect(items[0]).toBe('made_up_subject_law_method_joint:id0');
    await expect(
      read('helm', at('runs/per_instance_stats.json', HELM_STATS)),
    ).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    });
  });

  test('display_predictions.json has its statistics by name', async () => {
    const file = at(`${HELM_RUN}/display_predictions.json`, [
      { instance_id: 'id1', train_trial_index: 0, predicted_text: 'B', stats: { exact_match: 1 } },
    ]);
    expect((await read('helm', file)).table).toEqual({ maker_small: [1] });
  });
});

describe('every-eval-ever', () => {
  test('scores by sample and model', async () => {
    const { table, items } = await read(
      'every-eval-ever',
      at('x_samples.jsonl', lines(EEE_RECORDS)),
    );
    expect(items).toEqual(['0', '1', '2', '3', '4', '5'].map((k) => `made_up_${k}`));
    expect(table).toEqual({
      'maker/model-1': [1, 1, 1, 1, 1, 1],
      'maker/model-2': [1, 0, 1, 0, 1, 0],
    });
  });

  test('scores out of 0 to 1 are refused, and is_correct read instead', async () => {
    const records = EEE_RECORDS.map((one) => ({
      ...one,
      evaluation: { ...one.evaluation, score: one.evaluation.score * 100 },
    }));
    const file = at('x_samples.jsonl', lines(records));
    await expect(read('every-eval-ever', file)).rejects.toMatchObject({
      code: 'FILE_INVALID',
      details: { where: 'sample "made_up_0", evaluation.score', found: '100' },
    });
    const { table } = await read('every-eval-ever', file, { metric: 'is_correct' });
    expect(table['maker/model-2']).toEqual([1, 0, 1, 0, 1, 0]);
  });

  test('an error is no answer; scores and is_correct that contradict, and errors as scores, are refused', async () => {
    const [first, second] = EEE_RECORDS;
    const failed = { ...second, error: 'timeout', evaluation: { score: 0, is_correct: false } };
    const file = at('x_samples.jsonl', lines([first, failed]));
    const { table, report } = await read('every-eval-ever', file);
    expect(table).toEqual({ 'maker/model-1': [1] });
    expect(report).toMatchObject({ rejectedCount: 1, isPartial: false });
    const lower = { ...first, evaluation: { score: 0, is_correct: true } };
    const contradicting = at('x_samples.jsonl', lines([lower]));
    await expect(read('every-eval-ever', contradicting)).rejects.toMatchObject({
      code: 'FILE_INVALID',
    });
    expect((await read('every-eval-ever', contradicting, { metric: 'score' })).table).toEqual({
      'maker/model-1': [0],
    });
    const evaluation_results = [
      { evaluation_name: first.evaluation_name, metric_config: { lower_is_better: true } },
    ];
    writeFileSync(file.replace('_samples.jsonl', '.json'), JSON.stringify({ evaluation_results }));
    await expect(read('every-eval-ever', file)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });

  test('fewer records than the file beside them tells are a file that is cut off', async () => {
    const file = at('cut_samples.jsonl', lines(EEE_RECORDS));
    const tell = (total_rows: number) =>
      writeFileSync(
        file.replace('_samples.jsonl', '.json'),
        JSON.stringify({ detailed_evaluation_results: { total_rows } }),
      );
    tell(EEE_RECORDS.length + 1);
    await expect(read('every-eval-ever', file)).rejects.toMatchObject({
      details: { where: 'the end of the file' },
    });
    tell(EEE_RECORDS.length);
    expect((await read('every-eval-ever', file)).report.isPartial).toBe(false);
  });

  test('two evaluations: one is to be chosen', async () => {
    const other = EEE_RECORDS.map((one) => ({ ...one, evaluation_name: 'other' }));
    const file = at('x_samples.jsonl', lines([...EEE_RECORDS, ...other]));
    await expect(read('every-eval-ever', file)).rejects.toMatchObject({
      code: 'FILE_INVALID',
      details: {
        found: 'evaluation "other" after "made_up"',
        accepted: expect.stringContaining('--evaluation'),
      },
    });
    const { report } = await read('every-eval-ever', file, { evaluation: 'other' });
    expect(report).toMatchObject({ accepted: 12, rejectedCount: 12 });
    expect(report.rejected[0].reason).toMatch(/^evaluation made_up; /);
  });
});

describe('parquet', () => {
  test('long and wide, as stated', async () => {
    const long = await read('parquet', at('long.parquet', makeParquet(LONG_ROWS)));
    expect(long.table).toEqual({
      'model-a': [0, 1, 0, 1, 0],
      'model-b': [1, 0, 1, 0, 1],
      'model-c': [0, 1, 0, 1, 0],
    });
    expect(long.families).toBeNull();
    const wide = await read('parquet', at('wide.parquet', makeParquet(WIDE_ROWS)));
    expect(wide.items).toEqual(['q0', 'q1', 'q2']);
    expect(wide.table).toEqual({
      'model-a': [0, 1, 0],
      'model-b': [1, Number.NaN, 0],
      'model-c': [0, 1, 0],
    });
    expect(wide.families).toEqual(['family 0', 'family 1', 'family 2']);
  });

  test('rows that are no answers are left out', async () => {
    const rows = [...LONG_ROWS, { examinee: null, item: 'q1', score: 1 }, LONG_ROWS[0]];
    const bad = { examinee: 'x', item: 'q1', score: 7 };
    const { report } = await read('parquet', at('x.parquet', makeParquet([...rows, bad])));
    expect(report).toMatchObject({ read: 18, accepted: 15, duplicates: 1 });
    expect(report.rejected).toEqual([
      { where: 'row 16', reason: 'column examinee: no name' },
      {
        where: 'row 18',
        reason: 'item q1: 7; accepted: a number from 0 to 1, true, false or null',
      },
    ]);
  });
});

test.each([
  ['runs/a/per_instance_stats.json', 'helm'],
  ['a/results/results.json', 'swe-bench'],
  ['0a_samples.jsonl', 'every-eval-ever'],
  ['answers.parquet', 'parquet'],
  ['answers.csv', 'csv'],
])('%s is %s', (file, format) => {
  expect(answerFormatName(undefined, file)).toBe(format);
});

test('options of another format are refused', () => {
  expect(() => answerFormat('csv', { model: 'x' })).toThrow(
    expect.objectContaining({
      code: 'OPTIONS_CONFLICT',
      details: expect.objectContaining({ options: 'model' }),
    }),
  );
  expect(() => answerFormat('swe-bench', { metric: 'x' })).toThrow(
    expect.objectContaining({
      code: 'OPTIONS_CONFLICT',
      details: expect.objectContaining({ options: 'metric' }),
    }),
  );
  expect(() => answerFormat('helm', { tasks: ['x'] })).toThrow(
    expect.objectContaining({
      code: 'OPTIONS_CONFLICT',
      details: expect.objectContaining({ options: 'itemsFile' }),
    }),
  );
});

test('ids of tasks: one per line, each once', () => {
  expect(taskNames(at('tasks.txt', 'a\r\n\n b \n'))).toEqual(['a', 'b']);
  const again = at('tasks.txt', 'a\nb\na\n');
  expectFailure(
    () => taskNames(again),
    'FILE_INVALID',
    'FILE, line 3: found task "a" again (first: line 1); accepted: each task once, one id per line.',
    again,
  );
});
