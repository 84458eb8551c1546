import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lmEval } from '../../../../item-bank/import/logs/lm-eval.ts';
import { temporaryFolder } from '../../../files/temporary.ts';
import { bytesSource } from '../run-import.ts';
import { runLogs } from '../run-log.ts';

const DATE = '2026-01-31T09-30-00.123456';
const lines = (...samples: unknown[]) => samples.map((one) => JSON.stringify(one)).join('\n');
const log = (task: string, ...samples: unknown[]) =>
  bytesSource(lines(...samples), `samples_${task}_${DATE}.jsonl`);

/** A line of a multiple-choice task. */
const choice = (k: number, acc: number, doc: object, target: unknown, texts = ['one', 'two']) => ({
  doc_id: k,
  doc,
  target,
  arguments: texts.map((text) => ['Examples before.\n\nQuestion: sent', ` ${text}`]),
  resps: texts.map(() => [['-1.5', 'False']]),
  filtered_resps: texts.map(() => ['-1.5', 'False']),
  filter: 'none',
  metrics: ['acc', 'acc_norm'],
  acc,
  acc_norm: Number.NaN,
});
const generated = (k: number, exact_match: number, extra: object = {}) => ({
  doc_id: k,
  doc: { question: `How many is ${k}?`, answer: `${k}` },
  target: `${k}`,
  arguments: { gen_args_0: { arg_0: 'sent', arg_1: { until: ['\n'] } } },
  resps: [['4']],
  filtered_resps: ['4'],
  metrics: ['exact_match'],
  exact_match,
  ...extra,
});

