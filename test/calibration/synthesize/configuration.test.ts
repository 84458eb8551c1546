import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { synthesisConfiguration } from '../../../calibration/synthesize/configuration.ts';
import { synthesisJsonSchema } from '../../../calibration/synthesize/configuration-schema.ts';
import { ThetarankError } from '../../../src/errors.ts';
import { endpointConfiguration } from '../../../src/examinee/endpoint/configuration/configuration.ts';

const url = 'http://localhost:8000/v1';
const two = ['qwen', 'llama'].map((name) => ({ name, baseUrl: url }));
const read = (value: unknown) => synthesisConfiguration(value, 'mps.yaml');

function messageOf(value: unknown): string {
  try {
    read(value);
  } catch (error) {
    if (error instanceof ThetarankError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'accepted';
}

describe('a configuration', () => {
  test('of models alone is all pairs and each model, complete', () => {
    const { models, participants, ...rest } = read({ models: two });
    expect(models.map(({ name, model, baseUrl }) => [name, model, baseUrl])).toEqual([
      ['qwen', 'qwen', url],
      ['llama', 'llama', url],
    ]);
    const own = { temperatures: [null], variants: ['cot'], repeats: 1 };
    expect(participants).toEqual([
      {
        pairs: [
          ['qwen', 'llama'],
          ['llama', 'qwen'],
        ],
        rounds: [1],
        ...own,
      },
      {
        pairs: [
          ['qwen', null],
          ['llama', null],
        ],
        rounds: [0],
        ...own,
      },
    ]);
    expect(rest).toEqual({
      language: undefined,
      mode: 'default',
      design: 'complete',
      seed: 1,
    });
  });

  test('a model overrides defaults, sampling field by field', () => {
    const defaults = {
      baseUrl: url,
      sampling: { temperature: 0.7, maxTokens: 900 },
      timeoutSeconds: 30,
      keyVariable: 'KEY',
    };
    const { models } = read({
      defaults,
      models: [{ name: 'a' }, { name: 'b', model: 'B', sampling: { temperature: 0 } }, `c@${url}`],
    });
    expect(models.map(({ sampling }) => sampling)).toEqual([
      { temperature: 0.7, maxTokens: 900 },
      { temperature: 0, maxTokens: 900 },
      { temperature: 0.7, maxTokens: 900 },
    ]);
    expect(models.map(({ model }) => model)).toEqual(['a', 'B', 'c']);
    expect(models.map(({ timeoutSeconds }) => timeoutSeconds)).toEqual([30, 30, 30]);
    expect(models[1].keyVariable).toBe('KEY');
  });

  test('names models that are known, as they are', () => {
    const known = [endpointConfiguration({ name: 'gpt', model: 'g', baseUrl: url, retries: 2 })];
    const { models } = synthesisConfiguration({ models: ['gpt', ...two] }, 'mps.yaml', known);
    expect(models[0]).toBe(known[0]);
    expect(() => synthesisConfiguration({ models: ['gqt'] }, 'mps.yaml', known)).toThrow(
      'mps.yaml, models[0]: found "gqt"; accepted: NAME@https://HOST/v1, an object with name and baseUrl, or a known model, such as gpt.',
    );
  });

  test('groups are resolved', () => {
    const { participants } = read({
      models: two,
      prompt: { variant: 'answer-only', language: 'zh' },
      participants: [
        { who: 'pairs', only: [['llama', 'qwen']], rounds: [1, 2], variants: ['cot'] },
        { who: 'alone', only: ['qwen'], repeats: 9, temperatures: [1] },
      ],
    });
    expect(participants).toEqual([
      {
        pairs: [['llama', 'qwen']],
        rounds: [1, 2],
        temperatures: [null],
        variants: ['cot'],
        repeats: 1,
      },
      {
        pairs: [['qwen', null]],
        rounds: [0],
        temperatures: [1],
        variants: ['answer-only'],
        repeats: 9,
      },
    ]);
  });
});

describe('an error names the file, the path, the value and the accepted values', () => {
  const pairs = (group: object) => ({ models: two, participants: [{ who: 'pairs', ...group }] });
  test.each([
    [null, 'found null; accepted: an object'],
    [{}, 'models: found nothing; accepted: a list'],
    [{ models: [] }, 'models: found an empty list; accepted: a list of at least 1.'],
    [
      { models: two, mdoe: 'x' },
      'found the unknown key "mdoe"; accepted: the keys in docs/schema/synthesis.schema.json; did you mean mode',
    ],
    [{ models: [{ ...two[0], prise: 1 }] }, 'models[0]: found the unknown key "prise"'],
    [{ models: [{ name: 'a' }] }, 'models[0].baseUrl: found nothing; accepted: a text'],
    [{ models: [{ ...two[0], baseUrl: 'ftp://x' }] }, 'models[0].baseUrl: found '],
    [
      { models: [{ ...two[0], timeoutSeconds: -1 }] },
      'models[0].timeoutSeconds: found -1; accepted: a number above 0.',
    ],
    // What it was to be is missing as well; the field that is there says more.
    [
      { modles: two },
      'found the unknown key "modles"; accepted: the keys in docs/schema/synthesis.schema.json; did you mean models or mode?',
    ],
    [
      { models: [{ name: 'a', baseUlr: url }] },
      'models[0]: found the unknown key "baseUlr"; accepted: the keys in docs/schema/synthesis.schema.json; did you mean baseUrl?',
    ],
    [
      { models: [{ ...two[0], sampling: { temperature: 'sk-1234' } }] },
      'models[0].sampling.temperature: found a text; accepted: a number',
    ],
    [
      { models: [{ ...two[0], extraHeaders: { authorization: 'x' } }] },
      'models[0].extraHeaders: found the header "authorization"',
    ],
    [
      { models: [two[0], two[0]] },
      'models[1]: found model "qwen" again; accepted: each model once',
    ],
    [{ models: [{ ...two[0], name: 'a > b' }] }, 'models[0].name: found "a > b"; accepted: a name'],
    [{ models: [{ ...two[0], name: 'a\tb' }] }, 'models[0].name: found "a\\tb"; accepted: a name'],
    [{ models: [`a[1]@${url}`] }, 'models[0]: found "a[1]"; accepted: a name without'],
    [{ models: ['qwen'] }, 'models[0]: found "qwen"; accepted: NAME@https://HOST/v1'],
    [{ models: [7] }, 'models[0]: found 7; accepted: '],
    [
      { models: [two[0]] },
      'participants[0]: found pairs of 1 model; accepted: at least two models',
    ],
    [pairs({ who: 'triples' }), 'participants[0].who: found "triples"; accepted: pairs or alone'],
    [
      pairs({ only: [['qwen', 'lama']] }),
      'participants[0].only[0][1]: found model "lama"; accepted: a model of this file, such as llama',
    ],
    [
      pairs({ only: [['qwen', 'qwen']] }),
      'participants[0].only[0]: found "qwen" as its own critic',
    ],
    [pairs({ only: [['qwen']] }), 'participants[0].only[0]: found a list; accepted: '],
    [
      pairs({ rounds: [0] }),
      'participants[0].rounds[0]: found 0; accepted: a number of at least 1.',
    ],
    [pairs({ rounds: 2 }), 'participants[0].rounds: found 2; accepted: a list'],
    [pairs({ temperatures: [-1] }), 'participants[0].temperatures[0]: found -1; '],
    [
      pairs({ repeats: 100, rounds: [1, 2, 3, 4, 5], variants: ['cot', 'answer-only'] }),
      'participants: found 2000; accepted: at most 1000.',
    ],
    [{ models: two, design: 'sparse' }, 'design: found "sparse"; accepted: complete, or an object'],
    [{ models: two, design: { participantsPerItem: 0 } }, 'design.participantsPerItem: found 0;'],
    [
      { models: two, design: { participantsPerItem: 4, itemsPerParticipant: 9 } },
      'design: found the unknown key "itemsPerParticipant"',
    ],
    [
      { models: two, prompt: { language: 'de' } },
      'prompt.language: found "de"; accepted: one of "en"',
    ],
    [{ models: two, seed: 1.5 }, 'seed: found 1.5; accepted: '],
  ])('%j', (value, message) => {
    const said = messageOf(value);
    expect(said).toMatch(/^FILE_INVALID mps\.yaml(, |: found)/);
    expect(said).toContain(message);
  });
});

describe('docs/schema/synthesis.schema.json', () => {
  const published = readFileSync(
    new URL('../../../docs/schema/synthesis.schema.json', import.meta.url),
    'utf8',
  );

  test('is what scripts/synthesis-schema.ts writes', () => {
    // In value: the formatter of the repository joins short lists.
    expect(JSON.parse(published)).toEqual(JSON.parse(synthesisJsonSchema()));
  });

  test('accepts and refuses what synthesisConfiguration does', () => {
    const schema = z.fromJSONSchema(JSON.parse(published));
    const accepts = (value: unknown) => schema.safeParse(value).success;
    expect(accepts({ models: two, design: { participantsPerItem: 4 } })).toBe(true);
    expect(accepts({ defaults: { baseUrl: url }, models: [{ name: 'a' }, 'b'] })).toBe(true);
    expect(accepts({ models: two, design: 'sparse' })).toBe(false);
    expect(accepts({ models: [{ baseUrl: url }] })).toBe(false);
    expect(accepts({ models: two, participants: [{ who: 'pairs', rounds: [0] }] })).toBe(false);
  });
});
