import { describe, expect, test } from 'vitest';
import { inspect } from '../../../../item-bank/import/logs/inspect.ts';
import { zipEntries } from '../../../../item-bank/import/records/zip-entries.ts';
import { temporaryFiles } from '../../../files/temporary.ts';
import { makeZip } from '../make-zip.ts';
import { bytesSource } from '../run-import.ts';
import { runLogs } from '../run-log.ts';

const HEADER = { version: 2, status: 'success', eval: { task: 'lab/tiny', model: 'maker/one' } };
const sample = (id: number, epoch: number, value: unknown, extra: object = {}) => ({
  id,
  epoch,
  input: [
    { role: 'system', content: 'Answer.' },
    { role: 'user', content: [{ type: 'text', text: `What is ${id}?` }] },
  ],
  choices: ['one', 'two', 'three'],
  target: 'B',
  messages: [],
  output: { model: 'one', choices: [{ message: { role: 'assistant', content: 'B' } }] },
  scores: { choice: { value, answer: 'B' } },
  metadata: { topic: 'numbers', nested: [1] },
  ...extra,
});
const SAMPLES = [sample(1, 1, 'C'), sample(1, 2, 'I'), sample(2, 1, 'P'), sample(3, 1, 'N')];
const archive = (method: 0 | 8 | 93, header = 'header.json', frames = 1) =>
  makeZip([
    ...SAMPLES.map((one) => ({
      name: `samples/${one.id}_epoch_${one.epoch}.json`,
      text: JSON.stringify(one),
      method,
      frames,
    })),
    { name: header, text: JSON.stringify(HEADER), method },
    { name: 'summaries.json', text: '[]', method },
  ]);
const jsonLog = (samples: unknown[], header: object = HEADER) =>
  bytesSource(JSON.stringify({ ...header, samples }), 'log.json');