describe('items', () => {
  test.each([
    [
      'a list, the target a place',
      { question: 'Why?', choices: ['one', 'two'], answer: 1, subject: 's' },
      1,
    ],
    [
      'a list, the target a letter',
      { question: 'Why?', options: ['one', 'two'], subject: 's' },
      ' B',
    ],
    [
      'texts and labels',
      {
        question: 'Why?',
        choices: { text: ['one', 'two'], label: ['1', '2'] },
        answerKey: '2',
        subject: 's',
      },
      '1',
    ],
    ['letters to texts', { query: 'Why?', choices: { A: 'one', B: 'two' }, subject: 's' }, 'two'],
    ['none but those that were sent', { question: 'Why?', subject: 's' }, 1],
  ])('options: %s', async (_, doc, target) => {
    const { items } = await runLogs(lmEval({ model: 'm' }), [
      log('tiny', choice(0, 1, doc, target)),
    ]);
    expect(items[0]).toMatchObject({
      type: 'single',
      stem: 'Why?',
      options: { A: 'one', B: 'two' },
      key: ['B'],
      tags: { task: 'tiny', subject: 's' },
      source: 'tiny',
    });
    expect(items[0].id).toBe(`tiny-${items[0].hash.slice(0, 16)}`);
  });

  const TEXTS = { A: 'one', B: 'two', C: 'three', D: 'four' };
  const LETTERS = Object.keys(TEXTS);
  const columns = (names: string) =>
    Object.fromEntries(names.split(' ').map((name, k) => [name, Object.values(TEXTS)[k]]));
  const reject = async (sample: object) => {
    const { items, reports } = await runLogs(lmEval({ model: 'm' }), [log('t', sample)]);
    expect(items).toEqual([]);
    return reports[0].rejected[0].reason;
  };

  test.each([
    ['CMMLU', { Question: 'Why?', ...columns('A B C D'), Answer: 'B' }, '1', ['B']],
    ['C-Eval', { id: 3, question: 'Why?', ...columns('A B C D'), answer: 'B' }, 1, ['B']],
    ['KMMLU', { question: 'Why?', answer: 1, ...columns('A B C D') }, '0', ['A']],
    ['MedMCQA', { question: 'Why?', ...columns('opa opb opc opd'), cop: 2 }, '2', ['C']],
    ['option_a', { question: 'Why?', ...columns('option_a option_b option_c option_d') }, 3, ['D']],
    ['choice_a', { question: 'Why?', ...columns('choice_a choice_b choice_c choice_d') }, 3, ['D']],
    ['four and a blank one', { question: 'Why?', ...columns('A B C D'), E: null }, 'B', ['B']],
    [
      'a list of letters beside',
      { question: 'Why?', choices: LETTERS, ...columns('A B C D') },
      1,
      ['B'],
    ],
  ])('columns, letters sent: %s', async (_, doc, target, key) => {
    const { items } = await runLogs(lmEval({ model: 'm' }), [
      log('t', choice(0, 1, doc, target, LETTERS)),
    ]);
    expect(items[0]).toMatchObject({ type: 'single', stem: 'Why?', options: TEXTS, key });
    expect(Object.keys(items[0].tags)).toEqual(['task']);
  });

  test('columns option1, option2: a number is a label or a place', async () => {
    const doc = { question: 'Why?', option1: 'one', option2: 'two' };
    const { items } = await runLogs(lmEval({ model: 'm' }), [log('t', choice(0, 1, doc, 'two'))]);
    expect(items[0]).toMatchObject({ options: { A: 'one', B: 'two' }, key: ['B'] });
    expect(await reject(choice(0, 1, doc, 1))).toBe(
      'an ambiguous target: by its label A, by its place B',
    );
  });

  test('columns of another number than was sent are something else', async () => {
    const doc = { question: 'Why?', a: 'p', b: 'q', c: 'r' };
    const { items } = await runLogs(lmEval({ model: 'm' }), [log('t', choice(0, 1, doc, 1))]);
    expect(items[0]).toMatchObject({ options: { A: 'one', B: 'two' }, key: ['B'] });
  });

  test('letters that were sent are no options', async () => {
    for (const doc of [{ question: 'Why?' }, {}, { question: 'Why?', choices: LETTERS }])
      expect(await reject(choice(0, 1, doc, 1, LETTERS))).toBe(
        'options that are only letters, without their texts in doc',
      );
  });

  test.each([
    ['letters sent: a place', ['2', '0', '1', '3'], 'MMLU', 1, LETTERS, 'B'],
    ['the number in doc', ['2', '0', '1', '3'], 1, '1', ['2', '0', '1', '3'], 'B'],
    ['text and place agree', ['0', '1', '2', '3'], undefined, '3', ['0', '1', '2', '3'], 'D'],
  ])('numbers as options, %s', async (_, choices, answer, target, sent, key) => {
    const doc = { question: 'Why?', choices, answer };
    const { items } = await runLogs(lmEval({ model: 'm' }), [
      log('t', choice(0, 1, doc, target, sent)),
    ]);
    expect(items[0].key).toEqual([key]);
  });

  test.each([
    ['text and place', { choices: ['2', '0', '1', '3'] }, '1', 'by its text C, by its place B'],
    ['label and text', { choices: ['B', 'A', 'AB', 'O'] }, 'B', 'by its label B, by its text A'],
    [
      'all three',
      { choices: { text: ['2', '1', '4', '3'], label: ['1', '2', '3', '4'] } },
      '2',
      'by its label B, by its text A, by its place C',
    ],
  ])('a target that names different options is rejected: %s', async (_, doc, target, ways) => {
    const all = { question: 'Why?', ...doc };
    for (const sent of [['w', 'x', 'y', 'z'], []])
      expect(await reject(choice(0, 1, all, target, sent))).toBe(`an ambiguous target: ${ways}`);
  });

  test('an answerKey decides between them', async () => {
    const choices = { text: ['2', '1', '4', '3'], label: ['1', '2', '3', '4'] };
    const doc = { question: 'Why?', choices, answerKey: '2' };
    const { items } = await runLogs(lmEval({ model: 'm' }), [log('t', choice(0, 1, doc, '2', []))]);
    expect(items[0].key).toEqual(['B']);
  });

  test('if the document is empty, the sent prompt', async () => {
    const { items } = await runLogs(lmEval({ model: 'm' }), [log('t', choice(0, 1, {}, 0))]);
    expect(items[0]).toMatchObject({ stem: 'Examples before.\n\nQuestion: sent', key: ['A'] });
  });

  test('generated answers: the target is the reference', async () => {
    const { items } = await runLogs(lmEval({ model: 'm' }), [
      log('gsm', generated(1, 1), generated(2, 0, { target: ['2', 'two'] })),
    ]);
    expect(items.map(({ type, key }) => [type, key])).toEqual([
      ['open', ['1']],
      ['open', ['2', 'two']],
    ]);
  });

  test('an invalid item is rejected with its line', async () => {
    const { reports, items } = await runLogs(lmEval({ model: 'm' }), [
      log(
        't',
        1,
        { doc: {}, target: 'x' },
        generated(1, 1, { target: '' }),
        { filter: 3 },
        { ...choice(0, 1, { question: 'Why?' }, 7), filter: undefined },
      ),
    ]);
    expect(items).toEqual([]);
    expect(reports[0].rejected.map(({ reason }) => reason)).toEqual([
      'not an object',
      'neither a question in doc nor arguments',
      'no target',
      '"3"; accepted: the name of a filter',
      'a target that is none of the options',
    ]);
  });
});

