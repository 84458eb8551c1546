import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ThetarankError } from '../../../src/errors.ts';
import { readHarnessSamples } from '../../../src/files/harness/read-harness-samples.ts';
import { repetitions } from '../../repetitions.ts';
import { expectFailure, temporaryFiles } from '../temporary.ts';
import { bank } from './harness-bank.ts';

const file = temporaryFiles();
const LAW = 'samples_sums_law_2024-11-02T10-11-12.345678.jsonl';
const DIVISION = 'samples_sums_long_division_2024-11-02T10-11-12.jsonl';

/** A line as lm_eval --log_samples writes it; `fields` overrides, undefined leaves a field out. */
function sample(fields: Record<string, unknown>): string {
  return JSON.stringify({
    doc_id: 0,
    doc: { question_id: 71, category: 'law' },
    target: '4',
    arguments: { gen_args_0: { arg_0: '2 + 2 =' } },
    resps: [['It is 4']],
    filtered_resps: ['4'],
    filter: 'custom-extract',
    metrics: ['exact_match'],
    exact_match: 1,
    doc_hash: 'd',
    ...fields,
  });
}

/** A log of these samples. */
const log = (samples: Record<string, unknown>[], name = LAW) =>
  file(`${samples.map(sample).join('\n')}\n`, name);

const answer = (index: number, score: number) => ({ item: bank.items[index], index, score });
const clean = {
  duplicates: 0,
  unknown: 0,
  otherFilter: 0,
  disagreeing: 0,
  compared: 0,
  filter: 'custom-extract',
  metric: 'exact_match',
};

