import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { trialConfiguration } from '../trial/protocol/trial-configuration.ts';
import { familyOf } from '../trial/protocol/trial-family.ts';
import { trialJsonSchema } from '../trial/protocol/trial-schema.ts';

const defaults = { baseUrl: 'http://localhost:1/v1', sampling: { temperature: 0.7 } };
const named = (...names: string[]) => names.map((name) => ({ name }));
const pool = (name: string, ...names: string[]) => ({ name, models: named(...names) });
const A = pool('A', 'ant-1', 'bee-1', 'cat-1', 'dog-1', 'elk-1');
const B = pool('B', 'fox', 'gnu');
const C = pool('C', 'hen', 'ibex', 'jay');
const others = named(...'klmnopqrstu'.split('').map((letter) => `${letter}-1`));
const whole = { defaults, pools: [A, B, C], heldOut: others };

const read = (value: object) => trialConfiguration(value, 'trial.yaml');
const message = (value: object): string => {
  try {
    read(value);
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing thrown';
};

describe('a trial', () => {
  test('samples cost as much as the debates, for any size of a pool', () => {
    const { pools, heldOut, warnings, rung, form, seed } = read(whole);
    expect(pools.map(({ samples }) => samples)).toEqual([9, 3, 5]);
    expect(
      pools[0].synthesis.participants.map(({ pairs, repeats }) => [pairs.length, repeats]),
    ).toEqual([
      [20, 1],
      [5, 9],
    ]);
    expect(pools[0].families).toEqual(['ant', 'bee', 'cat', 'dog', 'elk']);
    expect(heldOut.synthesis.participants).toMatchObject([{ repeats: 1, rounds: [0] }]);
    expect(heldOut.synthesis.models[3]).toMatchObject({
      name: 'n-1',
      sampling: { temperature: 0.7 },
    });
    expect({ warnings, rung, form, seed }).toEqual({
      warnings: [],
      rung: '3pl-shrunken',
      form: { length: 40, draws: 4 },
      seed: 1,
    });
  });

  test('what weakens it is said', () => {
    const { warnings } = read({
      ...whole,
      defaults: { ...defaults, sampling: { temperature: 0 } },
      pools: [A],
      heldOut: others.slice(0, 3),
      samples: 5,
    });
    expect(warnings).toEqual([
      '1 of at least 3 pools: the pool is the sampling unit, so there is no interval.',
      '3 of at least 11 held-out models: the result then depends much on which models these are.',
      'Pool A: 5 samples of 5 models are 25 calls per item, the debates 45: the costs differ.',
      'Pool A: ant-1, bee-1, cat-1, dog-1, elk-1 at temperature 0: all samples of a model may be the same answer.',
    ]);
  });

  test('the family of a model is given, or the begin of what its endpoint calls it', () => {
    expect(familyOf('meta-llama/Llama-3.1-8B')).toBe('llama');
    expect(familyOf('4-9b')).toBe('4-9b');
    const sister = { ...named('own')[0], model: 'zai-org/GLM-4' };
    const { pools } = read({ ...whole, pools: [{ ...B, models: [...B.models, sister] }, C] });
    expect(pools[0].families).toEqual(['fox', 'gnu', 'glm']);
    const told = { name: 'B', models: [{ ...sister, family: 'Zhipu' }, { name: 'x' }] };
    expect(read({ ...whole, pools: [told] }).pools[0].families).toEqual(['zhipu', 'x']);
  });
});

describe('refused input', () => {
  const held = (model: object) => ({ ...whole, heldOut: [...others, model] });
  test.each<[string, object, string]>([
    [
      'no pool',
      { ...whole, pools: [] },
      'trial.yaml, pools: found an empty list; accepted: at least 1 pool',
    ],
    [
      'a pool of one',
      { ...whole, pools: [pool('A', 'ant')] },
      'pools[0].models: found a list; accepted: at least 2 models',
    ],
    [
      'two held out',
      { ...whole, heldOut: others.slice(0, 2) },
      'heldOut: found a list; accepted: at least 3 models',
    ],
    [
      'a pool twice',
      { ...whole, pools: [A, { ...B, name: 'A' }] },
      'pools[1].name: found pool "A" again',
    ],
    [
      'a held-out model of a pool',
      held({ name: 'fox' }),
      'heldOut[11]: found model "fox", which pool B has at pools[1].models[0]',
    ],
    [
      'a held-out model under another name',
      held({ name: 'v', model: 'Fox' }),
      'heldOut[11]: found the model that its endpoint calls "Fox", which pool B',
    ],
    [
      'a sister of a held-out model',
      held({ name: 'ant-2' }),
      'heldOut[11]: found family "ant", which pool A has at pools[0].models[0]; accepted: held-out models of families',
    ],
    [
      'a family that is given',
      held({ name: 'v', family: 'Gnu' }),
      'heldOut[11]: found family "gnu"',
    ],
    [
      'a family in two pools',
      { ...whole, pools: [A, pool('B', 'x', 'elk-2')] },
      'pools[1].models[1]: found family "elk", which pool A has at pools[0].models[4]; accepted: each family in one pool',
    ],
    [
      'a field nobody knows',
      { ...whole, pool: [] },
      'found the unknown key "pool"; accepted: the keys in docs/schema/trial.schema.json; did you mean pools?',
    ],
    [
      'a model without an address',
      { ...whole, defaults: {} },
      'pools[0].models[0].baseUrl: found nothing',
    ],
    ['a rung', { ...whole, rung: '5pl' }, 'rung: found "5pl"'],
  ])('%s', (_, value, expected) => {
    expect(message(value)).toContain(expected);
  });

  test('a key in the wrong place is not shown', () => {
    const key = 'sk-secret-0123456789';
    for (const value of [
      held({ name: 'v', baseUrl: 1, model: key }),
      held({ name: 'v', timeoutSeconds: key }),
      { ...whole, pools: [{ ...B, models: [{ name: 'x', price: key }, { name: 'y' }] }] },
    ])
      expect(message(value)).not.toMatch(/sk-secret|nothing thrown/);
  });
});

test('the example of docs/trial.md follows its own advice: three pools of five, eleven held out, no family twice', () => {
  const page = readFileSync(new URL('../../docs/trial.md', import.meta.url), 'utf8');
  const [, example] = /^```yaml\n([\s\S]*?)^```$/m.exec(page)!;
  const { pools, heldOut, warnings } = read(parse(example));
  expect(pools.map(({ families }) => families)).toEqual([
    ['smollm', 'llama', 'yi', 'qwen', 'deepseek'],
    ['stablelm', 'falcon', 'gemma', 'aya', 'kimi'],
    ['olmo', 'baichuan', 'mistral', 'nemotron', 'minimax'],
  ]);
  expect(heldOut.families).toHaveLength(11);
  expect(warnings).toEqual([]);
});

describe('docs/schema/trial.schema.json', () => {
  const published = JSON.parse(
    readFileSync(new URL('../../docs/schema/trial.schema.json', import.meta.url), 'utf8'),
  );

  test('is what scripts/trial-schema.ts writes', () => {
    expect(published).toEqual(JSON.parse(trialJsonSchema()));
  });

  test('accepts and refuses what trialConfiguration does', () => {
    const schema = z.fromJSONSchema(published);
    const accepts = (value: unknown) => schema.safeParse(value).success;
    expect(accepts(whole)).toBe(true);
    expect(accepts({ ...whole, pools: [pool('A', 'ant')] })).toBe(false);
    expect(accepts({ ...whole, heldOut: others.slice(0, 2) })).toBe(false);
    expect(accepts({ ...whole, samples: 1 })).toBe(false);
  });
});