describe('answers', () => {
  test('several tasks and models give one matrix; items are there once', async () => {
    const two = (acc: number) => [0, 1].map((k) => choice(k, acc, { question: `Q${k}?` }, 0));
    const first = await runLogs(lmEval({ model: 'm' }), [
      log('a', ...two(1)),
      log('b', generated(5, 0.5)),
    ]);
    expect(first.items).toHaveLength(3);
    expect([...first.matrix.scores]).toEqual([1, 1, 0.5]);
    expect(first.reports.map(({ accepted, duplicates }) => [accepted, duplicates])).toEqual([
      [2, 0],
      [1, 0],
    ]);
  });

  test('of repeats the mean; a metric by name; a line without a score has no answer', async () => {
    const again = [choice(0, 1, { question: 'Q?' }, 0), choice(1, 0, { question: 'Q?' }, 0)];
    const mean = await runLogs(lmEval({ model: 'm' }), [log('a', ...again)]);
    expect([...mean.matrix.scores]).toEqual([0.5]);
    const named = lmEval({ model: 'm', metric: 'other' });
    const { unscored, missing } = await runLogs(named, [
      log('a', { ...again[0], other: '1', metrics: ['other'] }),
    ]);
    expect(unscored).toEqual(['"1"; accepted: a number in [0, 1], true or false']);
    expect(missing).toEqual(['m']);
  });

  test('logs without a list of metrics have them in their other fields', async () => {
    const {
      metrics: _,
      exact_match: __,
      ...old
    } = generated(7, 0, { filtered_resps: ['It is 7.'] });
    const scores = async (...fields: object[]) => [
      ...(
        await runLogs(lmEval({ model: 'm' }), [log('a', ...fields.map((f) => ({ ...old, ...f })))])
      ).matrix.scores,
    ];
    expect(await scores({ doc_hash: '1', tokens: 1, em: 1, f1: 0.5 })).toEqual([1]);
    expect(await scores({ 'exact_match,strict-match': 1 })).toEqual([1]);
    expect(await scores({ filtered_resps: ['7'] })).toEqual([1]);
    await expect(scores({ wer: 0.5 })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
    const later = { doc: { question: 'Why?' }, doc_id: 8 };
    await expect(scores({}, { ...later, em: 1 })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { option: '--metric' },
    });
  });

  test('a scale beyond 0 to 1 ends the reading; a metric with one number is preferred', async () => {
    const bleu = (k: number, value: number) =>
      generated(k, 0, { metrics: ['bleu'], bleu: value, exact_match: undefined });
    await expect(
      runLogs(lmEval({ model: 'm' }), [log('a', bleu(1, 0.5), bleu(2, 45))]),
    ).rejects.toMatchObject({ code: 'OPTION_INVALID', details: { option: '--metric' } });
    const both = { metrics: ['inst_acc', 'prompt_acc'], inst_acc: [true, false], prompt_acc: true };
    const { matrix } = await runLogs(lmEval({ model: 'm' }), [
      log('a', generated(1, 0, { ...both, exact_match: undefined })),
    ]);
    expect([...matrix.scores]).toEqual([1]);
  });

  test('two runs in one file are refused, several tasks in one are not', async () => {
    const one = generated(1, 0, { filter: 'none' });
    await expect(
      runLogs(lmEval({ model: 'm' }), [log('a', one, { ...one, exact_match: 1 })]),
    ).rejects.toMatchObject({ code: 'FILE_INVALID' });
    const task = { ...one, doc: { question: 'Of another task?' } };
    expect((await runLogs(lmEval({ model: 'm' }), [log('a', one, task)])).items).toHaveLength(2);
  });

  test('several filters: one is to be chosen', async () => {
    const both = ['strict', 'flexible'].map((filter, k) => generated(1, k, { doc_id: 0, filter }));
    const found = expect.stringMatching(/"strict" and "flexible"/);
    await expect(runLogs(lmEval({ model: 'm' }), [log('g', ...both)])).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { option: '--filter', found },
    });
    const chosen = await runLogs(lmEval({ model: 'm', filter: 'flexible' }), [log('g', ...both)]);
    expect(chosen.reports[0]).toMatchObject({ read: 1, accepted: 1 });
    expect([...chosen.matrix.scores]).toEqual([1]);
  });

  test('filters without names are those of the first, the second … line of a document', async () => {
    const samples = [0, 1, 0].map((first, k) => [generated(k, first), generated(k, 1)]);
    for (const order of [samples.flat(), [0, 1].flatMap((f) => samples.map((own) => own[f]))]) {
      await expect(runLogs(lmEval({ model: 'm' }), [log('g', ...order)])).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        details: { option: '--filter', found: expect.stringMatching(/"1" and "2"/) },
      });
      for (const [filter, scores] of [
        ['1', [0, 1, 0]],
        ['2', [1, 1, 1]],
      ] as const) {
        const { matrix } = await runLogs(lmEval({ model: 'm', filter }), [log('g', ...order)]);
        expect([...matrix.scores]).toEqual(scores);
      }
    }
  });
});