describe('readHarnessSamples', () => {
  test('reads items by their documents, in the order of the bank', () => {
    const files = [
      log([
        { doc_id: 2, doc: { question_id: 74 }, exact_match: 0 },
        { doc_id: 0, doc: { question_id: '71' }, exact_match: true },
      ]),
      log([{ doc_id: 1, doc: { question_id: 72 }, exact_match: 0.5 }], DIVISION),
    ];
    const expected = {
      answers: [answer(1, 1), answer(2, 0.5), answer(4, 0)],
      report: { ...clean, lines: 3, accepted: 3 },
      patterns: [],
    };
    expect(readHarnessSamples(files, bank)).toEqual(expected);
    expect(readHarnessSamples(files.reverse(), bank)).toEqual(expected);
  });

  test('reads items by task and doc_id if no document is logged', () => {
    const files = [
      log([
        { doc_id: 1, doc: undefined },
        { doc_id: 0, doc: 'bare text', exact_match: 0 },
      ]),
      log([{ doc_id: 2, doc: { text: 'no id' } }], DIVISION),
    ];
    const { answers } = readHarnessSamples(files, bank);
    expect(answers).toEqual([answer(1, 0), answer(3, 1), answer(5, 1)]);
  });

  test('reads the document if doc_id names another, and counts it', () => {
    const path = log([
      { doc_id: 2, doc: { question_id: 71 } },
      { doc_id: 9, doc: { question_id: 73 } },
      { doc_id: undefined, doc: { question_id: 74 } },
    ]);
    const { answers, report } = readHarnessSamples([path], bank);
    expect(answers).toEqual([answer(1, 1), answer(3, 1), answer(4, 1)]);
    expect(report.disagreeing).toBe(2);
  });

  test('reads a file of any name if documents are logged', () => {
    const path = log([{ doc_id: 2 }], 'renamed.jsonl');
    expect(readHarnessSamples([path], bank).report.disagreeing).toBe(0);
  });

  test('reads a file whose task name was made safe for file names', () => {
    const dashed = { ...bank, harness: { ...bank.harness!, taskPrefix: 'sums-' } };
    const path = log([{ doc: undefined, doc_id: 1 }]);
    expect(readHarnessSamples([path], dashed).answers).toEqual([answer(3, 1)]);
  });

  test('reads repeats and unknown items, and counts them', () => {
    const path = log([
      {},
      {},
      { doc: { question_id: 99 } },
      { doc: { question_id: 70 }, doc_id: 0 },
      { doc: undefined, doc_id: 17 },
    ]);
    const { answers, report } = readHarnessSamples([path], bank);
    expect(answers).toEqual([answer(0, 1), answer(1, 1)]);
    expect(report).toEqual({
      ...clean,
      lines: 5,
      accepted: 2,
      duplicates: 1,
      unknown: 2,
      disagreeing: 1,
    });
  });

  const none = { metrics: undefined, exact_match: undefined };
  test.each([
    ['the first metric', {}, { metrics: ['f1', 'em'], f1: 0.5, em: 1 }, 0.5, 'f1'],
    ['acc before others', {}, { metrics: ['acc_norm', 'acc'], acc: 1, acc_norm: 0 }, 1, 'acc'],
    [
      'exact_match before acc',
      {},
      { metrics: ['acc', 'exact_match'], acc: 0, exact_match: 1 },
      1,
      'exact_match',
    ],
    [
      'the metric asked for',
      { metric: 'f1' },
      { metrics: ['exact_match', 'f1'], f1: 0.25 },
      0.25,
      'f1',
    ],
    ['a known metric of an older log', {}, { ...none, acc: 0, acc_norm: 1 }, 0, 'acc'],
    ['false as 0', {}, { exact_match: false }, 0, 'exact_match'],
  ])('%s', (_name, options, fields, score, metric) => {
    const { answers, report } = readHarnessSamples([log([fields])], bank, options);
    expect(answers).toEqual([answer(1, score)]);
    expect(report.metric).toBe(metric);
    expect(report.compared).toBe(0);
  });

  test('responses against the target if there is no metric', () => {
    const path = log([
      { ...none, doc: { question_id: 71 }, filtered_resps: [' b\n'], target: 'B' },
      { ...none, doc: { question_id: 73 }, filtered_resps: [['C']], target: 'B' },
      { ...none, doc: { question_id: 74 }, filtered_resps: ['4'], target: 4 },
    ]);
    const { answers, report } = readHarnessSamples([path], bank);
    expect(answers).toEqual([answer(1, 1), answer(3, 0), answer(4, 1)]);
    expect(report).toMatchObject({ compared: 3, metric: 'target' });
  });

  const strict = { filter: 'strict', exact_match: 0 };
  const flexible = { filter: 'flexible', exact_match: 1 };

  test('the filter asked for', () => {
    const { answers, report } = readHarnessSamples([log([strict, flexible])], bank, {
      filter: 'flexible',
    });
    expect(answers).toEqual([answer(1, 1)]);
    expect(report).toMatchObject({ lines: 2, accepted: 1, otherFilter: 1, filter: 'flexible' });
  });

  test('logs without filters', () => {
    const { report } = readHarnessSamples([log([{ filter: undefined }])], bank);
    expect(report.filter).toBe(null);
  });

  describe('refuses', () => {
    test('several filters and no choice, or a filter that is not there', () => {
      const path = log([strict, flexible, strict]);
      const list = '"strict", "flexible"';
      expectFailure(
        () => readHarnessSamples([path], bank),
        'OPTION_INVALID',
        `--filter: found nothing, but the logs have the filters ${list}; accepted: one of them.`,
      );
      expectFailure(
        () => readHarnessSamples([path], bank, { filter: 'other' }),
        'OPTION_INVALID',
        `--filter: found "other"; accepted: ${list}.`,
      );
      expectFailure(
        () => readHarnessSamples([log([{ filter: undefined }])], bank, { filter: 'strict' }),
        'OPTION_INVALID',
        '--filter: found "strict"; accepted: no --filter, because the logs name no filter.',
      );
    });

    test('a bank without a map to the harness', () => {
      const message =
        'bank sums: its items cannot be matched with lm-evaluation-harness (it does not say which task and document an item is).';
      const unmapped = { ...bank, harness: undefined };
      expectFailure(() => readHarnessSamples([log([{}])], unmapped), 'HARNESS_UNMAPPED', message);
    });

    test('no files', () => {
      const message = 'sample logs: found none; accepted: files samples_<task>_<date>.jsonl.';
      expectFailure(() => readHarnessSamples([], bank), 'OPTION_INVALID', message);
    });

    test('a file that is not there', () => {
      const message = 'none.jsonl: no such file. Check the path.';
      expectFailure(() => readHarnessSamples(['none.jsonl'], bank), 'FILE_NOT_FOUND', message);
    });

    test('logs of nothing that the bank has', () => {
      const other = [
        log([{ doc: { question_id: 1 } }]),
        log([{ doc: { question_id: 2 } }], DIVISION),
      ];
      const accepted = 'accepted: logs of the tasks sums_…';
      expectFailure(
        () => readHarnessSamples(other.slice(0, 1), bank),
        'FILE_INVALID',
        `FILE: found no item of bank sums in 1 line; ${accepted}.`,
        other[0],
      );
      expectFailure(
        () => readHarnessSamples(other, bank),
        'FILE_INVALID',
        `FILE and 1 more: found no item of bank sums in 2 lines; ${accepted}.`,
        other[0],
      );
    });

    test('two scores of one item in two files', () => {
      const first = log([{}]);
      const second = log([{ doc: { question_id: 73 } }, { exact_match: 0 }], DIVISION);
      expectFailure(
        () => readHarnessSamples([first, second], bank),
        'FILE_INVALID',
        `${second}, line 2, item "s71": found score 0, but 1 on line 1 of ${first}; accepted: one score per item: logs of one examinee and one run.`,
      );
    });

    const shape = 'one JSON object per line, as lm_eval --log_samples writes it';
    const located =
      'a line with doc.question_id, or a line with doc_id in a file samples_<task>_<date>.jsonl';
    test.each([
      ['an empty file', '\n', 'FILE: found an empty file; accepted: one JSON object per line.'],
      [
        'a line that was cut off',
        `${sample({})}\n{"doc_id": 1, "doc": {"quest`,
        `FILE, line 2: found "{"doc_id": 1, "doc": {"quest"; accepted: ${shape}.`,
      ],
      ['a list', '[1]\n', `FILE, line 1: found "[1]"; accepted: ${shape}.`],
      ['null', 'null\n', `FILE, line 1: found "null"; accepted: ${shape}.`],
      [
        'a doc_id below 0',
        sample({ doc_id: -1 }),
        'FILE, line 1, field "doc_id": found "-1"; accepted: a whole number, 0 or more.',
      ],
      [
        'a filter that is no name',
        sample({ filter: 3 }),
        'FILE, line 1, field "filter": found "3"; accepted: the name of a filter.',
      ],
      [
        'metrics that are no names',
        sample({ metrics: ['acc', 3] }),
        'FILE, line 1, field "metrics": found a list; accepted: a list of metric names.',
      ],
      ...[
        ['True', '"True"'],
        [null, '"null"'],
        [[1], 'a list'],
        [{ mean: 1 }, 'an object'],
      ].map(([value, found]) => [
        `the score ${JSON.stringify(value)}`,
        sample({ exact_match: value }),
        `FILE, line 1, item "s71", metric "exact_match": found ${found}; accepted: a number in [0, 1], true or false.`,
      ]),
      [
        'another metric than before',
        `${sample({})}\n${sample({ doc: { question_id: 73 }, metrics: ['f1'], f1: 1, exact_match: undefined })}`,
        'FILE, line 2, item "s73": found the metrics "f1"; accepted: a line with the metric "exact_match".',
      ],
      ...[
        [
          ['-1.2', 'False'],
          ['-3.4', 'False'],
        ],
        [],
        'B',
        undefined,
      ].map((filtered_resps) => [
        `no metric and the responses ${JSON.stringify(filtered_resps)}`,
        sample({ ...none, filtered_resps }),
        'FILE, line 1, item "s71": found neither a metric nor a response to compare with the target; accepted: a line with a metric such as "exact_match": 1.',
      ]),
      [
        'no metric and no target',
        sample({ ...none, target: undefined }),
        'FILE, line 1, item "s71": found neither a metric nor a response to compare with the target; accepted: a line with a metric such as "exact_match": 1.',
      ],
      [
        'no document and no doc_id',
        sample({ doc: undefined, doc_id: undefined }),
        `FILE, line 1: found neither doc.question_id nor doc_id; accepted: ${located}.`,
      ],
    ])('%s', (_name, text, message) => {
      const path = file(text, LAW);
      expectFailure(() => readHarnessSamples([path], bank), 'FILE_INVALID', message, path);
    });

    test.each([1.5, -1, 45])('a metric with the score %j', (value) => {
      const path = file(`${sample({})}\n${sample({ exact_match: value })}`, LAW);
      expect(() => readHarnessSamples([path], bank)).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID' }),
      );
    });

    test('lines that were damaged anyhow, or reads them', () => {
      const good = `${sample({})}\n${sample({ doc: undefined, doc_id: 1 })}\n`;
      const piece = fc.constantFrom(
        '',
        '"',
        ',',
        ':',
        '{',
        ']',
        '\n',
        '1',
        '-',
        'null',
        '"doc":',
        '\\',
      );
      const edit = fc.tuple(fc.nat(good.length), fc.nat(12), piece);
      fc.assert(
        fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
          const damage = (text: string, [at, cut, put]: [number, number, string]) =>
            text.slice(0, at) + put + text.slice(at + cut);
          const path = file(edits.reduce(damage, good), LAW);
          try {
            readHarnessSamples([path], bank);
          } catch (error) {
            expect(error).toBeInstanceOf(ThetarankError);
          }
        }),
        { numRuns: repetitions(1000, 160), seed: 1 },
      );
    });

    test('a value nested without end', () => {
      const path = file(`{"doc_id": ${'['.repeat(1e6)}${']'.repeat(1e6)}}`, LAW);
      const message =
        'FILE, line 1, field "doc_id": found a list; accepted: a whole number, 0 or more.';
      expectFailure(() => readHarnessSamples([path], bank), 'FILE_INVALID', message, path);
    });

    test('no document in a file whose name has no task', () => {
      const path = log([{ doc: undefined }], 'renamed.jsonl');
      const message = `FILE, line 1: found neither doc.question_id nor a task in the name of the file; accepted: ${located}.`;
      expectFailure(() => readHarnessSamples([path], bank), 'FILE_INVALID', message, path);
    });

    test('a requested metric that is missing', () => {
      const options = { metric: 'acc' };
      const [one, bare] = [log([{}]), log([none], DIVISION)];
      const accepted = 'accepted: a line with the metric "acc"';
      expectFailure(
        () => readHarnessSamples([one], bank, options),
        'FILE_INVALID',
        `FILE, line 1, item "s71": found the metrics "exact_match"; ${accepted}.`,
        one,
      );
      expectFailure(
        () => readHarnessSamples([bare], bank, options),
        'FILE_INVALID',
        `FILE, line 1, item "s71": found no metrics; ${accepted}.`,
        bare,
      );
    });
  });
});