describe('a log gives items and answers', () => {
  test.each([
    ['deflated', bytesSource(archive(8), 'log.eval')],
    ['stored', bytesSource(archive(0), 'log.eval')],
    ['Zstandard', bytesSource(archive(93), 'log.eval')],
    ['Zstandard, several frames', bytesSource(archive(93, 'header.json', 3), 'log.eval')],
    ['broken off', bytesSource(archive(8, '_journal/start.json'), 'log.eval')],
    ['JSON', jsonLog(SAMPLES)],
  ])('%s', async (_, source) => {
    const { items, matrix, reports } = await runLogs(inspect(), [source]);
    expect(reports[0]).toMatchObject({ read: 4, accepted: 3, duplicates: 1, rejectedCount: 0 });
    expect(items[0]).toMatchObject({
      type: 'single',
      stem: 'Answer.\n\nWhat is 1?',
      options: { A: 'one', B: 'two', C: 'three' },
      key: ['B'],
      tags: { topic: 'numbers', task: 'lab/tiny', sample_id: '1' },
      source: 'lab/tiny',
    });
    expect(items[0].id).toBe(`lab_tiny-${items[0].hash.slice(0, 16)}`);
    expect(matrix.examinees).toEqual(['maker/one']);
    // Two epochs of the first: one right, one wrong.
    expect([...matrix.scores]).toEqual([0.5, 0.5, 0]);
  });

  test('from a file, several logs as several models', async () => {
    const file = temporaryFiles();
    const path = file(archive(8), 'one.eval');
    const other = { ...HEADER, eval: { ...HEADER.eval, model: 'maker/two' } };
    const { items, matrix } = await runLogs(inspect(), [path, jsonLog([sample(2, 1, 1)], other)]);
    expect(items).toHaveLength(3);
    expect(matrix.examinees).toEqual(['maker/one', 'maker/two']);
    expect([...matrix.scores.slice(3)]).toEqual([Number.NaN, 1, Number.NaN]);
  });

  test.each([
    ['C', 1],
    ['I', 0],
    ['P', 0.5],
    [0.25, 0.25],
    [true, 1],
    ['0.5', 0.5],
    ['yes', 1],
    ['True', 1],
    ['NO', 0],
    ['false', 0],
    ['correct', 1],
    ['Partially-Correct', 0.5],
    ['incorrect', 0],
    ['c', 1],
  ])('the score %s', async (value, score) => {
    const { matrix } = await runLogs(inspect(), [jsonLog([sample(1, 1, value)])]);
    expect([...matrix.scores]).toEqual([score]);
  });

  test.each([['great'], ['B'], [[1]], [{ a: 'good' }]])(
    'the score %j ends the reading',
    async (value) => {
      const log = jsonLog([sample(1, 1, 'C'), sample(2, 1, value)]);
      await expect(runLogs(inspect(), [log])).rejects.toMatchObject({
        code: 'FILE_INVALID',
        details: { file: 'log.json', where: expect.stringContaining('choice') },
      });
    },
  );

  test.each([[null], [''], [Number.NaN]])('the score %j is none', async (value) => {
    const { items, unscored, missing } = await runLogs(inspect(), [jsonLog([sample(1, 1, value)])]);
    expect(items).toHaveLength(1);
    expect(missing).toEqual(['maker/one']);
    expect(unscored).toHaveLength(1);
  });

  test.each([7, '70', -1])('the scale of %j ends the reading', async (value) => {
    const log = jsonLog([sample(1, 1, 1), sample(2, 1, value)]);
    await expect(runLogs(inspect(), [log])).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { option: '--metric' },
    });
  });

  test('an error and an interruption are no answers; a limit is', async () => {
    const samples = [
      sample(1, 1, 'I', { error: { message: 'Timeout', traceback: '' } }),
      sample(2, 1, 'I', { limit: { type: 'operator', limit: 1 } }),
      sample(3, 1, 'I', { limit: { type: 'token', limit: 100 } }),
    ];
    const { matrix, unscored, scored } = await runLogs(inspect(), [jsonLog(samples)]);
    expect([...matrix.scores]).toEqual([0]);
    expect(unscored).toHaveLength(2);
    expect(scored.limits).toEqual({ token: 1 });
  });

  test('a run that was tried again takes samples over; one that was scored again contradicts', async () => {
    const one = [sample(1, 1, 'C', { uuid: 'a' }), sample(1, 2, 'I', { uuid: 'b' })];
    const again = [one[0], sample(1, 2, 'C', { uuid: 'c' })];
    const { matrix } = await runLogs(inspect(), [jsonLog(one), jsonLog(again)]);
    expect([...matrix.scores]).toEqual([Math.fround(2 / 3)]);
    const scored = jsonLog([sample(1, 1, 'I', { uuid: 'a' })]);
    await expect(runLogs(inspect(), [jsonLog(one), scored])).rejects.toMatchObject({
      code: 'FILE_INVALID',
    });
  });

  test.each([
    [{ model_args: { revision: 'a' } }, { model_args: { revision: 'b' } }],
    [{ model_args: {} }, { model_args: { load_in_4bit: true, device: 'cuda' } }],
    [{ model_base_url: 'http://a/v1' }, { model_base_url: 'http://b/v1' }],
    [
      { model_generate_config: { reasoning_effort: 'low' } },
      { model_generate_config: { reasoning_effort: 'high' } },
    ],
  ])('two models of one name need names: %j, %j', async (first, second) => {
    const logs = () =>
      [first, second].map((own) =>
        jsonLog([sample(1, 1, 'C')], { ...HEADER, eval: { ...HEADER.eval, ...own } }),
      );
    await expect(runLogs(inspect(), logs())).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { option: '--model' },
    });
    const { matrix } = await runLogs(inspect({ model: 'one' }), logs());
    expect(matrix.examinees).toEqual(['one']);
  });

  test('settings of the machine make no other model', async () => {
    const logs = [{ device: 'cuda:0', batch_size: 8 }, { batch_size: 1 }, { base_url: '' }].map(
      (model_args, k) =>
        jsonLog([sample(1, 1, 'C')], {
          ...HEADER,
          eval: { ...HEADER.eval, model_args, model_base_url: `http://a/v1${'/'.repeat(k)}` },
        }),
    );
    expect((await runLogs(inspect(), logs)).matrix.examinees).toEqual(['maker/one']);
  });

  test('turns of the model and of tools belong to the question', async () => {
    const turns = (said: string) => ({
      choices: null,
      target: 'x',
      input: [
        { role: 'user', content: 'Which day?' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: said, function: 'day', arguments: { of: said } }],
        },
        { role: 'tool', content: [{ type: 'text', text: 'Monday' }] },
        { role: 'user', content: 'And now?' },
      ],
    });
    const log = jsonLog([sample(1, 1, 'C', turns('a')), sample(2, 1, 'I', turns('b'))]);
    const { items, matrix } = await runLogs(inspect(), [log]);
    expect([...matrix.scores]).toEqual([1, 0]);
    expect(items[0].stem).toBe(
      'User:\nWhich day?\n\nAssistant:\nday({"of":"a"})\n\n\nTool:\nMonday\n\nUser:\nAnd now?',
    );
  });

  test('one of several scores of a scorer, and the score of the first versions', async () => {
    const samples = [sample(1, 1, { a: 1, b: 0 }), sample(2, 1, { a: 0, b: 1 })];
    for (const metric of ['b', 'choice.b']) {
      const { matrix, scored } = await runLogs(inspect({ metric }), [jsonLog(samples)]);
      expect([...matrix.scores]).toEqual([0, 1]);
      expect(scored).toMatchObject({ metrics: ['choice.b'], otherMetrics: ['choice.a'] });
    }
    for (const metric of [undefined, 'choice'])
      await expect(runLogs(inspect({ metric }), [jsonLog(samples)])).rejects.toMatchObject({
        code: 'OPTION_INVALID',
        details: { option: '--metric', accepted: '"choice.a", "choice.b"' },
      });
    const { scores: _, ...old } = sample(3, 1, '');
    const first = jsonLog([{ ...old, score: { value: 'C' } }]);
    expect([...(await runLogs(inspect(), [first])).matrix.scores]).toEqual([1]);
  });

  test('a sample without scores is an item alone; a scorer by name; open questions', async () => {
    const scores = { a: { value: 'C' }, b: { value: 'I' } };
    const open = sample(4, 1, 'C', { choices: null, target: ['4', 'four'], scores });
    const log = jsonLog([sample(1, 1, 'C', { scores: undefined }), open]);
    const { items, unscored, matrix } = await runLogs(inspect({ metric: 'b' }), [log]);
    expect(unscored).toEqual(['no score']);
    expect(items[1]).toMatchObject({ type: 'open', key: ['4', 'four'] });
    expect([...matrix.scores]).toEqual([0]);
  });

  test('a scorer that no sample has: the reason names the scorers that are there', async () => {
    const results = { scores: [{ name: 'style', scorer: 'style' }] };
    const log = jsonLog([sample(1, 1, 'C'), sample(2, 1, 'I')], { ...HEADER, results });
    const { unscored, matrix } = await runLogs(inspect(), [log]);
    expect(matrix.scores).toHaveLength(0);
    expect(unscored).toEqual(Array(2).fill('no score of style, but of "choice": --metric NAME'));
  });

  test('one scorer for the whole log: of its results, of its settings, or of its first sample', async () => {
    const two = { scores: { grader: { value: 'I' }, style: { value: 'C' } } };
    const one = { scores: { style: { value: 'C' } } };
    const samples = [sample(1, 1, '', one), sample(2, 1, '', two), sample(3, 1, '', one)];
    const settings = { ...HEADER, eval: { ...HEADER.eval, scorers: [{ name: 'pkg/grader' }] } };
    const results = { scores: [{ name: 'style', scorer: 'style' }] };
    for (const [header, scores, unscored] of [
      [settings, [0], 2],
      [{ ...settings, results }, [1, 1, 1], 0],
      [HEADER, [1, 1, 1], 0],
    ] as const) {
      const read = await runLogs(inspect(), [jsonLog(samples, header)]);
      expect([...read.matrix.scores]).toEqual(scores);
      expect(read.unscored).toHaveLength(unscored);
    }
    const several = { scores: { judge: { value: { tone: 0.25, facts: 1 } } } };
    const metrics = { accuracy: { value: 1 } };
    const named = { ...HEADER, results: { scores: [{ name: 'facts', scorer: 'judge', metrics }] } };
    const { matrix } = await runLogs(inspect(), [jsonLog([sample(1, 1, '', several)], named)]);
    expect([...matrix.scores]).toEqual([1]);
  });

  test('numbers of which neither the log nor the name says what is better need --metric', async () => {
    const log = (scores: object) => jsonLog([sample(1, 1, '', { scores })]);
    const tone = { tone: { value: 0.25 } };
    await expect(runLogs(inspect(), [log(tone)])).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { option: '--metric' },
    });
    const asked = await runLogs(inspect({ metric: 'tone' }), [log(tone)]);
    expect([...asked.matrix.scores]).toEqual([0.25]);
    for (const error of [{ hallucination: { value: 0.1 } }, { latency_s: { value: 0.4 } }])
      await expect(runLogs(inspect(), [log(error)])).rejects.toMatchObject({
        code: 'OPTION_INVALID',
      });
    const both = await runLogs(inspect(), [log({ cost: { value: 0.01 }, f1: { value: 0.5 } })]);
    expect([...both.matrix.scores]).toEqual([0.5]);
    expect(both.scored).toMatchObject({ metrics: ['f1'], otherMetrics: ['cost'] });
  });

  test('samples that differ in what the log does not hold are different items', async () => {
    const open = { choices: null, input: 'Find the flag.', target: 'flag' };
    const image = (url: string) => ({
      ...open,
      input: [{ role: 'user', content: [{ type: 'image', image: url }] }],
    });
    for (const [first, second] of [
      [{ files: ['a.txt'] }, { files: ['b.txt'] }],
      [{ setup: 'make a' }, { setup: 'make b' }],
      [{ target: '' }, { target: ' ' }],
      [image('cats/1.png'), image('cats/2.png')],
      [image('https://example.org/1.png'), image('https://example.org/2.png')],
      [{ input: '(Audio)' }, { input: '(Audio)' }],
      [{ input: '' }, { input: '' }],
    ]) {
      const samples = [
        sample(1, 1, 'C', { ...open, ...first }),
        sample(1, 2, 'C', { ...open, ...first }),
        sample(2, 1, 'I', { ...open, ...second }),
      ];
      const logs = [jsonLog(samples), jsonLog(samples)];
      const { matrix, reports } = await runLogs(inspect(), logs);
      expect([...matrix.scores]).toEqual([1, 0]);
      expect(reports[0].rejected).toEqual([]);
    }
  });

  test('a blank target keeps the answer, with options too; an invalidated sample is left out', async () => {
    const log = jsonLog([
      sample(1, 1, 'C', { target: '' }),
      sample(2, 1, 'I', { choices: null, target: ['', ' '] }),
      sample(3, 1, 'C', { invalidation: { author: 'a', reason: 'the machine failed' } }),
    ]);
    const { items, matrix, reports } = await runLogs(inspect(), [log]);
    expect([...matrix.scores]).toEqual([1, 0]);
    expect(items[0]).toMatchObject({ type: 'open', stem: expect.stringContaining('\nB. two') });
    expect(reports[0]).toMatchObject({ rejectedCount: 1, isPartial: false });
  });

  test('a sample in parts is one record, with its metadata and attachments; the last entry of a name counts', async () => {
    const { metadata, ...whole } = sample(7, 1, 'C');
    const parts = makeZip(
      Object.entries({
        'samples/a/7_epoch_1/sample.json': {
          ...whole,
          input: [{ role: 'user', content: 'attachment://1' }],
        },
        'samples/a/7_epoch_1/metadata.json': metadata,
        'samples/a/7_epoch_1/skeleton.json': {},
        'samples/a/7_epoch_1/messages/0.json': [{ role: 'user' }],
        'samples/a/7_epoch_1/events/stats.json': {},
        'samples/a/7_epoch_1/attachments/0.json': ['x'],
        'samples/a/7_epoch_1/attachments/1.json': ['What is seven?'],
        'samples/b/8_epoch_1.json': sample(8, 1, 'C'),
        'header.json': HEADER,
      })
        .map(([name, value]) => ({ name, text: JSON.stringify(value), method: 93 as const }))
        .concat({
          name: 'samples/b/8_epoch_1.json',
          text: JSON.stringify(sample(8, 1, 'I')),
          method: 93,
        }),
    );
    const { items, matrix, reports } = await runLogs(inspect(), [bytesSource(parts, 'log.eval')]);
    expect(reports[0]).toMatchObject({ read: 2, accepted: 2 });
    expect(items[0]).toMatchObject({ stem: 'What is seven?', tags: { topic: 'numbers' } });
    expect([...matrix.scores]).toEqual([1, 0]);
  });

  const BLOOD = ['B', 'A', 'AB', 'O'];
  test.each([
    ['a letter', 'B', undefined, ['B']],
    ['a letter before a text', 'B', BLOOD, ['B']],
    ['a text that is no letter', 'O', BLOOD, ['D']],
    ['a text', 'three', undefined, ['C']],
    ['letters', 'AC', undefined, ['A', 'C']],
    ['letters with commas', 'C, A', undefined, ['A', 'C']],
    ['a list', ['C', 'A'], undefined, ['A', 'C']],
    ['a list of texts', ['three', 'one'], undefined, ['A', 'C']],
  ])('the target is %s', async (_, target, choices, key) => {
    const log = jsonLog([sample(1, 1, 'C', { target, ...(choices && { choices }) })]);
    const { items } = await runLogs(inspect(), [log]);
    expect(items[0]).toMatchObject({ type: key.length > 1 ? 'multiple' : 'single', key });
  });

  test.each([
    ['AA', undefined, 'a target that is none of the options'],
    ['AD', undefined, 'a target that is none of the options'],
    ['AB', BLOOD, 'an ambiguous target: several letters, and the text of C'],
    ['A', ['A', 'B', 'C'], 'options: every text is only its letter'],
  ])('the target %s of %j is rejected', async (target, choices, reason) => {
    const log = jsonLog([sample(1, 1, 'C', { target, ...(choices && { choices }) })]);
    const { reports } = await runLogs(inspect(), [log]);
    expect(reports[0].rejected.map((one) => one.reason)).toEqual([reason]);
  });

  test('targets that are no option are rejected', async () => {
    const { reports } = await runLogs(inspect(), [
      jsonLog([sample(1, 1, 'C', { target: 'D' }), 3]),
    ]);
    expect(reports[0].rejected.map(({ reason }) => reason)).toEqual([
      'a target that is none of the options',
      expect.stringMatching(/expected object/),
    ]);
  });
});