describe('metrics of errors', () => {
  const folder = temporaryFolder();
  const file = (task: string, higher: object, ...metrics: object[]) => {
    writeFileSync(
      join(folder, `results_${DATE}.json`),
      JSON.stringify({ model_name: 'm', higher_is_better: { [task]: higher } }),
    );
    const path = join(folder, `samples_${task}_${DATE}.jsonl`);
    const samples = metrics.map((own, k) => {
      const { exact_match: _, ...sample } = generated(k, 0, { metrics: Object.keys(own), ...own });
      return sample;
    });
    writeFileSync(path, lines(...samples));
    return path;
  };
  const scores = async (path: string, metric?: string) => [
    ...(await runLogs(lmEval({ metric }), [path])).matrix.scores,
  ];

  test.each([
    ['by its name', 'a', {}, { ter: 0.5 }],
    ['by the results', 'b', { distance: false }, { distance: 0.5 }],
    ['a Brier score of several classes', 'c', { brier_score: false }, { brier_score: 1.5 }],
  ])('one without a known range is refused: %s', async (_, task, higher, metric) => {
    await expect(scores(file(task, higher, metric))).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { option: '--metric' },
    });
  });

  test('--metric counts before the name, the log before --metric', async () => {
    expect(await scores(file('h', {}, { risk: 0.5 }, { risk: 1 }), 'risk')).toEqual([0.5, 1]);
    await expect(scores(file('i', { risk: false }, { risk: 0.5 }), 'risk')).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    });
    expect(await scores(file('j', {}, { brier_score: 0.25 }), 'brier_score')).toEqual([0.75]);
  });

  test('the settings of a task say it in earlier versions', async () => {
    const path = file('g', {}, { distance: 0.5 });
    const metric_list = [{ metric: 'distance', higher_is_better: false }];
    writeFileSync(
      join(folder, `results_${DATE}.json`),
      JSON.stringify({ model_name: 'm', configs: { g: { metric_list } } }),
    );
    await expect(scores(path)).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  });

  test('a Brier score x counts as 1 − x; a better metric is preferred, and the results decide', async () => {
    expect(await scores(file('d', {}, { brier_score: 0.25 }, { brier_score: 0 }))).toEqual([
      0.75, 1,
    ]);
    expect(await scores(file('e', {}, { wer: 0.25, f1: 0.5 }))).toEqual([0.5]);
    expect(await scores(file('f', { loss_free: true }, { loss_free: 0.25 }))).toEqual([0.25]);
    expect(await scores(file('h', { brier_skill: true }, { brier_skill: 0.25 }))).toEqual([0.25]);
  });

  test('the metric is named with the others, and a score of 1 − x too', async () => {
    const of = async (path: string) => (await runLogs(lmEval(), [path])).scored;
    expect(await of(file('i', {}, { em: 1, f1: 1, latency: 0.5 }))).toMatchObject({
      metrics: ['em'],
      otherMetrics: ['f1'],
      flipped: [],
    });
    expect((await of(file('j', {}, { brier_score: 0.25 }))).flipped).toEqual(['brier_score']);
  });

  test.each([
    [{ tone: 0.5 }],
    [{ hallucination: 0.1 }],
    [{ hallucination: true }],
    [{ cost: 0.01, tone: 1 }],
  ])(
    'a metric of which nothing says that larger values are better is refused: %j',
    async (metric) => {
      await expect(scores(file('k', {}, metric))).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        details: { option: '--metric' },
      });
      expect(await scores(file('l', { tone: true }, { tone: 0.5 }))).toEqual([0.5]);
      expect(await scores(file('m', {}, { tone: 0.5 }), 'tone')).toEqual([0.5]);
    },
  );
});

