import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { bankHeader } from '../../item-bank/format/header.ts';
import { countItemIds, fromItemIdRuns } from '../../item-bank/format/item-id-runs.ts';
import type { Item } from '../../item-bank/items/item.ts';
import { itemLine } from '../../item-bank/items/item-line.ts';
import { validateItem } from '../../item-bank/items/validate-item.ts';
import { bankTaxonomy } from '../../item-bank/taxonomies/bank-taxonomy.ts';
import { checkTags } from '../../item-bank/taxonomies/check-tags.ts';
import { loadTaxonomy } from '../../item-bank/taxonomies/load-taxonomy.ts';
import { readAnswers } from '../../src/files/answers/read-answers.ts';
import { readStatedNames } from '../../src/files/boards/names-file.ts';
import { readBoard } from '../../src/files/boards/read-board.ts';
import { batchRequests } from '../../src/files/harness/batch-form.ts';
import { readCategoryParameters } from '../../src/files/items/read-category-parameters.ts';
import { readCosts } from '../../src/files/items/read-costs.ts';
import { readKeys } from '../../src/files/items/read-keys.ts';
import { readOutputs } from '../../src/files/items/read-outputs.ts';
import { readReview } from '../../src/files/items/read-review.ts';
import { readRepeats } from '../../src/files/repeats/read-repeats.ts';
import { matchChoices } from '../../src/files/responses/match-choices.ts';
import {
  DEFAULT_BOUNDS,
  harnessSamplesArgument,
  loadBuiltinBank,
  prepareBank,
  readFamilies,
  readHarnessSamples,
  readItemTags,
  readParameters,
  readResponses,
  resumeSession,
  type SessionRecord,
  STANDARD_NORMAL,
  scoreExaminees,
} from '../../src/index.ts';
import { extractAnswer } from '../../src/scoring/extract/extract-answer.ts';
import { gradeChoice } from '../../src/scoring/grade-choice.ts';
import {
  type AnswerFormatName,
  type AnswerOptions,
  answerFormat,
} from '../../src/workflow/bank/answer-formats.ts';
import { succeedSync } from '../command/run-command.ts';