describe('archives that are none, or hostile', () => {
  const read = (bytes: Buffer) => runLogs(inspect(), [bytesSource(bytes, 'log.eval')]);

  test.each([
    ['no archive', Buffer.from('{"samples":[]}')],
    ['cut off', archive(8).subarray(0, 500)],
    ['empty', Buffer.alloc(0)],
    ['without settings', makeZip([{ name: 'samples/1_epoch_1.json', text: '{}' }])],
    ['with names that leave the folder', makeZip([{ name: '../samples/1.json', text: '{}' }])],
    ['with damaged settings', makeZip([{ name: 'header.json', text: '{"eval":' }])],
  ])('%s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ code: 'FILE_INVALID' });
  });

  test('an entry that is larger than it says is a rejected record', async () => {
    const header = { name: 'header.json', text: JSON.stringify(HEADER) };
    const text = JSON.stringify(sample(1, 1, 'C'));
    for (const method of [8, 93] as const) {
      const wrong = { name: 'samples/1_epoch_1.json', text, method, size: 10 };
      const { reports } = await read(makeZip([header, wrong]));
      expect(reports[0]).toMatchObject({ read: 1, rejectedCount: 1 });
    }
  });

  test('bounds: entries, bytes of one, bytes of all', async () => {
    const zeros = Array.from({ length: 4 }, (_, k) => ({
      name: `samples/${k}.json`,
      text: '0'.repeat(1000),
    }));
    const bounds = { entries: 10, entry: 10_000, total: 10_000, upload: 10_000 };
    const all = async (changed: Partial<typeof bounds>) => {
      const found = [];
      const source = bytesSource(makeZip(zeros), 'log.eval');
      for await (const part of zipEntries(source, () => true, { ...bounds, ...changed }))
        found.push(await part.read());
      return found;
    };
    expect(await all({})).toHaveLength(4);
    await expect(all({ entries: 3 })).rejects.toThrow(/more than 3 entries/);
    await expect(all({ total: 3500 })).rejects.toMatchObject({
      code: 'FILE_INVALID',
      details: { found: 'more than 3500 bytes unpacked' },
    });
    await expect(all({ upload: 100 })).rejects.toThrow(/more than 100 bytes/);
    expect(await all({ entry: 500 })).toEqual(
      zeros.map(({ name }) => ({ reason: `${name}: more than 500 bytes unpacked` })),
    );
  });

  test('damage anywhere ends in one error or in rejected records', async () => {
    const whole = archive(8);
    for (let at = 0; at < whole.length; at += 7) {
      const damaged = Buffer.from(whole);
      damaged[at] ^= 0xff;
      try {
        const { reports } = await read(damaged);
        const { read: count, accepted, rejectedCount, duplicates } = reports[0];
        expect(count).toBe(accepted + rejectedCount + duplicates);
      } catch (error) {
        expect(error).toMatchObject({ code: 'FILE_INVALID' });
      }
    }
  });
});