describe('the model', () => {
  const folder = temporaryFolder();
  const write = (path: string, name: string, text: string) => {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, name), text);
    return join(folder, path, name);
  };
  const modelOf = async (file: string) => (await runLogs(lmEval(), [file])).matrix.examinees;

  const samples = `samples_g_${DATE}.jsonl`;
  const LINE = lines(generated(1, 1));

  test('of the results of the same date, else of the folder', async () => {
    const file = write('maker__one', samples, LINE);
    expect(await modelOf(file)).toEqual(['maker/one']);
    write('maker__one', 'results_2025-01-01T00-00-00.0.json', '{"model_name":"old"}');
    expect(await modelOf(file)).toEqual(['maker/one']);
    write('maker__one', `results_${DATE}.json`, '{"model_name":"maker/two"}');
    expect(await modelOf(file)).toEqual(['maker/two']);
    const nameless = write('plain', samples, LINE);
    await expect(modelOf(nameless)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { option: '--model', found: expect.stringMatching(/^nothing/) },
    });
  });

  test('results of another date name the folder, or nothing', async () => {
    const file = write('gpt2', samples, LINE);
    write('gpt2', 'results_2025-01-01T00-00-00.0.json', '{"model_name":"other"}');
    await expect(modelOf(file)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { option: '--model', found: expect.stringContaining(`no results_${DATE}.json`) },
    });
    write('gpt2', 'results_2025-02-01T00-00-00.0.json', '{"model_name":"gpt2"}');
    expect(await modelOf(file)).toEqual(['gpt2']);
    const undated = write('gpt2', 'samples_g.jsonl', LINE);
    expect(await modelOf(undated)).toEqual(['gpt2']);
  });

  test('two models of one name, by arguments and fingerprints, need names', async () => {
    const date = '2026-02-01T09-30-00.123456';
    const both = (first: object, second: object) => {
      write('two', `results_${DATE}.json`, JSON.stringify({ model_name: 'm', config: first }));
      write('two', `results_${date}.json`, JSON.stringify({ model_name: 'm', config: second }));
      return [write('two', samples, LINE), write('two', `samples_g_${date}.jsonl`, LINE)];
    };
    const refused = async (first: object, second: object) => {
      await expect(runLogs(lmEval(), both(first, second))).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        details: { option: '--model' },
      });
    };
    await refused(
      { model_args: 'pretrained=m,revision=a' },
      { model_args: 'pretrained=m,revision=b' },
    );
    await refused({ model_args: 'pretrained=m' }, { model_args: { pretrained: 'm', peft: 'x' } });
    await refused({ model_sha: 'a' }, { model_sha: 'b' });
    const same = both(
      { model_args: 'dtype=auto,pretrained=m,stop=[1,2],batch_size=4', model_sha: '' },
      { model_args: 'pretrained=m,dtype=auto,stop=[1,2],batch_size=8', model_sha: 'b' },
    );
    expect((await runLogs(lmEval(), same)).matrix.examinees).toEqual(['m']);
    for (const secret of [
      'token=hf_secretsecret',
      'OPENAI_API_KEY=sk-9,hf_token=hf_9, api-key=secret',
      'headers={"Authorization":"Bearer secret"},password=a=b',
      'client={"top":1,"auth":{"x":"secret"},"more":[{"apiKey":"secret"}]}',
      "client={'top': 1, 'api_key': 'secret'}",
      { base_url: 'https://me:secret@host/v1/?key=secret&x_token=secret', extra: 'Bearer secret' },
    ]) {
      const plain = typeof secret === 'string' ? 'pretrained=m' : { pretrained: 'm' };
      const on = (revision: string, own: typeof secret) =>
        typeof own === 'string' ? `${own},revision=${revision}` : { ...own, revision };
      const others = JSON.stringify(secret).replaceAll(/secret|sk-9|hf_9/g, 'other');
      const rotated = JSON.parse(others) as typeof secret;
      const one = both({ model_args: on('a', secret) }, { model_args: on('a', rotated) });
      expect((await runLogs(lmEval(), one)).matrix.examinees).toEqual(['m']);
      const two = runLogs(lmEval(), both({ model_args: on('a', secret) }, { model_args: plain }));
      await expect(two).rejects.toMatchObject({ code: 'OPTION_INVALID' });
      await expect(two).rejects.not.toThrow(/secret|sk-9|hf_9/);
      await refused({ model_args: on('a', secret) }, { model_args: on('b', secret) });
    }
    await refused({ model_args: 'tokenizer=a' }, { model_args: 'tokenizer=b' });
    await refused({ model_args: 'max_tokens=10' }, { model_args: 'max_tokens=20' });
    await refused({ model_args: 'add_bos_token=True' }, { model_args: 'add_bos_token=False' });
    await refused(
      { model_args: { base_url: 'https://host/v1?version=1&key=a' } },
      { model_args: { base_url: 'https://host/v1?version=2&key=a' } },
    );
    const odd = runLogs(
      lmEval(),
      both(
        { model_args: `pretrained=m,${'x=1,'.repeat(9)}peft=p` },
        { model_args: 'pretrained=m,peft=q' },
      ),
    );
    await expect(odd).rejects.toMatchObject({
      details: { found: expect.not.stringContaining('pretrained') },
    });
  });

  test('the marks of a date do not count', async () => {
    const file = write('flat', 'samples_g_2026-01-31T09:30:00.123456.jsonl', LINE);
    write('flat', `results_${DATE}.json`, '{"model_name":"maker/two"}');
    expect(await modelOf(file)).toEqual(['maker/two']);
  });
});