/** The examples of docs/formats.md, written to files of the names they have there. */
const folder = mkdtempSync(join(tmpdir(), 'thetarank-formats-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const page = readFileSync(fileURLToPath(new URL('../../docs/formats.md', import.meta.url)), 'utf8');
const examples = new Map(
  [...page.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map(([, name, text]) => [name, text]),
);
for (const [name, text] of examples) writeFileSync(join(folder, name), text);
const file = (name: string) => {
  expect([...examples.keys()]).toContain(name);
  return join(folder, name);
};
const json = (name: string): unknown => JSON.parse(readFileSync(file(name), 'utf8'));

const EXAMINEES = ['model-a-base', 'model-a-chat', 'model-b'];
const ITEMS = ['q1', 'q2', 'q3', 'q4'];

test('choices, with keys of a file', () => {
  const { matrix } = readResponses(file('answers.csv'));
  const { items, unmatched } = matchChoices(
    file('choices.csv'),
    matrix,
    readKeys(file('keys.csv')),
  );
  expect(unmatched).toBe(0);
  const of = (item: string) => items[matrix.items.indexOf(item)];
  expect(of('q1')).toEqual({
    options: ['A', 'B', 'C', 'D', 'E'],
    chosen: Int16Array.from(matrix.examinees, (name) => (name === 'model-a-chat' ? 1 : -1)),
    key: 1,
  });
  expect(of('q2')).toMatchObject({ options: ['AB', 'ABD'], key: 1 });
});

test('every example is read by a test of this file', () => {
  expect([...examples.keys()].sort()).toEqual([
    'abilities.csv',
    'agent.run1.json',
    'answers-long.csv',
    'answers.csv',
    'category-parameters.csv',
    'choices.csv',
    'costs.csv',
    'example_samples.jsonl',
    'families.csv',
    'header.json',
    'items.jsonl',
    'keys.csv',
    'model-names.csv',
    'outputs.jsonl',
    'parameters.csv',
    'per_instance_stats.json',
    'ranking.csv',
    'repeats.csv',
    'replayed-steps.csv',
    'replayed-tests.csv',
    'requests.jsonl',
    'review.csv',
    'samples.json',
    'samples_mmlu_pro_law_2026-01-31T09-30-00.123456.jsonl',
    'session.json',
    'tags.csv',
    'taxonomy.json',
  ]);
});

test('answers of other programs', async () => {
  const read = async (format: AnswerFormatName, name: string, options?: AnswerOptions) => {
    const { matrix, reports } = await readAnswers([file(name)], answerFormat(format, options), {
      open: (path) => path,
    });
    return { ...matrix, left: reports[0].rejected.map(({ where }) => where) };
  };
  expect(await read('swe-bench', 'agent.run1.json')).toEqual({
    examinees: ['agent'],
    items: ['astropy__astropy-12907', 'astropy__astropy-13033', 'django__django-11099'],
    scores: Float32Array.of(1, 0, 0),
    left: ['incomplete_ids, entry 1'],
  });
  const helm = { model: 'model-b' };
  expect(await read('helm', 'per_instance_stats.json', helm)).toMatchObject({
    examinees: ['model-b'],
    items: [expect.stringMatching(/:id7$/)],
    scores: Float32Array.of(1),
  });
  await expect(
    read('helm', 'per_instance_stats.json', { ...helm, metric: 'f1_score' }),
  ).rejects.toThrow('found 0.5; accepted: 0 or 1');
  expect(await read('every-eval-ever', 'example_samples.jsonl')).toMatchObject({
    examinees: ['model-b'],
    items: ['q1'],
    scores: Float32Array.of(1),
  });
});

test('ranking.csv and model-names.csv', () => {
  const options = { confidence: 0.95, target: 'expected' } as const;
  const { models, scores, errors } = readBoard(file('ranking.csv'), options);
  expect(models).toEqual(['model-a-chat', 'model-b', 'model-c']);
  expect([...scores]).toEqual([71.2, 64, 52.5]);
  // Half of the width over 1.96.
  expect(errors![0]).toBeCloseTo(4.5 / 2 / 1.959964, 6);
  const names = readStatedNames(file('model-names.csv'));
  expect(names.of('folder/ranking.csv', 'model-b')).toBe('Model B');
  expect(names.of('other.csv', 'model-b')).toBeUndefined();
  expect(names.of('other.csv', 'model-c')).toBeNull();
});

test('review.csv', () => {
  const rows = readReview(file('review.csv'));
  expect(rows).toEqual([
    { line: 2, item: 'q1', decision: 'correct', key: 'A', note: 'page 7 of the book' },
    { line: 3, item: 'q2', decision: 'accept', key: '', note: '' },
    { line: 4, item: 'q3', decision: '', key: '', note: '' },
  ]);
});

test('items.jsonl', () => {
  const lines = readFileSync(file('items.jsonl'), 'utf8').trimEnd().split('\n');
  const items = lines.map((line) => validateItem(JSON.parse(line)));
  expect(items.map(({ problems }) => problems)).toEqual([undefined, undefined, undefined]);
  expect(items.map(({ item }) => itemLine(item!))).toEqual(lines);
});

test('taxonomy.json', () => {
  const own = bankTaxonomy(loadTaxonomy(file('taxonomy.json')), {}, true);
  expect(checkTags(own, { house: '主楼', ward: 'SURGERY' }).tags).toEqual({
    house: 'main',
    ward: 'surgery',
  });
  expect(checkTags(own, { house: 'extension', ward: 'kitchen' }).tags).toEqual({
    house: 'annexe',
    ward: 'kitchen',
  });
});

test('answers.csv', () => {
  expect(readResponses(file('answers.csv'))).toEqual({
    matrix: {
      examinees: EXAMINEES,
      items: ITEMS,
      scores: Float32Array.of(1, 1, 0, 1, 1, 0, 0, 0.5, 0, 1, Number.NaN, 0),
    },
    families: ['model-a', 'model-a', 'model-b'],
  });
});

test('answers-long.csv', () => {
  expect(readResponses(file('answers-long.csv'))).toEqual({
    matrix: {
      examinees: ['model-a-base', 'model-b'],
      items: ['q1', 'q2', 'q4'],
      scores: Float32Array.of(1, 1, Number.NaN, 0, Number.NaN, 0),
    },
    families: null,
  });
});

test('families.csv and tags.csv', () => {
  expect(readFamilies(file('families.csv'), EXAMINEES)).toEqual(['model-a', 'model-a', 'model-b']);
  expect(readItemTags(file('tags.csv'), ITEMS)).toEqual({
    category: { values: ['law', 'mathematics'], codes: Uint16Array.of(0, 0, 1, 1) },
  });
});

test('repeats.csv', () => {
  const { models, items, conditions, score, answer, withoutScore } = readRepeats(
    file('repeats.csv'),
  );
  expect([models, items]).toEqual([
    ['model-a', 'model-b'],
    ['q1', 'q2'],
  ]);
  expect(conditions).toEqual(['prompt plain, temperature 0.6']);
  expect([...score]).toEqual([1, 0, 0.5, 1, 0, 1, 1]);
  expect([...answer!]).toEqual([0, 1, 2, 3, -1, 0, 3]);
  expect(withoutScore).toBe(1);
});

test('costs.csv', () => {
  expect(Array.from(readCosts(file('costs.csv'), ITEMS))).toEqual([0.5, 0.5, 2, 1.25]);
});

test('the command writes replayed-tests.csv and replayed-steps.csv from answers.csv and parameters.csv', () => {
  const written = ['replayed-tests.csv', 'replayed-steps.csv'].map((name) => {
    const text = readFileSync(file(name), 'utf8');
    rmSync(file(name));
    return { name, text };
  });
  succeedSync(
    [
      ...['simulate', 'post-hoc', '--parameters', 'parameters.csv'],
      ...['--responses', 'answers.csv', '--lengths', '2'],
      ...['--out', 'replayed-tests.csv', '--steps', 'replayed-steps.csv'],
    ],
    { cwd: folder },
  );
  for (const { name, text } of written) expect(readFileSync(file(name), 'utf8')).toBe(text);
});

test('parameters.csv', () => {
  const { items, parameters, standardErrors, flags } = readParameters(file('parameters.csv'));
  expect(items).toEqual(ITEMS);
  expect(parameters).toEqual({
    count: 4,
    a: Float64Array.of(1.2, 0.7, 1.9, 1),
    b: Float64Array.of(-0.8, 0.1, 1.4, 0.6),
    c: Float64Array.of(0.1, 0.25, 0, 0),
    d: Float64Array.of(1, 1, 0.98, 1),
  });
  expect(standardErrors?.c).toEqual(Float64Array.of(0.05, 0.08, Number.NaN, Number.NaN));
  expect(flags).toEqual([[], [], ['negative-slope'], []]);
});

test('category-parameters.csv', () => {
  const { items, parameters, categories, standardErrors, constants } = readCategoryParameters(
    file('category-parameters.csv'),
  );
  expect(items).toEqual(['q1', 'q2', 'q3']);
  expect(parameters[1]).toEqual({ model: 'gpcm', a: 0.9, b: [0.3, -0.1], scores: [0, 0.5, 1] });
  expect(parameters[2]).toMatchObject({ model: 'beta', dispersion: 0.2, categories: 5 });
  expect(categories[2]).toEqual(['0', '0.25', '0.5', '0.75', '1']);
  expect(standardErrors).toEqual([[0.3, 0.2, 0.2], [0.2, 0.3, 0.3], null]);
  expect(constants).toEqual([{ item: 'q4', category: '0.5', score: 0.5 }]);
});

test('abilities.csv: parameters.csv and answers.csv scored, to 1e-9', () => {
  const { matrix } = readResponses(file('answers.csv'));
  const { parameters } = readParameters(file('parameters.csv'));
  const options = { estimator: 'eap', prior: STANDARD_NORMAL, bounds: DEFAULT_BOUNDS } as const;
  const scored = scoreExaminees(parameters, matrix.scores, options);
  const [header, ...rows] = readFileSync(file('abilities.csv'), 'utf8').trim().split('\n');
  expect(header).toBe('examinee,ability,se,atBound,answers');
  expect(rows).toHaveLength(EXAMINEES.length);
  rows.forEach((row, i) => {
    const [examinee, ability, se, atBound, answers] = row.split(',');
    expect(examinee).toBe(EXAMINEES[i]);
    expect(Math.abs(Number(ability) - scored.ability[i])).toBeLessThan(1e-9);
    expect(Math.abs(Number(se) - scored.se[i])).toBeLessThan(1e-9);
    expect([atBound, answers]).toEqual(['false', String(scored.answers[i])]);
  });
});

test('the log of lm-evaluation-harness, and the short form', () => {
  const bank = loadBuiltinBank('mmlu-pro');
  const log = file('samples_mmlu_pro_law_2026-01-31T09-30-00.123456.jsonl');
  const { answers, report } = readHarnessSamples([log], bank);
  expect(answers.map(({ item, score }) => [item, score])).toEqual([
    ['q866', 1],
    ['q867', 0],
  ]);
  expect(report).toMatchObject({ lines: 2, accepted: 2, disagreeing: 0, metric: 'exact_match' });

  const samples = json('samples.json');
  const places = { law: [0, 3], math: [12] };
  const form = Object.entries(places).flatMap(([category, ranks]) => {
    const { values, codes } = bank.tags.category;
    const items = [...codes.keys()].filter((j) => values[codes[j]] === category);
    return ranks.map((rank) => items[rank]);
  });
  expect(harnessSamplesArgument(bank, form)).toEqual(samples);
});

test('requests.jsonl', () => {
  const content = '…';
  const line = json('requests.jsonl') as { custom_id: string };
  const id = line.custom_id;
  const item = { id } as Item;
  const address = { name: 'm', model: 'my-org/my-model', baseUrl: 'http://localhost/v1' };
  const made = batchRequests([{ item, messages: [{ role: 'user', content }] }], address);
  expect(JSON.parse(made)).toEqual(line);
});

test('outputs.jsonl and keys.csv', () => {
  const keys = readKeys(file('keys.csv'));
  const graded = [...readOutputs(file('outputs.jsonl'))].map((line) => {
    const { key, options } = keys.get(line.item)!;
    const { extracted, rule, reason } = extractAnswer(line.output, {
      type: line.type ?? 'single',
      options: line.options ?? options!,
      optionTexts: line.optionTexts ?? undefined,
    });
    return [extracted, reason ?? rule, gradeChoice(extracted, key, true)];
  });
  expect(graded).toEqual([
    ['B', 'statement', 1],
    ['AB', 'statement', 2 / 3],
    ['B', 'option-text', 1],
    [null, 'refusal', 0],
  ]);
});

test('session.json', () => {
  const { items, parameters } = readParameters(file('parameters.csv'));
  const record = json('session.json') as SessionRecord;
  expect(resumeSession(prepareBank(items, parameters), record).toRecord()).toEqual(record);
});

test('header.json', () => {
  const header = bankHeader.parse(json('header.json'));
  expect(fromItemIdRuns(header.items)).toEqual(['q1', 'q2', 'q3', 'extra']);
  expect(countItemIds(header.items)).toBe(4);
});