describe('the number of samples that a log tells', () => {
  const results = { completed_samples: 3 };
  const started = (epochs: number) => ({
    ...{ ...HEADER, status: 'cancelled' },
    eval: { ...HEADER.eval, dataset: { sample_ids: [1, 2] }, config: { epochs } },
  });
  const samples = [sample(1, 1, 'C'), sample(2, 1, 'I')];

  test('fewer samples of a run that ended well are a log that is cut off', async () => {
    const header = { ...HEADER, results };
    for (const log of [
      jsonLog(samples, header),
      bytesSource(
        makeZip([
          { name: 'samples/1_epoch_1.json', text: JSON.stringify(samples[0]) },
          { name: 'header.json', text: JSON.stringify(header) },
        ]),
        'log.eval',
      ),
    ])
      await expect(runLogs(inspect(), [log])).rejects.toMatchObject({
        code: 'FILE_INVALID',
        details: { where: 'the end of the file' },
      });
  });

  test.each([1, 2])(
    'a run that was cancelled, of %i epochs, is read as a part only',
    async (epochs) => {
      const log = () => [jsonLog(samples, started(epochs))];
      await expect(runLogs(inspect(), log())).rejects.toMatchObject({
        code: 'FILE_INVALID',
        details: { where: 'the end of the file', found: expect.stringContaining('"cancelled"') },
      });
      const { reports } = await runLogs(inspect(), log(), { mayBeCut: true });
      expect(reports[0]).toMatchObject({ accepted: 2, isPartial: true });
    },
  );

  test('an archive without its header is of a run that has not ended', async () => {
    const { status: _, ...start } = HEADER;
    const zip = makeZip([
      { name: 'samples/1_epoch_1.json', text: JSON.stringify(samples[0]) },
      { name: '_journal/start.json', text: JSON.stringify(start) },
    ]);
    await expect(runLogs(inspect(), [bytesSource(zip, 'log.eval')])).rejects.toMatchObject({
      details: { found: expect.stringContaining('"started"') },
    });
  });

  test('a sample and epoch twice counts once, and with another score it is refused', async () => {
    const again = (value: string) =>
      runLogs(inspect(), [jsonLog([...samples, sample(1, 1, value)])]);
    expect([...(await again('C')).matrix.scores]).toEqual([1, 0]);
    await expect(again('I')).rejects.toMatchObject({ code: 'FILE_INVALID' });
  });
});