describe('a log that ends at a line', () => {
  const folder = temporaryFolder();
  const cut = async (results: object, ...ids: number[]) => {
    const fields = { model_name: 'm', ...results };
    writeFileSync(join(folder, `results_${DATE}.json`), JSON.stringify(fields));
    const path = join(folder, `samples_sums_${DATE}.jsonl`);
    writeFileSync(path, lines(...ids.map((k) => generated(k, 1))));
    return (await runLogs(lmEval(), [path])).reports[0];
  };
  const counted = { 'n-samples': { sums: { original: 9, effective: 4 } } };
  const scored = (sample_len: number) => ({ ...counted, results: { sums: { sample_len } } });

  test.each([
    ['by the number of documents', counted, [0, 1, 2]],
    ['by the number of scored ones', scored(4), [0, 1, 3]],
  ])('is cut off: %s', async (_, results, ids) => {
    await expect(cut(results, ...ids)).rejects.toMatchObject({
      code: 'FILE_INVALID',
      details: { where: 'the end of the file' },
    });
  });

  test.each([
    ['all documents', counted, [3, 0, 2, 1], false],
    ['chosen documents, all scored', scored(2), [1, 3], false],
    ['gaps, as of chosen documents', counted, [1, 3], true],
    ['gaps, without results', {}, [0, 2], true],
    ['no gaps, without results', {}, [1, 0], false],
  ])('is read: %s', async (_, results, ids, isPartial) => {
    expect(await cut(results, ...ids)).toMatchObject({ accepted: ids.length, isPartial });
  });

  test.each(['None', ' null', 'default', 'N/A'])('the name %j is none', async (model_name) => {
    await expect(cut({ model_name }, 0)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { option: '--model' },
    });
  });
});
